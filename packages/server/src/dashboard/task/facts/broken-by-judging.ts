import type { Steps } from '@carebench/protocol'
import { type EntryStates, NotReplayableError, type OpenedRecord, type RecordOpener } from '@carebench/service'
import type { Criterion, CriterionRun, DifferencesRecord, TaskRunRecord, Verifier } from '@carebench/verifier'
import { placeAt } from './broken-by-position.js'
import type { ReportedCriterion } from './reported-task.js'
import { memberAt, toList, toNumber, toObject } from './unknown-value.js'

/** The tools that verify criteria again. */
export interface JudgingTools {
  readonly opener: Pick<RecordOpener, 'states'>
  readonly verifier: Pick<Verifier, 'verifyInSteps'>
}

/**
 * Finds the steps that broke criteria whose evidence names no record, for example because there are too many records:
 * verifies each criterion before and after every entry of the log. Works in steps.
 */
export function* placeByJudging(
  criteria: readonly ReportedCriterion[],
  record: TaskRunRecord | DifferencesRecord,
  { opener, verifier }: JudgingTools,
): Steps<readonly ReportedCriterion[]> {
  const unplaced = criteria.flatMap((reported) => {
    const written = record.criteria.find(
      ({ id, label }) => (reported.id === null ? label : id) === nameCriterion(reported),
    )
    return written !== undefined && isUnplaced(reported) ? [{ reported, written, seqs: [] as number[] }] : []
  })
  if (unplaced.length === 0) return criteria
  const { entities, bound } = record.evidence as OpenedRecord['evidence']
  const judge = function* (written: Criterion, state: EntryStates['after']): Steps<CriterionRun | undefined> {
    const evidence = { ...state, ...(entities && { entities }), ...(bound && { bound }) }
    // A criterion that is verified alone belongs to no item.
    const { item: _, ...alone } = written
    return (yield* verifier.verifyInSteps({ criteria: [alone], evidence })).criterion_runs[0]
  }
  try {
    for (const states of opener.states(record)) {
      yield
      if (states === undefined) continue
      for (const { written, seqs } of unplaced) {
        const after = yield* judge(written, states.after)
        if (after?.outcome !== 'failed') continue
        if (isBroken(yield* judge(written, states.before), after)) seqs.push(states.seq)
      }
    }
  } catch (error) {
    if (!(error instanceof NotReplayableError)) throw error
    return criteria
  }
  return criteria.map((criterion) => {
    const { seqs = [] } = unplaced.find(({ reported }) => reported === criterion) ?? {}
    return seqs.length === 0 ? criterion : placeAt(criterion, seqs)
  })
}

function nameCriterion({ id, label }: ReportedCriterion): string {
  return id ?? label
}

/** Whether a criterion failed on records without naming any in its evidence. Failures in the log are always named. */
function isUnplaced({ outcome, brokenIn, evidence }: ReportedCriterion): boolean {
  if (outcome !== 'failed' || brokenIn.steps.length > 0 || brokenIn.neverDone) return false
  const isOfLog = ['event_results', 'phrase_results', 'reads'].some((name) => memberAt(evidence, name) !== undefined)
  const isOfOutput = memberAt(evidence, 'matched', 'output') === true
  return (
    toObject(evidence) !== undefined && !isOfLog && !isOfOutput && toList(memberAt(evidence, 'matched')).length === 0
  )
}

/** Whether an entry broke a criterion that now fails: it passed before, or more records exceed the number expected. */
function isBroken(before: CriterionRun | undefined, after: CriterionRun): boolean {
  if (before?.outcome === 'passed') return true
  const count = (run: CriterionRun | undefined) => toNumber(memberAt(run?.evidence, 'count', 'actual'))
  const [expected, earlier, now] = [
    toNumber(memberAt(after.evidence, 'count', 'expected')),
    count(before),
    count(after),
  ]
  return expected !== null && earlier !== null && now !== null && now > earlier && now > expected
}
