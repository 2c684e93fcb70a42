import { type Distribution, describeDistribution } from '../../comparing/distribution.js'
import { explainDamage } from '../../files/run-folder.js'
import {
  type Assessment,
  findInvalidation,
  listAssessments,
  readAssessments,
} from '../../runner/results/assessments.js'
import { findWriter } from '../../runner/results/folder-lock.js'
import type { ItemFamilies } from '../../runner/results/item-summary.js'
import {
  type KnownResults,
  readIndex,
  readLock,
  readPlan,
  readResults,
  type StoredLock,
} from '../../runner/results/read-folder.js'
import { type RunSummary, summarizeTrials } from '../../runner/results/run-summary.js'
import { nameOfTrial, type TrialKey, type TrialResult } from '../../runner/results/trial-result.js'
import { planTrials } from '../../runner/runs/plan-trials.js'
import type { TrialFacts } from './trial-facts.js'

/** The resources used by the trials of an agent; a figure is null if it is unknown for all scored trials. */
export interface AgentFigures {
  readonly agent: string
  /** Cost of a trial in US dollars. */
  readonly cost: Distribution | null
  /** Input and output tokens of a trial. */
  readonly tokens: Distribution | null
  /** Time of a trial in milliseconds. */
  readonly time: Distribution | null
  /**
   * Cost of all scored trials divided by the number of passes, in US dollars; null without a pass, or if any cost is
   * unknown.
   */
  readonly costPerPass: number | null
}

/** The state of a run, without its trials. */
export interface RunState {
  readonly summary: RunSummary
  /** In the order of the plan; trials of earlier plans come last. */
  readonly keys: readonly TrialKey[]
  readonly agents: readonly string[]
  readonly tasks: readonly string[]
  /** The known tags, by task name. */
  readonly tags: Readonly<Record<string, readonly string[]>>
  readonly itemFamilies: ItemFamilies
  readonly figures: readonly AgentFigures[]
  /** People's assessments of the attempts that count, by `nameOfTrial`. */
  readonly assessments: ReadonlyMap<string, readonly Assessment[]>
  /** The locks of the agents in `lock.json`, by name; empty without such a file. */
  readonly locks: StoredLock['agents']
  readonly isAtWork: boolean
}

/** The content of a run's overview. */
export interface RunReport extends RunState {
  /** In the order of the keys. */
  readonly trials: readonly TrialFacts[]
}

/**
 * Reads the state of a run from its folder, also while it is active; known results are not read again. Throws a
 * `UsageError` if the plan, the index, the assessments or the lock are damaged.
 */
export function readRunState(folder: string, known?: KnownResults): RunState {
  const isAtWork = findWriter(folder) !== undefined
  const plan = explainDamage(() => readPlan(folder))
  // Damaged results are ignored here; the trial's page reports them.
  const results = readResults(folder, () => undefined, known)
  const attempts = explainDamage(() => readIndex(folder))
  const assessments = explainDamage(() => readAssessments(folder))
  const said = listAssessments(results, assessments)
  const counted = results.filter(({ key }) => findInvalidation(said.get(nameOfTrial(key)) ?? []) === undefined)
  const planned = planTrials(plan)
  const names = new Set(planned.map(nameOfTrial))
  const more = results.map(({ key: { agent, task, trial } }) => ({ agent, task, trial }))
  const keys = [...planned, ...more.filter((key) => !names.has(nameOfTrial(key)))]
  const agents = [...new Set(keys.map(({ agent }) => agent))]
  return {
    summary: summarizeTrials(plan, keys, results, attempts, assessments),
    keys,
    agents,
    tasks: [...new Set(keys.map(({ task }) => task))],
    tags: plan.tags,
    itemFamilies: plan.itemFamilies,
    figures: agents.map((agent) =>
      computeFigures(
        agent,
        counted.filter(({ key }) => key.agent === agent),
      ),
    ),
    assessments: said,
    locks: explainDamage(() => readLock(folder))?.agents ?? {},
    isAtWork,
  }
}

function computeFigures(agent: string, results: readonly TrialResult[]): AgentFigures {
  const costs = results.map(({ cost }) => cost.usd)
  const known = costs.filter((usd) => usd !== null)
  const passed = results.filter(({ verdict }) => verdict === 'pass').length
  const total = known.reduce((sum, usd) => sum + usd, 0)
  return {
    agent,
    cost: describeDistribution(known),
    tokens: describeDistribution(results.flatMap((result) => countTokens(result) ?? [])),
    time: describeDistribution(results.map(({ time }) => time.active_ms ?? time.wall_ms)),
    costPerPass: passed === 0 || known.length < costs.length ? null : total / passed,
  }
}

/** Returns the tokens of a trial; null if unknown. */
export function countTokens({ usage }: Pick<TrialResult, 'usage'>): number | null {
  const { input = null, output = null } = usage ?? {}
  return input === null || output === null ? null : input + output
}
