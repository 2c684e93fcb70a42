import { type Proportion, type RunsSummary, summarizeRuns } from '@carebench/verifier'
import {
  type AnyAssessment,
  findInvalidation,
  findLeftOut,
  listAssessments,
  type TaskAssessment,
} from './assessments.js'
import { groupBy } from './group-by.js'
import { type ItemFamilies, type ItemSummary, summarizeItems } from './item-summary.js'
import type { StoredPlan } from './read-folder.js'
import {
  type IndexLine,
  isScored,
  nameOfAttempt,
  nameOfTrial,
  type TrialKey,
  type TrialResult,
} from './trial-result.js'
import { readVerdict, type ShownVerdict, summarizeUndecided, type UndecidedSummary } from './undecided.js'

/** `results.json`: derived only from the plan, the results of the trials, the index of the attempts and assessments. */
export interface RunSummary {
  readonly version: 1
  readonly benchmark: string
  /** False if the audit of the benchmark had errors, so that its scores may mislead; otherwise absent. */
  readonly audit_ok?: false
  readonly agents: readonly AgentSummary[]
  /** The tasks that people have left out of all figures: who did so, when (UTC) and why; absent if there are none. */
  readonly left_out?: readonly LeftOutTask[]
}

/** A task that a person has left out of all figures. */
type LeftOutTask = Pick<TaskAssessment, 'task' | 'by' | 'at' | 'reason'>

/** The figures of one agent. */
export interface AgentSummary {
  readonly agent: string
  readonly isolation: string
  /** How it reached the systems; empty if unknown. */
  readonly surface: string
  readonly planned: number
  readonly scored: number
  /** Unscored trials, including those that people have invalidated. */
  readonly unscored: number
  /** Trials that are scored, but invalidated by a person. */
  readonly invalidated: number
  /** Scored divided by planned, from 0 to 1. */
  readonly coverage: number
  readonly passed: number
  /** The items of its scored trials; absent if no task has items. */
  readonly items?: ItemSummary
  /** Passed divided by scored, with its interval; null if nothing is scored. */
  readonly pass_rate: Proportion | null
  /**
   * The share of passes among all planned trials if every unscored or undecided trial had failed, and if every one had
   * passed.
   */
  readonly bounds: { readonly low: number; readonly high: number }
  readonly mean_score: Proportion | null
  readonly completion_under_policy: Proportion | null
  readonly critical_failures: RunsSummary['critical_failures']
  readonly critical_omissions: RunsSummary['critical_omissions']
  /** The scored trials in which criteria could not be decided. */
  readonly undecided: UndecidedSummary
  readonly repeated: RunsSummary['repeated']
  /** The number of scored trials by how they ended, such as `limit/timeout`. */
  readonly ends: Readonly<Record<string, number>>
  /**
   * The number of unscored trials by how their last attempts ended, such as `infra/rate_limit`; `not_begun` without an
   * attempt.
   */
  readonly unscored_ends: Readonly<Record<string, number>>
  /** Number of earlier attempts at the scored trials, which ended for reasons other than the agent. */
  readonly retries: number
  /** Cost of the scored trials in US dollars; null if there are none, or if any cost is unknown. */
  readonly cost_usd: number | null
  /** Known cost of all attempts in US dollars, including those that do not count; null if no cost is known. */
  readonly spent_usd: number | null
  readonly tokens: { readonly input: number | null; readonly output: number | null }
  readonly tasks: readonly TaskCells[]
}

/** The trials of an agent on one task, in order; `undecided` if nothing failed, but not everything was decided. */
export interface TaskCells {
  readonly task: string
  readonly trials: readonly ShownVerdict[]
  readonly passed: number
  readonly mean_score: number | null
}

/**
 * Summarizes a run.
 *
 * @param plan the benchmark, whether its audit has no errors, and the families of its items
 * @param whole the planned trials
 * @param results scored trials; those of the plan without one are unscored
 * @param attempts the index of all attempts, for what they have cost
 * @param assessments people's assessments; invalidated trials are in no figure, like unscored ones
 */
export function summarizeTrials(
  { benchmark, auditOk, itemFamilies }: Pick<StoredPlan, 'benchmark' | 'auditOk' | 'itemFamilies'>,
  whole: readonly TrialKey[],
  results: readonly TrialResult[],
  attempts: readonly IndexLine[],
  assessments: readonly AnyAssessment[],
): RunSummary {
  const leftOut = findLeftOut(assessments)
  const plan = whole.filter(({ task }) => !leftOut.has(task))
  const named = [...leftOut.values()].map(({ task, by, at, reason }) => ({ task, by, at, reason }))
  const said = listAssessments(results, assessments)
  const scored = new Map(results.filter(isScored).map((result) => [nameOfTrial(result.key), result]))
  const planned = groupBy(
    plan.map((key) => ({ ...key, name: nameOfTrial(key) })),
    ({ agent }) => agent,
  )
  const attempted = groupBy(attempts, ({ agent }) => agent)
  const summaryOf = (agent: string) => {
    const own = attempted.get(agent) ?? []
    const costs = new Map(own.map((line) => [nameOfAttempt(line, line.attempt), line.cost_usd]))
    const last = new Map(own.map((line) => [nameOfTrial(line), line.ended]))
    const cells = (planned.get(agent) ?? []).map(({ task, trial, name }): Cell => {
      const result = scored.get(name)
      if (result !== undefined && findInvalidation(said.get(name) ?? []) !== undefined) {
        return { task, trial, result: undefined, unscored: invalidated }
      }
      return { task, trial, result, unscored: result === undefined ? (last.get(name) ?? 'not_begun') : undefined }
    })
    return summarizeAgent(agent, cells, [...costs.values()], itemFamilies)
  }
  return {
    version: 1,
    benchmark,
    ...(!auditOk && { audit_ok: false as const }),
    agents: [...planned.keys()].map(summaryOf),
    ...(named.length > 0 && { left_out: named }),
  }
}

/** Returns a sentence with the task, the person, the date of the list and the reason. */
export function explainLeftOut({ task, by, at, reason }: LeftOutTask): string {
  return `${task} is left out of all figures by ${by}, ${at.slice(0, 10)}: ${reason}`
}

/** The reason why a trial with a result counts as unscored. */
const invalidated = 'invalidated'

/** One trial of an agent. */
interface Cell {
  readonly task: string
  readonly trial: number
  readonly result: TrialResult | undefined
  /** Why it is unscored; undefined if it is scored. */
  readonly unscored: string | undefined
}

function summarizeAgent(
  agent: string,
  cells: readonly Cell[],
  costs: readonly (number | null)[],
  itemFamilies: ItemFamilies,
): AgentSummary {
  const scored = cells.flatMap(({ result }) => result ?? [])
  const unscored = cells.flatMap(({ unscored }) => unscored ?? [])
  const runs = [...groupBy(cells, ({ trial }) => trial).values()].map((run) => ({
    task_runs: run.map(({ task, result }) => {
      const { verdict = null, score = null, broken = null, left_undone = null } = result ?? {}
      return { task_id: task, verdict, score, broken, left_undone }
    }),
  }))
  const byTask = groupBy(cells, ({ task }) => task)
  const {
    passed,
    pass_rate,
    mean_score,
    completion_under_policy,
    critical_failures,
    critical_omissions,
    repeated,
    tasks,
  } = summarizeRuns(runs)
  const undecided = summarizeUndecided(
    scored.map(({ key, undecided: own = null }) => ({ task: key.task, undecided: own })),
  )
  const items = summarizeItems(scored, itemFamilies)
  const open = unscored.length + scored.filter((result) => readVerdict(result) === 'undecided').length
  return {
    agent,
    isolation: [...new Set(scored.map(({ isolation }) => isolation))].join(', '),
    surface: [...new Set(scored.flatMap(({ surface }) => surface ?? []))].join(', '),
    planned: cells.length,
    scored: scored.length,
    unscored: unscored.length,
    invalidated: unscored.filter((why) => why === invalidated).length,
    coverage: share(scored.length, cells.length),
    passed,
    ...(items && { items }),
    pass_rate,
    bounds: { low: share(passed, cells.length), high: share(passed + open, cells.length) },
    mean_score,
    completion_under_policy,
    critical_failures,
    critical_omissions,
    undecided,
    repeated,
    ends: countNames(scored.map(({ ended }) => `${ended.kind}/${ended.reason}`)),
    unscored_ends: countNames(unscored),
    retries: scored.reduce((sum, { attempt }) => sum + attempt - 1, 0),
    cost_usd: scored.length === 0 ? null : sumKnown(scored.map(({ cost }) => cost.usd)),
    spent_usd: costs.reduce((sum, usd) => (usd === null ? sum : (sum ?? 0) + usd), null),
    tokens: {
      input: sumKnown(scored.map(({ usage }) => usage?.input ?? null)),
      output: sumKnown(scored.map(({ usage }) => usage?.output ?? null)),
    },
    tasks: tasks.map((task) => ({
      task: task.task_id,
      trials: (byTask.get(task.task_id) ?? []).map(
        ({ result }): ShownVerdict => (result === undefined ? 'unscored' : readVerdict(result)),
      ),
      passed: task.passed,
      mean_score: task.mean_score,
    })),
  }
}

/** Formats how many trials passed, and how many of their items. */
export function countPassed({ passed, scored, items }: Pick<AgentSummary, 'passed' | 'scored' | 'items'>): string {
  return `${passed} of ${scored}${items === undefined ? '' : `, ${items.passed} of ${items.due} items`}`
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Sums numbers; null if any is unknown, because the sum would be too small. */
function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0 as number | null)
}

function countNames(names: readonly string[]): Readonly<Record<string, number>> {
  const counted = [...groupBy(names, (name) => name)].map(([name, all]) => [name, all.length] as const)
  return Object.fromEntries(counted.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
