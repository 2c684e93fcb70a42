import fc from 'fast-check'
import { scores } from '../values/weights.js'
import { exact, type LawOptions, readStrictness, type Strictness } from './law-options.js'

/** The input of a scorer for one criterion. */
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

/** A law whose strictness can be chosen. */
export interface StrictLaw<Subject> extends Law<Subject> {
  property(subject: Subject, strictness?: Strictness): fc.IRawProperty<unknown, false>
}

function item({ weights }: Strictness): fc.Arbitrary<ScoredItem> {
  return fc.record({ score: scores(), weight: weights() })
}

function items(strictness: Strictness): fc.Arbitrary<ScoredItem[]> {
  return fc.array(item(strictness), { maxLength: 10 })
}

function demand(holds: boolean, message: string): void {
  if (!holds) throw new Error(message)
}

/** The score is from 0 to 1, whatever the weights. */
const bounded: StrictLaw<Scorer> = {
  name: 'bounded',
  property: (scorer, strictness = exact) =>
    fc.property(items(strictness), (list) => {
      const score = scorer(list)
      const { tolerance } = strictness
      demand(score >= -tolerance && score <= 1 + tolerance, `expected a score from 0 to 1, got ${score}`)
    }),
}

/** The order of the criteria does not change the score in any bit. */
const orderFree: StrictLaw<Scorer> = {
  name: 'order-free',
  property: (scorer, strictness = exact) =>
    fc.property(
      items(strictness).chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      ),
      ([list, shuffled]) => {
        const [before, after] = [scorer(list), scorer(shuffled)]
        demand(strictness.same(before, after), `expected ${before} in any order, got ${after}`)
      },
    ),
}

/** Multiplying all weights by the same power of two does not change the score in any bit. */
const scaleFree: StrictLaw<Scorer> = {
  name: 'scale-free',
  property: (scorer, strictness = exact) =>
    fc.property(items(strictness), fc.integer({ min: -60, max: 60 }), (list, power) => {
      const factor = 2 ** power
      const scaled = list.map((entry) => ({ ...entry, weight: entry.weight * factor }))
      // Only if multiplying the weights by the factor is exact.
      fc.pre(
        scaled.every((entry, index) => Number.isFinite(entry.weight) && entry.weight / factor === list[index]?.weight),
      )
      const [before, after] = [scorer(list), scorer(scaled)]
      demand(strictness.same(before, after), `expected ${before} with weights times ${factor}, got ${after}`)
    }),
}

/** Raising the score of one criterion never lowers the total. */
const monotone: StrictLaw<Scorer> = {
  name: 'monotone',
  property: (scorer, strictness = exact) =>
    fc.property(items(strictness), item(strictness), scores(), (rest, first, other) => {
      const low = scorer([...rest, { ...first, score: Math.min(first.score, other) }])
      const high = scorer([...rest, { ...first, score: Math.max(first.score, other) }])
      demand(low <= high + strictness.tolerance, `expected no less than ${low} with a higher score, got ${high}`)
    }),
}

/** A single criterion with weight gives its own score, within 1e-9; exactly if its weight is a power of two. */
const identity: StrictLaw<Scorer> = {
  name: 'identity',
  property: (scorer, strictness = exact) =>
    fc.property(item(strictness), fc.integer({ min: -1000, max: 1000 }), (drawn, power) => {
      fc.pre(drawn.weight > 0)
      const score = scorer([drawn])
      demand(
        Math.abs(score - drawn.score) <= Math.max(1e-9, strictness.tolerance),
        `expected ${drawn.score}, got ${score}`,
      )
      const own = scorer([{ ...drawn, weight: 2 ** power }])
      demand(
        own === drawn.score || strictness.same(own, drawn.score),
        `expected exactly ${drawn.score} with the weight 2^${power}, got ${own}`,
      )
    }),
}

/** If all scores are 1, the result is exactly 1; if all scores or all weights are 0, it is 0. */
const ends: StrictLaw<Scorer> = {
  name: 'ends',
  property: (scorer, strictness = exact) =>
    fc.property(items(strictness), (list) => {
      const full = scorer(list.map((entry) => ({ ...entry, score: 1 })))
      const wanted = list.some((entry) => entry.weight > 0) ? 1 : 0
      const what = wanted === 1 ? 'full scores' : 'scores without any weight'
      demand(full === wanted || strictness.same(full, wanted), `expected ${wanted} for ${what}, got ${full}`)
      const empty = scorer(list.map((entry) => ({ ...entry, score: 0 })))
      demand(empty === 0 || strictness.same(empty, 0), `expected 0 for scores of 0, got ${empty}`)
    }),
}

const laws: readonly StrictLaw<Scorer>[] = [bounded, orderFree, scaleFree, monotone, identity, ends]

/**
 * The laws for every way of combining scores into one, with other weights or with a tolerance. A plain mean in doubles
 * satisfies them with `{ weights: 'ordinary', tolerance: 1e-9 }`.
 *
 * @throws {RangeError} if the tolerance is not from 0 to below 1
 */
export function createScoringLaws(options: LawOptions = {}): readonly Law<Scorer>[] {
  return withStrictness(laws, options)
}

/** Returns laws with the strictness that the options select. */
export function withStrictness<Subject>(
  strict: readonly StrictLaw<Subject>[],
  options: LawOptions,
): readonly Law<Subject>[] {
  const strictness = readStrictness(options)
  return strict.map((law) => ({ name: law.name, property: (subject) => law.property(subject, strictness) }))
}

/** The laws for every way of combining scores into one, to the last bit and for all weights. */
export const scoringLaws: readonly Law<Scorer>[] = /* @__PURE__ */ createScoringLaws()
