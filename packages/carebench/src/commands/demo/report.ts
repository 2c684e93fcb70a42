import type { CamelKeys, Completion } from '@carebench/client'
import {
  type CriterionRun,
  type FieldResult,
  isJsonObject,
  type JsonObject,
  type TaskRunWithCriterionRuns,
  type Verdict,
} from '@carebench/protocol'
import type { AgentName } from '../../demo/agent.js'

/** One criterion of a task, as the organization of the benchmark sees it. */
export interface ReportedCheck {
  readonly label: string
  readonly axis: string
  readonly weight: number
  readonly guard: boolean
  readonly result: 'pass' | 'partial' | 'fail'
  readonly score: number
  readonly details: string | null
  readonly firstFailure: FieldResult | null
  readonly criterionRunId: string
}

/** One task of the demo's run. */
export interface ReportedTask {
  readonly name: string
  readonly verdict: Verdict
  readonly score: number
  /** The response to the agent: without explanations on a scored run. */
  readonly completion: Completion
  readonly checks: readonly ReportedCheck[]
}

/** The whole run of the demo. */
export interface Report {
  readonly agent: AgentName
  readonly benchmark: string
  readonly scored: boolean
  readonly verdict: Verdict | null
  readonly score: number | null
  readonly tasks: readonly ReportedTask[]
}

/** Combines the response to the agent with the evidence that the organization reads. */
export function reportTask(
  name: string,
  completion: Completion,
  taskRun: CamelKeys<TaskRunWithCriterionRuns>,
): ReportedTask {
  const criterionRuns = new Map(taskRun.criterionRuns.map((criterionRun) => [criterionRun.criterionId, criterionRun]))
  const criteria = readCriteria(taskRun.snapshot)
  return {
    name,
    verdict: completion.verdict,
    score: completion.score,
    completion,
    checks: completion.checks.map((check) => {
      const criterionRun = criterionRuns.get(check.criterionId)
      const criterion = criteria.get(check.criterionId)
      return {
        label: check.label,
        axis: check.axis,
        weight: typeof criterion?.weight === 'number' ? criterion.weight : 1,
        guard: criterion?.guard === true,
        result: check.result,
        score: check.score,
        details: criterionRun?.details ?? null,
        firstFailure: criterionRun === undefined ? null : findFirstFailure(criterionRun),
        criterionRunId: criterionRun?.id ?? '',
      }
    }),
  }
}

/** The axes of a run: the mean over the tasks that have the axis, and the sum of their weights. */
export function readAxes(tasks: readonly ReportedTask[]): Record<string, { score: number; weight: number }> {
  const axes: Record<string, { score: number; weight: number }> = {}
  const names = new Set(tasks.flatMap(({ completion }) => Object.keys(completion.axes)))
  for (const name of [...names].sort()) {
    const present = tasks.flatMap(({ completion }) => completion.axes[name] ?? [])
    const sum = present.reduce((total, { score }) => total + score, 0)
    axes[name] = {
      score: sum / present.length,
      weight: present.reduce((total, { weight }) => total + weight, 0),
    }
  }
  return axes
}

function readCriteria(snapshot: JsonObject | null): Map<unknown, JsonObject> {
  const task = snapshot?.task
  const criteria = isJsonObject(task) && Array.isArray(task.criteria) ? task.criteria.filter(isJsonObject) : []
  return new Map(criteria.map((criterion) => [criterion.id, criterion]))
}

function findFirstFailure(criterionRun: CamelKeys<CriterionRun>): FieldResult | null {
  const results = criterionRun.evidence?.field_results
  return Array.isArray(results) ? (results.filter(isFieldResult).find(({ passed }) => !passed) ?? null) : null
}

function isFieldResult(value: unknown): value is FieldResult {
  return isJsonObject(value) && typeof value.path === 'string' && typeof value.passed === 'boolean'
}
