import type { JsonObject } from '@carebench/protocol'
import type { Agent, AgentCheck, TrialEvent, TrialLimits } from '../agent.js'
import type { Ended } from '../ended.js'
import type { RunSummary } from '../results/run-summary.js'
import { maxPlannedTrials, maxTrials } from '../results/stored-shapes.js'
import type { TrialKey, TrialResult } from '../results/trial-result.js'
import type { ServiceOptions } from '../service-connection.js'
import type { TrialContext } from '../trials/attempt.js'
import type { ItemsSoFar } from '../trials/item-watch.js'
import type { ProxiedCall } from '../trials/trial-proxy.js'
import type { AttemptExecutor, TrialProgress } from './attempt-executor.js'
import type { Shard } from './plan-trials.js'
import { maxConcurrency } from './run-requests.js'

/** Options of `runTrials`: what to run, and where to store the results. */
export interface RunOptions {
  /** The results folder, created if missing; a folder of an earlier run is continued. */
  readonly folder: string
  readonly service: ServiceOptions
  readonly benchmark: BenchmarkToRun
  /** Names of tasks of the benchmark, each once. */
  readonly tasks: readonly string[]
  /** The known tags, by task name. They do not affect the run. */
  readonly tags?: Readonly<Record<string, readonly string[]>>
  /** The families of items, by the names of their tasks and by their keys. They decide nothing. */
  readonly itemFamilies?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Agents with different names. */
  readonly agents: readonly Agent[]
  /** Number of trials of each agent on each task, from 1 to 1,000; at most 100,000 in all. Default 1. */
  readonly trials?: number
  /** The part of the trials that this process runs. Default: all. */
  readonly shard?: Shard
  /** Maximum number of concurrent trials, from 1 to 1,000. Default 4. */
  readonly concurrency?: number
  readonly limits?: TrialLimits
  /** Maximum number of retries of a trial after infrastructure errors, from 0 to 100. Default 2. */
  readonly infrastructureRetries?: number
  /** Seeds of trials are derived from it, and of their worlds if the benchmark allows it. Default: random worlds. */
  readonly seed?: number
  /** Whether the runs at the service are scored ones. Default true. Agents never see a result in either case. */
  readonly scored?: boolean
  /**
   * Budget in US dollars; the run stops when the known cost of its attempts reaches it, including those of earlier
   * processes and those that do not count.
   */
  readonly budget?: number
  /**
   * Whether agents with a check are checked before the first trial, unless all of their trials have a result. Default
   * false.
   */
  readonly preflight?: boolean
  /** The user's options for `run.json`, without secrets. */
  readonly config?: JsonObject
  /**
   * Further secrets of at least eight characters that must not be in any file, such as keys of model providers. An
   * agent's call that contains one of at least 16 characters is rejected.
   */
  readonly secrets?: readonly string[]
  /** When aborted, no further trial starts; running ones continue. */
  readonly drain?: AbortSignal
  /** When aborted, running trials are also cancelled, and stay unscored. */
  readonly stop?: AbortSignal
  /**
   * Runs the attempts elsewhere. This process then only stores the results; it gets no events of the agents, and learns
   * the cost of an attempt at its end. Default: this process runs them.
   */
  readonly executor?: AttemptExecutor
  readonly onEvent?: (event: RunEvent) => void
  /** Called with the response of the service to each completion. */
  readonly onCompletion?: TrialContext['onCompletion']
}

/** A version of a benchmark at the service. */
export interface BenchmarkToRun {
  /** `name@version` */
  readonly reference: string
  /** Digest of the content of the version. */
  readonly digest: string
  /** Whether its audit has no errors. Default true. */
  readonly auditOk?: boolean
  /** Id of the benchmark and number of the version, if the base of its records should be stored with the results. */
  readonly version?: { readonly benchmarkId: string; readonly number: number }
}

/** An event of a run. */
export type RunEvent =
  | { readonly kind: 'launch'; readonly planned: number; readonly scored: number; readonly folder: string }
  | { readonly kind: 'agent_checked'; readonly agent: string; readonly check: AgentCheck }
  | { readonly kind: 'trial_started'; readonly key: TrialKey; readonly attempt: number }
  | { readonly kind: 'trial_event'; readonly key: TrialKey; readonly event: TrialEvent }
  /** An agent's call got its response. */
  | { readonly kind: 'trial_call'; readonly key: TrialKey; readonly call: ProxiedCall }
  /** The number of items that pass so far in a running trial; never shown to agents. */
  | { readonly kind: 'trial_items'; readonly key: TrialKey; readonly items: ItemsSoFar }
  /** What the worker of another process has reported about a trial. */
  | { readonly kind: 'trial_progress'; readonly key: TrialKey; readonly progress: TrialProgress }
  | { readonly kind: 'trial_ended'; readonly result: TrialResult; readonly again: boolean }
  /** The maximum number of concurrent trials was changed. */
  | { readonly kind: 'pace'; readonly concurrency: number }
  | { readonly kind: 'agent_stopped'; readonly agent: string; readonly ended: Ended }
  | { readonly kind: 'done'; readonly outcome: RunOutcome }

/** The end of a run. */
export interface RunOutcome {
  readonly summary: RunSummary
  /** Why trials were skipped; undefined if every trial was tried. */
  readonly stopped?: 'budget' | 'interrupted' | 'agent'
  /** Cost of the run in US dollars, as counted for the budget. */
  readonly costUsd: number
}

/** Throws a RangeError for options that are out of range. */
export function assertOptions({
  agents,
  tasks,
  trials = 1,
  concurrency = 4,
  infrastructureRetries = 2,
}: RunOptions): void {
  assertWhole('trials', trials, 1, maxTrials)
  assertWhole('concurrency', concurrency, 1, maxConcurrency)
  assertWhole('infrastructureRetries', infrastructureRetries, 0, 100)
  for (const [what, names] of [
    ['agents', agents.map(({ name }) => name)],
    ['tasks', tasks],
  ] as const) {
    if (names.length === 0) throw new RangeError(`${what} must not be empty.`)
    const repeated = names.find((name, index) => names.indexOf(name) !== index)
    if (repeated !== undefined) throw new RangeError(`${what} must have different names, got ${repeated} twice.`)
  }
  const planned = agents.length * tasks.length * trials
  if (planned > maxPlannedTrials) throw new RangeError(`A run has at most ${maxPlannedTrials} trials, got ${planned}.`)
}

function assertWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${value}.`)
}
