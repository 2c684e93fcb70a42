import type { FieldResult, JsonObject, JsonValue } from '@carebench/protocol'
import {
  type AxisScore,
  type CriterionRun,
  type ItemScore,
  isWithoutDecision,
  type Verdict,
  type Verification,
} from '../scoring/verification.js'
import { isJsonObject } from '../values/json/is-json-object.js'

/** `pass` if the criterion passed, `fail` if it scored 0, otherwise `partial`. Specification 2.10. */
export type CheckResult = 'pass' | 'partial' | 'fail'

/** An entry of `checks` with nothing hidden. Specification 2.10. */
export interface CompletionCheck extends RedactedCheck {
  readonly details: string
  /** Absent if nothing was decided, as for an unsupported criterion. */
  readonly field_results?: readonly FieldResult[]
}

/** An entry of `checks` in a scored run. Specification 4.3. */
export interface RedactedCheck {
  readonly criterion_id: string
  readonly label: string
  readonly result: CheckResult
  readonly score: number
  readonly axis: string
  /** The key of the item that it belongs to; absent if it belongs to the whole task. */
  readonly item?: string
}

interface CompletionHead {
  readonly task_run_id: string
  readonly phase: 'completed'
  readonly verdict: Verdict
  readonly score: number
  /** The score before the caps of broken criteria. */
  readonly raw_score: number
  /** The criteria that capped the score, by id, or by label where they have none. */
  readonly capped_by: readonly string[]
  readonly axes: Readonly<Record<string, AxisScore>>
  /** By key; absent if the task has no items. */
  readonly items?: Readonly<Record<string, ItemScore>>
}

/** The response to a completion. Specification 2.10. */
export interface Completion extends CompletionHead {
  readonly checks: readonly CompletionCheck[]
}

/** The response to a completion in a scored run, without any member that must stay hidden. Specification 4.3. */
export interface RedactedCompletion extends CompletionHead {
  readonly checks: readonly RedactedCheck[]
}

/** Returns the `checks` of a completion: one per criterion run. A criterion without an id has the id "". */
export function toChecks(runs: readonly CriterionRun[]): readonly CompletionCheck[] {
  return runs.map((run) => ({
    criterion_id: run.criterion_id ?? '',
    label: run.label,
    result: toResult(run),
    score: run.score,
    axis: run.axis,
    ...(run.item !== undefined && { item: run.item }),
    details: run.details,
    ...(run.evidence !== null && !isWithoutDecision(run.outcome) && { field_results: readFieldResults(run.evidence) }),
  }))
}

/** Returns the body of a completion; undefined if a check failed to run, because there is then no verdict. */
export function toCompletion(taskRunId: string, verification: Verification): Completion | undefined {
  const { score, raw_score, capped_by, verdict, axes, items, criterion_runs } = verification
  if (score === null || raw_score === null || verdict === null) return undefined
  const head = { task_run_id: taskRunId, phase: 'completed' as const, verdict, score, raw_score, capped_by, axes }
  return { ...head, ...(items && { items }), checks: toChecks(criterion_runs) }
}

/** Returns the same completion without explanations, for scored runs. Only the members listed here are passed on. */
export function redactCompletion(completion: Completion | RedactedCompletion): RedactedCompletion {
  return {
    task_run_id: completion.task_run_id,
    phase: completion.phase,
    verdict: completion.verdict,
    score: completion.score,
    raw_score: completion.raw_score,
    capped_by: [...completion.capped_by],
    axes: Object.fromEntries(
      Object.entries(completion.axes).map(([axis, { score, weight }]) => [axis, { score, weight }]),
    ),
    ...(completion.items && {
      items: Object.fromEntries(
        Object.entries(completion.items).map(([key, { verdict, score, due }]) => [key, { verdict, score, due }]),
      ),
    }),
    checks: completion.checks.map(({ criterion_id, label, result, score, axis, item }) => ({
      criterion_id,
      label,
      result,
      score,
      axis,
      ...(item !== undefined && { item }),
    })),
  }
}

function toResult(run: CriterionRun): CheckResult {
  if (run.passed) return 'pass'
  return run.score === 0 ? 'fail' : 'partial'
}

/** Custom checks may return anything, so only results in the form that clients expect are passed on. */
function readFieldResults(evidence: JsonObject): readonly FieldResult[] {
  const results = evidence.field_results
  return Array.isArray(results) ? (results as readonly JsonValue[]).flatMap(toFieldResult) : []
}

function toFieldResult(result: JsonValue): readonly FieldResult[] {
  if (!isJsonObject(result)) return []
  const { path, expected = null, actual = null, passed, missing } = result
  if (typeof path !== 'string' || typeof passed !== 'boolean') return []
  return [{ path, expected, actual, passed, ...(typeof missing === 'boolean' && { missing }) }]
}
