import { finish, type Harm, type JsonValue, type Severity, type Steps, severities } from '@carebench/protocol'
import type { OpenedRecord } from '@carebench/service'
import {
  type BySeverity,
  countedRuns,
  digestJsonInSteps,
  type EvidencePart,
  isLeftUndone,
  severityFor,
  type Verdict,
} from '@carebench/verifier'
import { findBrokenIn, unknownSteps } from './broken-in.js'
import { isNotRight } from './not-right.js'
import type {
  ReportedAxis,
  ReportedCriterion,
  ReportedField,
  ReportedItem,
  ReportedOutcome,
  ReportedTask,
} from './reported-task.js'
import { findStateDifferenceInSteps, unknownDifference } from './state-difference.js'
import { readTrajectory, type Trajectory } from './trajectory.js'
import { memberAt, toList, toNumber, toObject, toText } from './unknown-value.js'

/** A task run without its key for comparisons. */
export type UnnamedTask = Omit<ReportedTask, 'key'>

/**
 * Extracts the reported parts of the record of a task run. `parts` are the parts of the evidence that can be compared.
 */
export function describeTask(record: OpenedRecord, parts: readonly EvidencePart[]): UnnamedTask {
  return finish(describeTaskInSteps(record, parts))
}

/** Does the same as {@link describeTask} in steps. */
export function* describeTaskInSteps(record: OpenedRecord, parts: readonly EvidencePart[]): Steps<UnnamedTask> {
  const { about, task, result, evidence, log, criteria, options } = record
  const trajectory = readTrajectory(log)
  const read: ReportedCriterion[] = []
  for (const run of toList(memberAt(result, 'criterion_runs'))) {
    yield
    read.push(yield* readCriterion(run, criteria, trajectory))
  }
  const difference = yield* findStateDifferenceInSteps(evidence, parts)
  return {
    name: toText(memberAt(task, 'name')) ?? toText(memberAt(about, 'task_run_id')) ?? 'The task run',
    id: toText(memberAt(about, 'task_run_id')),
    taskId: toText(memberAt(task, 'id')),
    instruction: toText(memberAt(task, 'task_item', 'instruction')),
    ...readResult(result),
    ...readItems(memberAt(result, 'items'), memberAt(options, 'items')),
    ...readCaps(result, read),
    status: toText(memberAt(about, 'status')),
    recorded: true,
    startedAt: toText(memberAt(about, 'started_at')),
    completedAt: toText(memberAt(about, 'completed_at')),
    axes: readAxes(memberAt(result, 'axes')),
    criteria: read,
    output: memberAt(evidence, 'output'),
    difference,
    trajectory,
    judgedBy: yield* digestCriteria(criteria, options),
  }
}

/** Describes a listed task run without a record, because it was cancelled or timed out. */
export function describeUnrecorded(listed: unknown): UnnamedTask {
  return {
    name: toText(memberAt(listed, 'name')) ?? toText(memberAt(listed, 'id')) ?? 'A task run',
    id: toText(memberAt(listed, 'id')),
    taskId: null,
    instruction: null,
    ...readResult(listed),
    rawScore: null,
    cappedBy: [],
    broken: null,
    leftUndone: null,
    status: toText(memberAt(listed, 'status')),
    recorded: false,
    startedAt: null,
    completedAt: null,
    axes: [],
    criteria: [],
    output: undefined,
    difference: unknownDifference,
    trajectory: { logged: false, lanes: [], steps: [] },
    judgedBy: null,
  }
}

/** Reads verdict and score; both null if one of them is missing. */
export function readResult(result: unknown): { readonly verdict: Verdict | null; readonly score: number | null } {
  const verdict = memberAt(result, 'verdict')
  const score = toNumber(memberAt(result, 'score'))
  const isVerdict = verdict === 'pass' || verdict === 'partial' || verdict === 'fail'
  return isVerdict && score !== null && score >= 0 && score <= 1 ? { verdict, score } : { verdict: null, score: null }
}

/** Reads the results of items with their declared labels; nothing if the task has no items. */
export function readItems(items: unknown, declared: unknown): Pick<ReportedTask, 'items'> {
  const read = Object.entries(toObject(items) ?? {}).flatMap(([key, item]): readonly ReportedItem[] => {
    const { verdict, score } = readResult(item)
    if (verdict === null || score === null) return []
    const label =
      toText(
        memberAt(
          toList(declared).find((one) => memberAt(one, 'key') === key),
          'label',
        ),
      ) ?? key
    return [{ key, label, verdict, score, due: memberAt(item, 'due') !== false }]
  })
  return read.length === 0 ? {} : { items: read }
}

/** Reads the caps of the score. Records of older verifiers have none, because their criteria had no severity. */
function readCaps(
  result: unknown,
  criteria: readonly ReportedCriterion[],
): Pick<ReportedTask, 'rawScore' | 'cappedBy' | 'broken' | 'leftUndone'> {
  const capping = memberAt(result, 'capped_by')
  if (!Array.isArray(capping)) return { rawScore: null, cappedBy: [], broken: null, leftUndone: null }
  const labelOf = (name: string): string => criteria.find(({ id }) => id === name)?.label ?? name
  const { items = [] } = readItems(memberAt(result, 'items'), undefined)
  const counted = countedRuns(criteria, Object.fromEntries(items.map((item) => [item.key, item])))
  return {
    rawScore: toNumber(memberAt(result, 'raw_score')),
    cappedBy: toList(capping).map((name) => labelOf(toText(name) ?? '')),
    ...(readResult(result).verdict === null
      ? { broken: null, leftUndone: null }
      : {
          broken: countBySeverity(counted),
          leftUndone: countBySeverity(counted.filter((criterion) => criterion.leftUndone)),
        }),
  }
}

function countBySeverity(criteria: readonly ReportedCriterion[]): BySeverity {
  const count = (severity: Severity): number =>
    criteria.filter((criterion) => criterion.outcome === 'failed' && criterion.severity === severity).length
  return { critical: count('critical'), major: count('major'), minor: count('minor') }
}

function readAxes(axes: unknown): readonly ReportedAxis[] {
  return Object.entries(toObject(axes) ?? {}).flatMap(([name, axis]) => {
    const score = toNumber(memberAt(axis, 'score'))
    return score === null ? [] : [{ name, score, weight: toNumber(memberAt(axis, 'weight')) ?? 0 }]
  })
}

const knownSeverities: ReadonlySet<unknown> = new Set(severities)
const outcomes: ReadonlySet<unknown> = new Set(['passed', 'failed', 'undecided', 'unsupported', 'errored'])

function* readCriterion(run: unknown, criteria: readonly unknown[], trajectory: Trajectory): Steps<ReportedCriterion> {
  const id = toText(memberAt(run, 'criterion_id'))
  const label = toText(memberAt(run, 'label')) ?? id ?? 'A criterion'
  const written = criteria.find((criterion) =>
    id === null ? memberAt(criterion, 'label') === label : memberAt(criterion, 'id') === id,
  )
  const outcome = memberAt(run, 'outcome')
  const guard = memberAt(run, 'guard') === true
  const severity = memberAt(run, 'severity')
  const evidence = memberAt(run, 'evidence')
  const item = toText(memberAt(run, 'item'))
  const brokenIn = outcome === 'failed' ? yield* findBrokenIn(evidence, trajectory) : unknownSteps
  return {
    id,
    label,
    outcome: outcomes.has(outcome) ? (outcome as ReportedOutcome) : 'unread',
    score: toNumber(memberAt(run, 'score')),
    axis: toText(memberAt(run, 'axis')) ?? '',
    ...(item !== null && { item }),
    weight: toNumber(memberAt(run, 'weight')) ?? 1,
    guard,
    severity: knownSeverities.has(severity) ? (severity as Severity) : severityFor({ guard }),
    harm: toText(memberAt(run, 'harm')) as Harm | null,
    leftUndone: outcome === 'failed' && isLeftUndone({ guard, evidence }),
    notRight: outcome === 'failed' && isNotRight({ guard, evidence, brokenIn }),
    details: toText(memberAt(run, 'details')) ?? '',
    fields: toList(memberAt(evidence, 'field_results')).map(readField),
    assertion: memberAt(written, 'assertion'),
    evidence: readRest(evidence),
    brokenIn,
  }
}

function readField(result: unknown): ReportedField {
  return {
    path: toText(memberAt(result, 'path')) ?? '',
    expected: memberAt(result, 'expected'),
    actual: memberAt(result, 'actual') ?? null,
    missing: memberAt(result, 'missing') === true,
    passed: memberAt(result, 'passed') === true,
  }
}

/** Returns the evidence without the field results, which are shown separately; null if nothing is left. */
function readRest(evidence: unknown): unknown {
  const { field_results: _, assertion_results: __, ...rest } = toObject(evidence) ?? {}
  return Object.keys(rest).length === 0 ? null : rest
}

function* digestCriteria(criteria: readonly unknown[], options: unknown): Steps<string> {
  // Ids differ between publications, so they are omitted.
  const written = criteria.map((criterion) => {
    const { id: _, ...rest } = toObject(criterion) ?? {}
    return rest
  })
  return yield* digestJsonInSteps([written, options] as unknown as JsonValue)
}
