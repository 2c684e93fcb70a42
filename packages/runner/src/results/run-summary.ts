import { type Proportion, type RunsSummary, summarizeRuns } from '@carebench/verifier'
import { type IndexLine, isTold, type TrialKey, type TrialResult } from './trial-result.js'

/** `results.json`: follows from the plan, the results of the trials and the index of the attempts alone. */
export interface RunSummary {
  readonly version: 1
  readonly benchmark: string
  readonly agents: readonly AgentSummary[]
}

export interface AgentSummary {
  readonly agent: string
  readonly isolation: string
  readonly planned: number
  readonly told: number
  readonly untold: number
  /** Told divided by planned, from 0 to 1. */
  readonly coverage: number
  readonly passed: number
  /** Passed divided by told, with its interval; null if nothing is told. */
  readonly pass_rate: Proportion | null
  /** The share of passes in all that is planned, if every untold trial failed, and if every one passed. */
  readonly bounds: { readonly low: number; readonly high: number }
  readonly mean_score: Proportion | null
  readonly completion_under_policy: Proportion | null
  readonly critical_failures: RunsSummary['critical_failures']
  readonly repeated: RunsSummary['repeated']
  /** How the told trials ended, `limit/timeout`, and how often. */
  readonly ends: Readonly<Record<string, number>>
  /** Attempts that were repeated for reasons that were not the agent's. */
  readonly retries: number
  /** US dollars of the told trials; null if there is none, or if that of any is unknown. */
  readonly cost_usd: number | null
  /** US dollars of all attempts, those that do not count included, as far as it is known; null if that of none is. */
  readonly spent_usd: number | null
  readonly tokens: { readonly input: number | null; readonly output: number | null }
  readonly tasks: readonly TaskCells[]
}

/** The trials of an agent at one task, in their order. */
export interface TaskCells {
  readonly task: string
  readonly trials: readonly ('pass' | 'partial' | 'fail' | 'untold')[]
  readonly passed: number
  readonly mean_score: number | null
}

/**
 * Summarizes a run.
 *
 * @param results told trials; those of the plan without one are untold
 * @param attempts the index of all attempts, for what they have cost
 */
export function summarizeTrials(
  benchmark: string,
  plan: readonly TrialKey[],
  results: readonly TrialResult[],
  attempts: readonly IndexLine[],
): RunSummary {
  const told = new Map(results.filter(isTold).map((result) => [nameOf(result.key), result]))
  const agents = [...new Set(plan.map(({ agent }) => agent))]
  const summaryOf = (agent: string) => {
    const keys = plan.filter((key) => key.agent === agent)
    const costs = attempts.filter((attempt) => attempt.agent === agent).map(({ cost_usd }) => cost_usd)
    return summarizeAgent(agent, keys, (key) => told.get(nameOf(key)), costs)
  }
  return { version: 1, benchmark, agents: agents.map(summaryOf) }
}

function nameOf({ agent, task, trial }: TrialKey): string {
  return JSON.stringify([agent, task, trial])
}

function summarizeAgent(
  agent: string,
  keys: readonly TrialKey[],
  resultOf: (key: TrialKey) => TrialResult | undefined,
  costs: readonly (number | null)[],
): AgentSummary {
  const told = keys.flatMap((key) => resultOf(key) ?? [])
  const numbers = [...new Set(keys.map(({ trial }) => trial))]
  const runs = numbers.map((number) => ({
    task_runs: keys
      .filter(({ trial }) => trial === number)
      .map((key) => {
        const { verdict = null, score = null, broken = null } = resultOf(key) ?? {}
        return { task_id: key.task, verdict, score, broken }
      }),
  }))
  const { passed, pass_rate, mean_score, completion_under_policy, critical_failures, repeated, tasks } =
    summarizeRuns(runs)
  const untold = keys.length - told.length
  return {
    agent,
    isolation: [...new Set(told.map(({ isolation }) => isolation))].join(', '),
    planned: keys.length,
    told: told.length,
    untold,
    coverage: share(told.length, keys.length),
    passed,
    pass_rate,
    bounds: { low: share(passed, keys.length), high: share(passed + untold, keys.length) },
    mean_score,
    completion_under_policy,
    critical_failures,
    repeated,
    ends: countEnds(told),
    retries: told.reduce((sum, { attempt }) => sum + attempt - 1, 0),
    cost_usd: told.length === 0 ? null : sumKnown(told.map(({ cost }) => cost.usd)),
    spent_usd: costs.reduce((sum, usd) => (usd === null ? sum : (sum ?? 0) + usd), null),
    tokens: {
      input: sumKnown(told.map(({ usage }) => usage?.input ?? null)),
      output: sumKnown(told.map(({ usage }) => usage?.output ?? null)),
    },
    tasks: tasks.map((task) => ({
      task: task.task_id,
      trials: keys
        .filter((key) => key.task === task.task_id)
        .map((key): TaskCells['trials'][number] => resultOf(key)?.verdict ?? 'untold'),
      passed: task.passed,
      mean_score: task.mean_score,
    })),
  }
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole
}

/** Null if any is unknown: a sum without it would be too small. */
function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0 as number | null)
}

function countEnds(results: readonly TrialResult[]): Readonly<Record<string, number>> {
  const names = results.map(({ ended }) => `${ended.kind}/${ended.reason}`).sort()
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]))
}
