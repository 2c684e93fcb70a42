import fc from 'fast-check'
import { hostileWeights, scores } from './weights.js'

/** A criterion as a scorer sees it. */
export interface ScoredItem {
  readonly score: number
  readonly weight: number
}

/** A function that combines scores into one. */
export type Scorer = (items: readonly ScoredItem[]) => number

/** A law that a function should satisfy: a name, and a property that fast-check tries to falsify. */
export interface Law<Subject> {
  readonly name: string
  /** The property, for `fc.assert`; it throws with a description of the violation. */
  property(subject: Subject): fc.IRawProperty<unknown, false>
}

function item(): fc.Arbitrary<ScoredItem> {
  return fc.record({ score: scores(), weight: hostileWeights() })
}

function items(): fc.Arbitrary<ScoredItem[]> {
  return fc.array(item(), { maxLength: 10 })
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

/** The score is from 0 to 1, whatever the weights. */
const bounded: Law<Scorer> = {
  name: 'bounded',
  property: (scorer) =>
    fc.property(items(), (list) => {
      const score = scorer(list)
      demand(score >= 0 && score <= 1, `expected a score from 0 to 1, got ${score}`)
    }),
}

/** The order of the criteria changes no bit. */
const orderFree: Law<Scorer> = {
  name: 'order-free',
  property: (scorer) =>
    fc.property(
      items().chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
      ([list, shuffled]) => {
        const [before, after] = [scorer(list), scorer(shuffled)]
        demand(Object.is(before, after), `expected ${before} in any order, got ${after}`)
      },
    ),
}

/** A common factor of the weights that is a power of two changes no bit. */
const scaleFree: Law<Scorer> = {
  name: 'scale-free',
  property: (scorer) =>
    fc.property(items(), fc.integer({ min: -60, max: 60 }), (list, power) => {
      const factor = 2 ** power
      const scaled = list.map((entry) => ({ ...entry, weight: entry.weight * factor }))
      // Only if the weights themselves can be scaled by the factor.
      fc.pre(
        scaled.every((entry, index) => Number.isFinite(entry.weight) && entry.weight / factor === list[index]?.weight),
      )
      const [before, after] = [scorer(list), scorer(scaled)]
      demand(Object.is(before, after), `expected ${before} with weights times ${factor}, got ${after}`)
    }),
}

/** Raising the score of one criterion never lowers the total. */
const monotone: Law<Scorer> = {
  name: 'monotone',
  property: (scorer) =>
    fc.property(items(), item(), scores(), (rest, first, other) => {
      const low = scorer([...rest, { ...first, score: Math.min(first.score, other) }])
      const high = scorer([...rest, { ...first, score: Math.max(first.score, other) }])
      demand(low <= high, `expected no less than ${low} with a higher score, got ${high}`)
    }),
}

/** A single criterion with weight gives its own score, within 1e-9; exactly if its weight is a power of two. */
const identity: Law<Scorer> = {
  name: 'identity',
  property: (scorer) =>
    fc.property(item(), fc.integer({ min: -1000, max: 1000 }), (drawn, power) => {
      fc.pre(drawn.weight > 0)
      const score = scorer([drawn])
      demand(Math.abs(score - drawn.score) <= 1e-9, `expected ${drawn.score}, got ${score}`)
      const exact = scorer([{ ...drawn, weight: 2 ** power }])
      demand(exact === drawn.score, `expected exactly ${drawn.score} with the weight 2^${power}, got ${exact}`)
    }),
}

/** If all scores are 1 the result is exactly 1; without any weight it is 0. */
const ends: Law<Scorer> = {
  name: 'ends',
  property: (scorer) =>
    fc.property(items(), (list) => {
      const full = scorer(list.map((entry) => ({ ...entry, score: 1 })))
      const wanted = list.some((entry) => entry.weight > 0) ? 1 : 0
      demand(full === wanted, `expected ${wanted} for full scores, got ${full}`)
      const empty = scorer(list.map((entry) => ({ ...entry, score: 0 })))
      demand(empty === 0, `expected 0 for scores of 0, got ${empty}`)
    }),
}

/** The laws for every way of combining scores into one. */
export const scoringLaws: readonly Law<Scorer>[] = [bounded, orderFree, scaleFree, monotone, identity, ends]
