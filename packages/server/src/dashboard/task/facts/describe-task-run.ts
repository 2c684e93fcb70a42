import type { TaskRunWithCriterionRuns } from '@carebench/protocol'
import { isLeftUndone } from '@carebench/verifier'
import { unknownSteps } from './broken-in.js'
import { describeUnrecorded, readItems, type UnnamedTask } from './describe-task.js'
import { isNotRight } from './not-right.js'
import type { ReportedCriterion } from './reported-task.js'
import { memberAt, toList, toText } from './unknown-value.js'

/** A criterion as its author reads it. */
interface KnownCriterion {
  readonly id: string
  readonly label: string
  readonly axis: string | null
  readonly weight: number
  readonly guard: boolean
}

/**
 * Describes a task run for an organization that may not read its record, from the verdicts and other data that the API
 * returns to it. `task` is given if the task is the organization's own.
 */
export function describeTaskRun(
  taskRun: TaskRunWithCriterionRuns,
  task: { readonly name: string; readonly criteria: readonly KnownCriterion[] } | null,
): UnnamedTask {
  return {
    ...describeUnrecorded({ ...taskRun, name: task?.name ?? taskRun.task_id }),
    taskId: taskRun.task_id,
    recorded: taskRun.phase === 'completed',
    startedAt: taskRun.started_at,
    completedAt: taskRun.completed_at,
    rawScore: taskRun.raw_score ?? null,
    ...readItems(taskRun.items, memberAt(taskRun.snapshot, 'task', 'items')),
    cappedBy: (taskRun.capped_by ?? []).map((id) => task?.criteria.find((one) => one.id === id)?.label ?? id),
    criteria: taskRun.criterion_runs.map((run): ReportedCriterion => {
      const known = task?.criteria.find(({ id }) => id === run.criterion_id)
      const { guard = false } = known ?? {}
      const { passed, evidence } = run
      return {
        id: run.criterion_id,
        label: known?.label ?? run.criterion_id,
        outcome: run.passed ? 'passed' : taskRun.verdict === null ? 'unread' : 'failed',
        score: run.score,
        axis: known?.axis ?? '',
        ...(run.item !== undefined && { item: run.item }),
        weight: known?.weight ?? 1,
        guard,
        severity: 'minor',
        harm: null,
        leftUndone: !passed && isLeftUndone({ guard, evidence }),
        notRight: !passed && isNotRight({ guard, evidence }),
        details: run.details ?? '',
        fields: toList(memberAt(run.evidence, 'field_results')).map((field) => ({
          path: toText(memberAt(field, 'path')) ?? '',
          expected: memberAt(field, 'expected'),
          actual: memberAt(field, 'actual') ?? null,
          missing: memberAt(field, 'missing') === true,
          passed: memberAt(field, 'passed') === true,
        })),
        assertion: undefined,
        evidence,
        brokenIn: unknownSteps,
      }
    }),
  }
}
