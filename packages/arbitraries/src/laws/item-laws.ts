import { severities } from '@carebench/protocol'
import type { Criterion, Verification, VerifyOptions } from '@carebench/verifier'
import fc from 'fast-check'
import { guardedCases, type VerificationCase, verificationCases } from '../values/cases.js'
import { isMean } from '../values/exact-mean.js'
import { exact, type Strictness } from './law-options.js'
import { demand, type StrictVerifierLaw, type VerifyFunction } from './verifier-law.js'

type Items = NonNullable<VerifyOptions['items']>

/** A task with items: each criterion belongs to one of them or to the whole task. */
interface ItemCase extends VerificationCase {
  readonly options: VerifyOptions & { readonly items: Items }
}

const ends_at = '2026-03-02T17:00:00+01:00'
/** The last one is a millisecond after the end. */
const dueTimes = [undefined, null, '2026-03-02T08:00:00Z', '2026-03-02T16:00:00Z', '2026-03-02T16:00:00.001Z'] as const

function isDue({ due }: Items[number], { ends_at: end }: VerifyOptions): boolean {
  return typeof end !== 'string' || due !== dueTimes[4]
}

function itemCases({ weights }: Strictness): fc.Arbitrary<ItemCase> {
  const due = fc.constantFrom(...dueTimes)
  return fc
    .record({
      drawn: fc.oneof(verificationCases(weights()), guardedCases(weights()), doneCases()),
      dues: fc.array(due, { minLength: 1, maxLength: 3 }),
      places: fc.infiniteStream(fc.nat({ max: 3 })),
      ends: fc.boolean(),
      pass_threshold: fc.constantFrom(0.25, 0.9),
      axis_weights: fc.constantFrom({}, {}, { safety: 3 }),
    })
    .map(({ drawn: { criteria, evidence }, dues, places, ends, ...options }) => ({
      evidence,
      criteria: criteria.map((criterion) => ({ ...criterion, item: keyAt(places.next().value, dues.length) })),
      options: {
        ...options,
        items: dues.map((time, index) => ({ key: keyAt(index, dues.length) ?? '', due: time ?? null })),
        ...(ends && { ends_at }),
      },
    }))
}

/** Generates cases in which most criteria pass. */
function doneCases(): fc.Arbitrary<VerificationCase> {
  const done = { label: 'done', assertion: { assert: 'output-match', expected: { $exists: true } } }
  const severity = fc.constantFrom(null, ...severities)
  return fc
    .array(fc.record({ severity, undone: fc.integer({ min: 0, max: 9 }).map((n) => n === 0) }), {
      minLength: 3,
      maxLength: 6,
    })
    .map((drawn) => ({
      criteria: drawn.map(({ undone, ...one }) => ({ ...done, ...one, ...(undone && { assertion: neverWithOutput }) })),
      evidence: { version: 1, output: 1 },
    }))
}

/** Fails if there is an output. */
const neverWithOutput = { assert: 'output-match', expected: { $exists: false } }

/** Returns the key of an item; null, which means the whole task, for positions beyond the last item. */
function keyAt(index: number, items: number): string | null {
  return index < items ? `item-${index + 1}` : null
}

/** Returns the criteria of one item as those of a separate task, or with null those of the whole task. */
function selectCriteria({ criteria }: ItemCase, key: string | null): readonly Criterion[] {
  return criteria.filter(({ item }) => item === key).map((criterion) => ({ ...criterion, item: null }))
}

function optionsWithoutItems({ options: { items: _, ends_at: __, ...options } }: ItemCase): VerifyOptions {
  return options
}

/** A task with one item, all of whose criteria belong to the item, gives the same result as the task without items. */
export const oneItem: StrictVerifierLaw = {
  name: 'one item is the task',
  property: (verify, strictness = exact) =>
    fc.property(itemCases(strictness), (input) => {
      const { criteria, evidence } = input
      const options = optionsWithoutItems(input)
      const plain = verify({ criteria: criteria.map((one) => ({ ...one, item: null })), evidence, options })
      const only = verify({
        criteria: criteria.map((one) => ({ ...one, item: 'only' })),
        evidence,
        options: { ...options, items: [{ key: 'only' }], ends_at },
      })
      demandSame(plain, only, 'of its only item', strictness)
      const { only: item } = only.items ?? {}
      demand(
        item?.verdict === plain.verdict && strictness.same(item.score, plain.score) && item.due,
        () => `expected the item to be the task, got ${JSON.stringify(item)}`,
      )
    }),
}

/** Neither the order of the items nor that of the criteria changes a score or a verdict. */
export const itemOrder: StrictVerifierLaw = {
  name: 'items in any order',
  property: (verify, strictness = exact) =>
    fc.property(itemCases(strictness), (input) => {
      const { criteria, evidence, options } = input
      const before = verify({ criteria, evidence, options })
      const reversed = { ...options, items: options.items.toReversed() }
      const after = verify({ criteria: criteria.toReversed(), evidence, options: reversed })
      demandSame(before, { ...after, capped_by: after.capped_by.toReversed() }, 'in another order', strictness)
      for (const [key, { score, verdict }] of Object.entries(before.items ?? {})) {
        const other = after.items?.[key]
        demand(
          other?.verdict === verdict && strictness.same(other.score, score),
          () => `expected the item ${key} unchanged in another order`,
        )
      }
    }),
}

/**
 * Each item has the verdict and the score of a task with only its criteria. The score is the mean of the items that are
 * due, limited by the caps of the whole task and of every `critical` criterion. The verdict is `pass` if every item
 * that is due passes, every criterion of the whole task passes, and no `critical` criterion is broken or without a
 * decision.
 */
export const itemsAddUp: StrictVerifierLaw = {
  name: 'items add up',
  property: (verify, strictness = exact) =>
    fc.property(itemCases(strictness), (input) => {
      const { criteria, evidence, options } = input
      const whole = verify({ criteria, evidence, options })
      const alone = options.items.map((item) => ({
        ...verifyAlone(verify, input, item.key),
        key: item.key,
        due: isDue(item, options),
      }))
      for (const { key, score, verdict, due } of alone) {
        const item = whole.items?.[key]
        demand(
          item?.verdict === verdict && strictness.same(item.score, score) && item.due === due,
          () => `expected the item ${key} as alone, ${verdict} and ${score}, got ${JSON.stringify(item)}`,
        )
      }
      const due = alone.filter((item) => item.due)
      demandMean(
        whole.raw_score,
        due.map(({ raw_score }) => raw_score),
        strictness,
      )
      const own = whole.criterion_runs.filter(({ item }) => item === undefined)
      const critical = whole.criterion_runs.filter((_, index) => criteria[index]?.severity === 'critical')
      const cap = critical.some(isFailed) ? 0 : own.some((run) => isFailed(run) && isMajor(run)) ? 0.5 : 1
      const mean = due.reduce((sum, { score }) => sum + (score ?? 0), 0) / Math.max(1, due.length)
      const capped = Math.min(cap, mean)
      demand(
        Math.abs((whole.score ?? Number.NaN) - capped) <= Math.max(1e-9, strictness.tolerance),
        () => `expected ${capped}, the mean of the items under the cap ${cap}, got ${whole.score}`,
      )
      const held = [...own, ...critical].every(({ outcome }) => outcome === 'passed')
      const passes = due.length > 0 && due.every(({ verdict }) => verdict === 'pass') && held
      demand((whole.verdict === 'pass') === passes, () => `expected ${passes ? '' : 'no '}pass, got ${whole.verdict}`)
    }),
}

/** An additional item that fails never improves the score or the verdict, whether or not it is due. */
export const failingItem: StrictVerifierLaw = {
  name: 'a failing item never pays',
  property: (verify, strictness = exact) =>
    fc.property(itemCases(strictness), fc.constantFrom(...dueTimes), ({ criteria, evidence, options }, due) => {
      const submitted = { ...evidence, output: 1 }
      const before = verify({ criteria, evidence: submitted, options })
      const after = verify({
        criteria: [...criteria, { label: 'never', assertion: neverWithOutput, item: 'more' }],
        evidence: submitted,
        options: { ...options, items: [...options.items, { key: 'more', due: due ?? null }] },
      })
      demand(
        (after.score ?? 0) <= (before.score ?? 0) + strictness.tolerance && rank(after) <= rank(before),
        () => `expected at most ${before.score} and ${before.verdict}, got ${after.score} and ${after.verdict}`,
      )
    }),
}

/**
 * With a broken `critical` guard of any item, or of the whole task, the score is 0; with an undecided one, the verdict
 * is not `pass`.
 */
export const criticalItem: StrictVerifierLaw = {
  name: 'critical harm in any item',
  property: (verify, strictness = exact) =>
    fc.property(itemCases(strictness), fc.nat({ max: 3 }), ({ criteria, evidence, options }, place) => {
      const guard = { id: 'guard', label: 'guard', guard: true, severity: 'critical' as const }
      const item = keyAt(place, options.items.length)
      const withGuard = (assertion: object): Verification =>
        verify({
          criteria: [...criteria, { ...guard, item, assertion }],
          evidence: { ...evidence, output: 1 },
          options,
        })
      const broken = withGuard(neverWithOutput)
      demand(
        broken.score === 0 && broken.verdict === 'fail' && broken.capped_by.includes('guard'),
        () => `expected 0 and fail for critical harm in ${item}, got ${broken.score} and ${broken.verdict}`,
      )
      const undecided = withGuard({ assert: 'known-to-nobody' })
      demand(undecided.verdict !== 'pass', () => `expected no pass while a critical guard of ${item} is undecided`)
    }),
}

function verifyAlone(verify: VerifyFunction, input: ItemCase, key: string): Verification {
  return verify({ criteria: selectCriteria(input, key), evidence: input.evidence, options: optionsWithoutItems(input) })
}

function isFailed({ outcome }: Verification['criterion_runs'][number]): boolean {
  return outcome === 'failed'
}

function isMajor({ severity, guard }: Verification['criterion_runs'][number]): boolean {
  return (severity ?? (guard ? 'major' : 'minor')) === 'major'
}

function demandMean(score: number | null, scores: readonly (number | null)[], { tolerance }: Strictness): void {
  const items = scores.map((one) => ({ score: one ?? 0, weight: 1 }))
  demand(
    isMean(score ?? Number.NaN, items, tolerance),
    () => `expected the mean of the items ${JSON.stringify(scores)}, got ${score}`,
  )
}

function rank({ verdict }: Verification): number {
  return verdict === null ? -1 : ['fail', 'partial', 'pass'].indexOf(verdict)
}

function demandSame(before: Verification, after: Verification, when: string, { same }: Strictness): void {
  for (const member of ['score', 'raw_score'] as const) {
    demand(same(before[member], after[member]), () => `expected ${before[member]} ${when}, got ${after[member]}`)
  }
  demand(before.verdict === after.verdict, () => `expected ${before.verdict} ${when}, got ${after.verdict}`)
  demand(
    JSON.stringify(before.capped_by) === JSON.stringify(after.capped_by),
    () => `expected the caps ${JSON.stringify(before.capped_by)} ${when}, got ${JSON.stringify(after.capped_by)}`,
  )
  for (const [axis, { score, weight }] of Object.entries(before.axes)) {
    const other = Object.hasOwn(after.axes, axis) ? after.axes[axis] : undefined
    demand(
      same(score, other?.score) && same(weight, other?.weight),
      () => `expected the axis ${axis} unchanged ${when}`,
    )
  }
}
