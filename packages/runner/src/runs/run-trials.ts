import { arch, platform } from 'node:os'
import type { JsonObject } from '@carebench/protocol'
import type { Agent, AgentCheck, TrialEvent, TrialLimits } from '../agent.js'
import { type Ended, TrialStop } from '../ended.js'
import { createRedact } from '../results/redact.js'
import { ResultsFolder, type TrialFolder } from '../results/results-folder.js'
import { type RunSummary, summarizeTrials } from '../results/run-summary.js'
import { isTold, type TrialKey, type TrialResult } from '../results/trial-result.js'
import { ServiceConnection, type ServiceOptions } from '../service-connection.js'
import type { TrialContext } from '../trials/attempt.js'
import { resumeAttempt, runAttempt } from '../trials/run-attempt.js'
import { checkAgents } from './check-agents.js'
import { keepBase } from './keep-base.js'
import { planTrials, seedOf } from './plan-trials.js'
import { lockOf, mergeLocks, type RunLock } from './run-lock.js'
import { type RunRequest, takeRequests } from './run-requests.js'
import { Spending } from './spending.js'
import { toldResultOf } from './told-result.js'

export interface RunOptions {
  /** Where the results are, created if it is missing; a folder of an earlier run is continued. */
  readonly folder: string
  readonly service: ServiceOptions
  readonly benchmark: BenchmarkToRun
  /** Names of tasks of the benchmark, each once. */
  readonly tasks: readonly string[]
  /** Agents with different names. */
  readonly agents: readonly Agent[]
  /** Trials of each agent at each task. Default 1. */
  readonly trials?: number
  /** Trials at the same time. Default 4. */
  readonly concurrency?: number
  readonly limits?: TrialLimits
  /** New attempts at a trial whose attempt failed by infrastructure. Default 2. */
  readonly infrastructureRetries?: number
  /** From it come the seeds of the trials, and of their worlds where the benchmark allows it. Default: random worlds. */
  readonly seed?: number
  /** Whether the runs at the service are scored ones. Default true. Agents never see a result in either case. */
  readonly scored?: boolean
  /**
   * US dollars; the run stops when its attempts have cost as much, those of earlier processes and those that do not count included,
   * as far as their cost is known.
   */
  readonly budget?: number
  /** Whether agents that have a check are checked before the first trial, unless all of theirs are told. Default false. */
  readonly preflight?: boolean
  /** What the user asked for, for `run.json`, without secrets. */
  readonly config?: JsonObject
  /**
   * Further secrets of at least eight characters that must be in no file, such as keys of model providers. A call of an agent
   * that holds one of at least 16 is refused.
   */
  readonly secrets?: readonly string[]
  /** Aborted: no further trial begins, and those at work go on. */
  readonly drain?: AbortSignal
  /** Aborted: trials at work are cancelled too, and untold. */
  readonly stop?: AbortSignal
  readonly onEvent?: (event: RunEvent) => void
  /** Told the response of the service to each completion. */
  readonly onCompletion?: TrialContext['onCompletion']
}

export interface BenchmarkToRun {
  /** `name@version` */
  readonly reference: string
  /** Digest of the content of the version. */
  readonly digest: string
  /** Id of the benchmark and number of the version, if the base of its records is to be kept with the results. */
  readonly version?: { readonly benchmarkId: string; readonly number: number }
}

/** What happens in a run. */
export type RunEvent =
  | { readonly kind: 'launch'; readonly planned: number; readonly told: number; readonly folder: string }
  | { readonly kind: 'agent_checked'; readonly agent: string; readonly check: AgentCheck }
  | { readonly kind: 'trial_started'; readonly key: TrialKey; readonly attempt: number }
  | { readonly kind: 'trial_event'; readonly key: TrialKey; readonly event: TrialEvent }
  | { readonly kind: 'trial_ended'; readonly result: TrialResult; readonly again: boolean }
  | { readonly kind: 'agent_stopped'; readonly agent: string; readonly ended: Ended }
  | { readonly kind: 'done'; readonly outcome: RunOutcome }

export interface RunOutcome {
  readonly summary: RunSummary
  /** Why trials were left out; undefined if all were tried. */
  readonly stopped?: 'budget' | 'interrupted' | 'agent'
  /** US dollars of the run, as the budget counts them. */
  readonly costUsd: number
}

/** Milliseconds between looks for requests of other processes. */
const requestInterval = 500

/** Shorter secrets are replaced in files, but are too much like ordinary words for a call to be refused. */
const shortestInCalls = 16

/** Ends after which further trials of the agent would only fail in the same way. */
const hopeless = new Set<string>(['auth', 'quota', 'model_not_found', 'spawn'])

/**
 * Runs agents through tasks of a benchmark, and keeps everything in a folder. Trials that are told there are not run again;
 * those that a crash interrupted are completed or adopted if their agents had ended, else begun anew.
 *
 * @throws {AgentsNotReadyError} if a check says that agents cannot work; nothing has begun then
 * @throws {FolderInUseError} if another process writes to the folder
 * @throws {DamagedFolderError} if a file of the folder is not what was stored there
 * @throws {ChangedLockError} if the folder holds results of another benchmark, or of another agent of the same name
 * @throws {RangeError} for options that are out of range
 */
export async function runTrials(options: RunOptions): Promise<RunOutcome> {
  assertOptions(options)
  const service = new ServiceConnection(options.service)
  const redact = createRedact(secretsOf(options, service))
  const folder = ResultsFolder.open(options.folder, redact)
  try {
    return await new Run(options, service, folder).finish()
  } finally {
    folder.close()
  }
}

function secretsOf({ secrets = [] }: RunOptions, service: ServiceConnection): readonly string[] {
  return [...service.secrets, ...secrets]
}

function assertOptions({ agents, tasks, trials = 1, concurrency = 4, infrastructureRetries = 2 }: RunOptions): void {
  assertWhole('trials', trials, 1, 1000)
  assertWhole('concurrency', concurrency, 1, 1000)
  assertWhole('infrastructureRetries', infrastructureRetries, 0, 100)
  for (const [what, names] of [
    ['agents', agents.map(({ name }) => name)],
    ['tasks', tasks],
  ] as const) {
    if (names.length === 0) throw new RangeError(`${what} must not be empty.`)
    const repeated = names.find((name, index) => names.indexOf(name) !== index)
    if (repeated !== undefined) throw new RangeError(`${what} must have different names, got ${repeated} twice.`)
  }
}

function assertWhole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${value}.`)
}

class Run {
  readonly #options: RunOptions
  readonly #service: ServiceConnection
  readonly #folder: ResultsFolder
  readonly #context: TrialContext
  readonly #plan: readonly TrialKey[]
  readonly #told = new Map<TrialKey, TrialResult>()
  /** Aborted to end all trials at work. */
  readonly #halt = new AbortController()
  readonly #stoppedAgents = new Set<string>()
  /** The trials at work: aborted to end one of them. */
  readonly #working = new Map<TrialKey, AbortController>()
  readonly #requeued = new Set<TrialKey>()
  readonly #spending = new Spending()
  #stopped: RunOutcome['stopped']

  constructor(options: RunOptions, service: ServiceConnection, folder: ResultsFolder) {
    this.#options = options
    this.#service = service
    this.#folder = folder
    const { agents, tasks, trials = 1, limits = {}, scored = true, onCompletion } = options
    this.#plan = planTrials({ agents: agents.map(({ name }) => name), tasks, trials })
    this.#context = {
      service,
      scored,
      limits,
      redact: createRedact(secretsOf(options, service).filter(({ length }) => length >= shortestInCalls)),
      onEvent: (key, event) => this.#take(key, event),
      ...(onCompletion === undefined ? {} : { onCompletion }),
    }
  }

  async finish(): Promise<RunOutcome> {
    const { stop, concurrency = 4, benchmark } = this.#options
    const onStop = () => this.#interrupt({ kind: 'interrupted', reason: 'signal' }, 'interrupted')
    const lock = this.#mergeLock()
    this.#collectTold()
    // The lock is not written yet: after a wrong address, the right one would be another agent.
    await this.#check()
    this.#writeLock(lock)
    await keepBase(this.#service, this.#folder, benchmark.version)
    stop?.addEventListener('abort', onStop, { once: true })
    if (stop?.aborted === true) onStop()
    const timer = setInterval(() => this.#obey(takeRequests(this.#folder.path)), requestInterval)
    timer.unref()
    try {
      this.#report({ kind: 'launch', planned: this.#plan.length, told: this.#told.size, folder: this.#folder.path })
      const open = this.#plan.filter((key) => !this.#told.has(key))
      if (open.length > 0) this.#holdBudget()
      const queue = open.values()
      const workers = Array.from({ length: concurrency }, () => this.#work(queue))
      // A fault of this machine, such as a full disk, ends the run; but nobody may write to the folder after that.
      for (const settled of await Promise.allSettled(
        workers.map((worker) => worker.catch((error) => this.#fail(error))),
      )) {
        if (settled.status === 'rejected') throw settled.reason
      }
    } finally {
      clearInterval(timer)
      stop?.removeEventListener('abort', onStop)
    }
    const summary = summarizeTrials(benchmark.reference, this.#plan, [...this.#told.values()], this.#folder.readIndex())
    this.#folder.writeJson('results.json', summary)
    const outcome = {
      summary,
      costUsd: this.#spending.total,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
    }
    this.#report({ kind: 'done', outcome })
    return outcome
  }

  #mergeLock(): RunLock {
    const { benchmark, agents, limits = {}, seed = null, scored = true } = this.#options
    const { reference, digest: benchmarkDigest } = benchmark
    const now = lockOf({ benchmark: reference, benchmarkDigest, scored, seed, agents, limits })
    const before = this.#folder.readJson('lock.json')
    return before === undefined ? now : mergeLocks(before, now)
  }

  #writeLock(lock: RunLock): void {
    const { benchmark, agents, tasks, trials = 1, config = {} } = this.#options
    this.#folder.writeJson('lock.json', lock)
    this.#folder.writeJson('run.json', {
      version: 1,
      benchmark: benchmark.reference,
      tasks,
      trials,
      agents: agents.map(({ name }) => name),
      config,
      host: { node: process.version, platform: platform(), arch: arch() },
    })
  }

  /** The trials that an earlier process told. Their lines in the index may be missing after a crash. */
  #collectTold(): void {
    const lines = new Set(
      this.#folder.readIndex().map(({ agent, task, trial, attempt }) => idOf(agent, task, trial, attempt)),
    )
    for (const key of this.#plan) {
      const trial = this.#folder.trial(key)
      const told = toldResultOf(trial)
      if (told === undefined) continue
      if (!lines.has(idOf(key.agent, key.task, key.trial, told.attempt))) this.#folder.appendIndex(told)
      this.#told.set(key, told)
    }
    for (const { cost_usd } of this.#folder.readIndex()) this.#spending.add(cost_usd)
  }

  /** Checks the agents that have something to do. A check that is interrupted leaves the run to end by itself. */
  async #check(): Promise<void> {
    const { preflight = false, agents, drain, stop } = this.#options
    // A check costs a request.
    if (!preflight || this.#isBudgetUsed) return
    const busy = new Set(this.#plan.filter((key) => !this.#told.has(key)).map(({ agent }) => agent))
    const signals = [drain, stop].filter((signal) => signal !== undefined)
    const signal = AbortSignal.any(signals)
    try {
      for (const { agent, check } of await checkAgents(
        agents.filter(({ name }) => busy.has(name)),
        signal,
      )) {
        this.#spending.add(check.cost?.usd)
        this.#report({ kind: 'agent_checked', agent, check })
      }
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #work(queue: Iterator<TrialKey>): Promise<void> {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      const key = next.value
      if (this.#halt.signal.aborted) return
      if (this.#options.drain?.aborted === true) {
        this.#stopped ??= 'interrupted'
        return
      }
      if (!this.#stoppedAgents.has(key.agent)) await this.#try(key)
    }
  }

  /** Tries a trial until it is told, may not be repeated, or the run ends. */
  async #try(key: TrialKey): Promise<void> {
    const { agents, infrastructureRetries = 2, seed, benchmark, drain } = this.#options
    const agent = agents.find(({ name }) => name === key.agent)
    if (agent === undefined) throw new Error(`There is no agent ${key.agent}.`)
    const trial = this.#folder.trial(key)
    const attempt = (number: number) => ({
      key,
      number,
      agent,
      benchmark: benchmark.reference,
      folder: trial.attempt(number),
      signal: this.#halt.signal,
      seed: seedOf(seed ?? 0, key),
      seedWorld: seed !== undefined,
    })
    let number = trial.attempts().at(-1) ?? 0
    // An attempt without a result was interrupted by a crash.
    const isOpen = number > 0 && !trial.attempt(number).has('result.json')
    if (isOpen) {
      const result = await resumeAttempt(this.#context, attempt(number))
      this.#conclude(key, trial, result, !isTold(result))
      if (isTold(result)) return
    }
    for (let failures = 0; failures <= infrastructureRetries; ) {
      if (this.#halt.signal.aborted || this.#stoppedAgents.has(key.agent)) return
      number++
      this.#report({ kind: 'trial_started', key, attempt: number })
      const own = new AbortController()
      this.#working.set(key, own)
      const signal = AbortSignal.any([this.#halt.signal, own.signal])
      const result = await runAttempt(this.#context, { ...attempt(number), signal })
      this.#working.delete(key)
      const isRequeued = this.#requeued.delete(key) && !isTold(result)
      const { ended } = result
      if (ended.kind === 'infra') failures++
      const isHopeless = ended.kind === 'infra' && hopeless.has(ended.reason)
      const isBroken = ended.kind === 'infra' && !isHopeless && failures <= infrastructureRetries
      const again = (isBroken || isRequeued) && drain?.aborted !== true && !this.#halt.signal.aborted
      this.#conclude(key, trial, result, again)
      if (isHopeless) this.#stopAgent(key.agent, ended)
      if (!again) return
    }
  }

  #conclude(key: TrialKey, trial: TrialFolder, result: TrialResult, again: boolean): void {
    if (isTold(result)) {
      trial.tell(result)
      this.#told.set(key, result)
    }
    this.#folder.appendIndex(result)
    this.#spending.end(key, result.cost.usd)
    this.#report({ kind: 'trial_ended', result, again })
    if (this.#told.size < this.#plan.length) this.#holdBudget()
  }

  #stopAgent(agent: string, ended: Ended): void {
    if (this.#stoppedAgents.has(agent)) return
    this.#stoppedAgents.add(agent)
    this.#stopped ??= 'agent'
    this.#report({ kind: 'agent_stopped', agent, ended })
  }

  #take(key: TrialKey, event: TrialEvent): void {
    if (event.kind === 'model') this.#spending.note(key, event.cost?.usd)
    this.#report({ kind: 'trial_event', key, event })
    this.#holdBudget()
  }

  get #isBudgetUsed(): boolean {
    const { budget } = this.#options
    return budget !== undefined && this.#spending.total >= budget
  }

  #holdBudget(): void {
    if (this.#isBudgetUsed) this.#interrupt({ kind: 'interrupted', reason: 'budget' }, 'budget')
  }

  #interrupt(ended: Ended, stopped: RunOutcome['stopped']): void {
    if (this.#halt.signal.aborted) return
    this.#stopped = stopped
    this.#halt.abort(new TrialStop(ended))
  }

  /** Does what other processes ask about trials at work. */
  #obey(requests: readonly RunRequest[]): void {
    for (const { kind, agent, task, trial } of requests) {
      for (const [key, own] of this.#working) {
        if (key.agent !== agent || key.task !== task || key.trial !== trial) continue
        if (kind === 'requeue') this.#requeued.add(key)
        own.abort(new TrialStop({ kind: 'interrupted', reason: 'cancelled' }))
      }
    }
  }

  /** Ends all trials at work because of a fault, which is thrown again. */
  #fail(error: unknown): never {
    this.#interrupt({ kind: 'interrupted', reason: 'cancelled' }, 'interrupted')
    throw error
  }

  #report(event: RunEvent): void {
    this.#options.onEvent?.(event)
  }
}

function idOf(...parts: readonly (string | number)[]): string {
  return JSON.stringify(parts)
}
