import type { EvidenceSnapshot, EvidenceState } from '@carebench/protocol'
import { defaultChecks } from '@carebench/systems/verifier'
import type { CriterionRun, Verification } from '@carebench/verifier'
import fc from 'fast-check'
import { guardedCases, type VerificationCase, verificationCases } from '../values/cases.js'
import { isMean } from '../values/exact-mean.js'
import { exact, type Strictness } from './law-options.js'
import { demand, type StrictVerifierLaw, type VerifyFunction } from './verifier-law.js'

/** The order of the criteria does not change score, verdict, axes and runs in any bit. */
export const orderFree: StrictVerifierLaw = {
  name: 'order-free',
  property: (verify, strictness = exact) =>
    fc.property(
      verificationCases(strictness.weights()).chain((input) =>
        fc.tuple(
          fc.constant(input),
          fc.shuffledSubarray(
            input.criteria.map((_, index) => index),
            { minLength: input.criteria.length },
          ),
        ),
      ),
      ([{ criteria, evidence }, order]) => {
        const before = verify({ criteria, evidence })
        const after = verify({ criteria: order.map((index) => criteria[index] as (typeof criteria)[number]), evidence })
        demandSameScore(before, after, { when: 'in another order', strictness })
        const shuffled = order.map((index) => before.criterion_runs[index])
        demand(JSON.stringify(shuffled) === JSON.stringify(after.criterion_runs), () => 'expected the same runs')
      },
    ),
}

/** Multiplying all weights by the same power of two does not change score and verdict in any bit. */
export const scaleFree: StrictVerifierLaw = {
  name: 'scale-free',
  property: (verify, { weights, same } = exact) =>
    fc.property(verificationCases(weights()), fc.integer({ min: -30, max: 30 }), ({ criteria, evidence }, power) => {
      const factor = 2 ** power
      const scaled = criteria.map((criterion) => ({ ...criterion, weight: (criterion.weight ?? 1) * factor }))
      fc.pre(scaled.every(({ weight }, i) => Number.isFinite(weight) && weight / factor === (criteria[i]?.weight ?? 1)))
      const [before, after] = [verify({ criteria, evidence }), verify({ criteria: scaled, evidence })]
      demand(
        same(before.score, after.score) && before.verdict === after.verdict,
        () => `expected ${before.score} with weights times ${factor}, got ${after.score}`,
      )
    }),
}

/** Generates cases with a threshold, and sometimes with weights of axes. */
function scoredCases({ weights }: Strictness, cases = verificationCases(weights())) {
  return fc.tuple(
    cases,
    fc.record({
      pass_threshold: fc.constantFrom(1e-9, 0.25, 0.5, 0.9, 1),
      axis_weights: fc.dictionary(fc.constantFrom('correctness', 'safety', '__default__'), fc.constantFrom(0, 1, 3)),
    }),
  )
}

/**
 * The score of each axis is the weighted mean of its criteria. The score before caps is the weighted mean of the
 * criteria, or of the axes if these have weights. An unbroken guard has the score of the criteria that are not guards;
 * if axes have weights, that of those on its axis.
 */
export const addsUp: StrictVerifierLaw = {
  name: 'axes and score add up',
  property: (verify, strictness = exact) =>
    fc.property(scoredCases(strictness, withGuards(strictness)), ([{ criteria, evidence }, options]) => {
      const { raw_score: score, axes, criterion_runs: runs } = verify({ criteria, evidence, options })
      demand(
        JSON.stringify(Object.keys(axes).sort()) === JSON.stringify([...new Set(runs.map((run) => run.axis))].sort()),
        () => `expected the axes of the criteria, got ${Object.keys(axes)}`,
      )
      const counts = hasGained(verify, { criteria, evidence }, runs)
      const work = criteria.filter((one) => one.guard !== true && one.weight !== 0)
      const alone = verify({ criteria: work, evidence, options })
      const worth = ({ axis }: CriterionRun): number =>
        (Object.keys(options.axis_weights).length === 0 ? undefined : ownMember(alone.axes, axis)?.score) ??
        alone.raw_score ??
        0
      const counted = runs.map((run) => (run.guard ? { ...run, score: counts && run.passed ? worth(run) : 0 } : run))
      for (const [name, axis] of Object.entries(axes)) {
        const own = counted.filter((run) => run.axis === name)
        demand(
          isMean(axis.score, own, strictness.tolerance),
          () => `expected the mean of the axis ${name}, got ${axis.score}`,
        )
        const weight = ownMember(options.axis_weights, name)
        demand(weight === undefined || axis.weight === weight, () => `expected the axis ${name} to weigh ${weight}`)
      }
      const weighed = Object.keys(options.axis_weights).length > 0 ? Object.values(axes) : counted
      demand(
        counts ? isMean(score ?? Number.NaN, weighed, strictness.tolerance) : score === 0,
        () => `expected ${counts ? 'the weighted mean' : '0, as nothing was achieved'}, got ${score}`,
      )
    }),
}

/** Generates cases, some of which have guards on separate axes and partly done work. */
function withGuards({ weights }: Strictness): fc.Arbitrary<VerificationCase> {
  return fc.oneof(
    { weight: 3, arbitrary: verificationCases(weights()) },
    { weight: 1, arbitrary: guardedCases(weights()) },
  )
}

function ownMember<Value>(members: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined
}

/**
 * A broken criterion caps the score by its severity: 0 for `critical`, 0.5 for `major`, which is the default for
 * guards. The verdict is `pass` exactly when there is no cap, no criterion is undecidable, and the score reaches the
 * threshold.
 */
export const fairVerdict: StrictVerifierLaw = {
  name: 'verdict by threshold and severity',
  property: (verify, strictness = exact) =>
    fc.property(scoredCases(strictness), ([{ criteria, evidence }, options]) => {
      const { score, raw_score: raw, capped_by, verdict, criterion_runs } = verify({ criteria, evidence, options })
      const broken = (severity: string): readonly string[] =>
        criterion_runs
          .filter((run, index) => {
            const own = criteria[index]?.severity ?? (run.guard ? 'major' : 'minor')
            return run.outcome === 'failed' && own === severity
          })
          .map((run) => run.criterion_id ?? run.label)
      const critical = broken('critical')
      const capping = critical.length > 0 ? critical : broken('major')
      const cap = critical.length > 0 ? 0 : capping.length > 0 ? 0.5 : 1
      demand(
        JSON.stringify(capped_by) === JSON.stringify(capping),
        () => `expected the score to be capped by ${JSON.stringify(capping)}, got ${JSON.stringify(capped_by)}`,
      )
      const capped = raw === null ? null : Math.min(raw, cap)
      demand(
        capped !== null && (score === capped || strictness.same(score, capped)),
        () => `expected ${raw} capped at ${cap}, got ${score}`,
      )
      const decided = criterion_runs.every((run) => run.outcome !== 'unsupported')
      const wanted =
        score !== null && score > 0 && score + 1e-9 >= options.pass_threshold && capping.length === 0 && decided
      demand(
        (verdict === 'pass') === wanted,
        () => `expected ${wanted ? '' : 'no '}pass for ${score} from ${options.pass_threshold}, got ${verdict}`,
      )
    }),
}

/** A task with a single criterion has the score of the criterion, or 0 if that is no higher than at first. */
export const identity: StrictVerifierLaw = {
  name: 'one criterion is the task',
  property: (verify, strictness = exact) =>
    fc.property(verificationCases(strictness.weights()), ({ criteria, evidence }) => {
      for (const criterion of criteria) {
        const only = { criteria: [{ ...criterion, weight: 1, guard: false, severity: 'minor' as const }], evidence }
        const { score, criterion_runs: runs } = verify(only)
        const wanted = hasGained(verify, only, runs) ? (runs[0]?.score ?? 0) : 0
        demand(
          score === wanted || strictness.same(score, wanted),
          () => `expected the score ${wanted} of its only criterion, got ${score}`,
        )
      }
    }),
}

/** Replacing a criterion with an undecidable one never raises the score before caps, and never gives a pass. */
export const monotone: StrictVerifierLaw = {
  name: 'monotone',
  property: (verify, strictness = exact) =>
    fc.property(verificationCases(strictness.weights()), fc.nat(), ({ criteria, evidence }, pick) => {
      fc.pre(criteria.length > 0)
      const replaced = criteria.map((criterion, index) =>
        index === pick % criteria.length ? { ...criterion, assertion: { assert: 'known-to-nobody' } } : criterion,
      )
      const [before, after] = [verify({ criteria, evidence }), verify({ criteria: replaced, evidence })]
      demand(
        (after.raw_score ?? 0) <= (before.raw_score ?? 0) + strictness.tolerance,
        () => `expected at most ${before.raw_score} once a criterion is undecidable, got ${after.raw_score}`,
      )
      demand(after.verdict !== 'pass', () => 'expected no pass while a criterion is undecidable')
    }),
}

/** If the final state equals the initial one and there is no output, the score is 0, with or without guards. */
export const idleEarnsNothing: StrictVerifierLaw = {
  name: 'idle earns nothing',
  property: (verify, strictness = exact) =>
    fc.property(verificationCases(strictness.weights()), ({ criteria, evidence }) => {
      const { initial: _, output: __, version, ...state } = evidence
      const { score, verdict, axes, criterion_runs } = verify({
        criteria,
        evidence: { version, ...state, initial: state },
      })
      demand(
        score === 0 && verdict === 'fail',
        () => `expected 0 and fail for doing nothing, got ${score} and ${verdict}`,
      )
      const unearned = Object.entries(axes).filter(
        ([axis, value]) =>
          value.score > 0 && criterion_runs.filter((run) => run.axis === axis).every((run) => run.guard),
      )
      demand(unearned.length === 0, () => 'expected 0 on an axis of guards alone')
    }),
}

/** Whether a kind selects a record by `match` and checks its fields. */
function isRecordKind(kind: unknown): boolean {
  const schema: { readonly properties?: object } | undefined = defaultChecks.find(
    (check) => check.kind === kind,
  )?.schema
  return schema?.properties !== undefined && 'match' in schema.properties
}

/** A record that is unchanged since before the agent started scores 0 or 1. */
export const noPartialCredit: StrictVerifierLaw = {
  name: 'no part of what was there',
  property: (verify, strictness = exact) =>
    fc.property(verificationCases(strictness.weights()), ({ criteria, evidence }) => {
      const { initial: _, output: __, version, ...state } = evidence
      const untouched = { version, ...state, initial: state }
      for (const [index, run] of verify({ criteria, evidence: untouched }).criterion_runs.entries()) {
        const assertion: unknown = criteria[index]?.assertion
        const kind = typeof assertion === 'object' && assertion !== null && 'assert' in assertion && assertion.assert
        demand(
          run.score === 0 || run.score === 1 || !isRecordKind(kind),
          () => `expected 0 or 1 for a record that nobody touched, got ${run.score}`,
        )
      }
    }),
}

/**
 * Whether a criterion that is not a guard and has a positive weight scores more than before the agent started. Without
 * an initial state, any score above 0 is more, and without guards the result is true.
 */
function hasGained(verify: VerifyFunction, { criteria, evidence }: VerificationCase, runs: readonly CriterionRun[]) {
  const { initial } = evidence
  const before = initial && verify({ criteria, evidence: beforeTheAgent(evidence, initial) }).criterion_runs
  const needsGain = before !== undefined || runs.some((run) => run.guard)
  return !needsGain || runs.some((run, i) => !run.guard && run.weight > 0 && run.score > (before?.[i]?.score ?? 0))
}

/** Returns the evidence before the agent acted: without an output, and with the log up to that point. */
function beforeTheAgent(
  { version, entities, bound, events = [] }: EvidenceSnapshot,
  initial: EvidenceState,
): EvidenceSnapshot {
  const first = events.findIndex((event) => event.actor === 'agent')
  const log = initial.events ?? (first < 0 ? events : events.slice(0, first))
  return { version, ...(entities && { entities }), ...(bound && { bound }), ...initial, events: log, initial }
}

function demandSameScore(
  before: Verification,
  after: Verification,
  { when, strictness: { same } }: { readonly when: string; readonly strictness: Strictness },
): void {
  demand(same(before.score, after.score), () => `expected ${before.score} ${when}, got ${after.score}`)
  demand(before.verdict === after.verdict, () => `expected ${before.verdict} ${when}, got ${after.verdict}`)
  for (const [axis, { score, weight }] of Object.entries(before.axes)) {
    const other = Object.hasOwn(after.axes, axis) ? after.axes[axis] : undefined
    demand(
      same(score, other?.score) && same(weight, other?.weight),
      () => `expected the axis ${axis} unchanged ${when}`,
    )
  }
}
