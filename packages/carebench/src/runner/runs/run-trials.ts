import { setMaxListeners } from 'node:events'
import { arch, platform } from 'node:os'
import { basename } from 'node:path'
import type { TrialEvent } from '../agent.js'
import { type Ended, TrialStopError } from '../ended.js'
import { readAssessments } from '../results/assessments.js'
import { whenRoom } from '../results/disk-room.js'
import { readPlan } from '../results/read-folder.js'
import { createCallRedact, createRedact } from '../results/redact.js'
import { ResultsFolder, type TrialFolder } from '../results/results-folder.js'
import { summarizeTrials } from '../results/run-summary.js'
import { isScored, nameOfTrial, type TrialKey, type TrialResult } from '../results/trial-result.js'
import { ServiceConnection } from '../service-connection.js'
import type { Attempt, TrialContext } from '../trials/attempt.js'
import { resumeAttempt, runAttempt } from '../trials/run-attempt.js'
import type { TrialProgress } from './attempt-executor.js'
import { assertLimitsBind, checkAgents } from './check-agents.js'
import { Hopes, mayRepeatNoMore } from './hopes.js'
import { keepBase } from './keep-base.js'
import { forgetLive, LiveTrials } from './live-trials.js'
import { deriveSeed, planTrials, trialsOfShard } from './plan-trials.js'
import { mergeLocks, type RunLock, readLock } from './run-lock.js'
import { assertOptions, type RunEvent, type RunOptions, type RunOutcome } from './run-options.js'
import { takeRequests } from './run-requests.js'
import { collectScored } from './scored-trials.js'
import { Spending } from './spending.js'
import { TrialQueue } from './trial-queue.js'

/** Poll interval for requests of other processes in milliseconds. */
const requestInterval = 500

/**
 * Runs agents through tasks of a benchmark, and stores everything in a folder. Does not run trials again that are
 * already scored there. Trials interrupted by a crash or an unreachable service are completed if their agents had
 * ended, else repeated.
 *
 * @throws {AgentsNotReadyError} if a check says that agents cannot work; nothing has started then
 * @throws {FolderInUseError} if another process writes to the folder
 * @throws {DamagedFolderError} if a file of the folder was changed
 * @throws {ChangedLockError} if the folder has results of another benchmark, or of another agent of the same name
 * @throws {RangeError} for options that are out of range
 */
export async function runTrials(options: RunOptions): Promise<RunOutcome> {
  assertOptions(options)
  const service = new ServiceConnection(options.service)
  const redact = createRedact(listSecrets(options, service))
  const folder = ResultsFolder.open(options.folder, redact)
  try {
    return await new Run(options, service, folder).finish()
  } finally {
    folder.close()
  }
}

function listSecrets({ secrets = [] }: RunOptions, service: ServiceConnection): readonly string[] {
  return [...service.secrets, ...secrets]
}

class Run {
  readonly #options: RunOptions
  readonly #service: ServiceConnection
  readonly #folder: ResultsFolder
  readonly #live: LiveTrials
  readonly #context: TrialContext
  readonly #plan: readonly TrialKey[]
  readonly #scored = new Map<TrialKey, TrialResult>()
  /** Aborted to end all running trials. */
  readonly #halt = new AbortController()
  readonly #stoppedAgents = new Set<string>()
  readonly #hopes = new Hopes()
  /** The running trials, each with a controller to end it. */
  readonly #working = new Map<TrialKey, AbortController>()
  readonly #requeued = new Set<TrialKey>()
  /** Trials that were requeued although the agent could have written the request; they are requeued only once. */
  readonly #begunAnew = new Set<TrialKey>()
  readonly #spending = new Spending()
  readonly #workers: Promise<void>[] = []
  #queue = new TrialQueue([], 0)
  #stopped: RunOutcome['stopped']

  constructor(options: RunOptions, service: ServiceConnection, folder: ResultsFolder) {
    this.#options = options
    this.#service = service
    this.#folder = folder
    setMaxListeners(0, this.#halt.signal) // Avoids a warning: every running trial adds a listener.
    const { agents, tasks, trials = 1, shard, limits = {}, scored = true, onCompletion } = options
    const plan = planTrials({ agents: agents.map(({ name }) => name), tasks, trials })
    this.#plan = shard === undefined ? plan : trialsOfShard(plan, shard)
    const redact = createCallRedact(listSecrets(options, service))
    const isPrivate = agents.every(({ isolation }) => isolation !== 'none')
    this.#live = new LiveTrials(Date.now, redact, isPrivate)
    this.#context = {
      service,
      scored,
      group: basename(folder.path),
      limits,
      redact,
      onEvent: (key, event) => this.#take(key, event),
      onCall: (key, call) => this.#report({ kind: 'trial_call', key, call }),
      onItems: (key, items) => this.#report({ kind: 'trial_items', key, items }),
      ...(onCompletion === undefined ? {} : { onCompletion }),
    }
  }

  async finish(): Promise<RunOutcome> {
    const { stop, drain, concurrency = 4, benchmark, itemFamilies = {} } = this.#options
    const onStop = () => this.#interrupt({ kind: 'interrupted', reason: 'signal' }, 'interrupted')
    // Throws if the plan is unreadable, because it will be overwritten.
    if (this.#folder.has('run.json')) readPlan(this.#folder.path)
    const lock = this.#mergeLock()
    for (const [key, result] of collectScored(this.#folder, this.#plan)) this.#scored.set(key, result)
    for (const line of this.#folder.readIndex()) {
      this.#spending.end(line, line.attempt, line.cost_usd, line.cost_source === 'agent')
    }
    if (this.#scored.size < this.#plan.length) this.#holdBudget()
    // Checked before the lock is written, so that an agent whose wrong address is corrected does not count as another
    // agent.
    await this.#check()
    this.#writeLock(lock)
    await keepBase(this.#service, this.#folder, benchmark.version)
    stop?.addEventListener('abort', onStop, { once: true })
    if (stop?.aborted === true) onStop()
    const open = this.#plan.filter((key) => !this.#scored.has(key))
    this.#queue = new TrialQueue(open, 0)
    const onDrain = () => this.#queue.close()
    drain?.addEventListener('abort', onDrain, { once: true })
    this.#halt.signal.addEventListener('abort', onDrain, { once: true })
    if (drain?.aborted === true || this.#halt.signal.aborted) onDrain()
    const timer = setInterval(() => this.#serveOthers(), requestInterval)
    try {
      this.#report({ kind: 'launch', planned: this.#plan.length, scored: this.#scored.size, folder: this.#folder.path })
      this.#setPace(concurrency)
      // An error of this machine, such as a full disk, ends the run, but only after all writers have ended. More
      // workers may be added meanwhile.
      for (let settled = 0; settled < this.#workers.length; ) {
        const results = await Promise.allSettled(this.#workers)
        settled = results.length
        for (const result of results) if (result.status === 'rejected') throw result.reason
      }
      await this.#keepLate()
    } finally {
      clearInterval(timer)
      forgetLive(this.#folder.path)
      drain?.removeEventListener('abort', onDrain)
      stop?.removeEventListener('abort', onStop)
    }
    const summary = summarizeTrials(
      { benchmark: benchmark.reference, auditOk: benchmark.auditOk !== false, itemFamilies },
      this.#plan,
      [...this.#scored.values()],
      this.#folder.readIndex(),
      readAssessments(this.#folder.path),
    )
    this.#folder.writeJson('results.json', summary)
    const stopped = this.#stopped
    const outcome = { summary, costUsd: this.#spending.total, ...(stopped !== undefined && { stopped }) }
    this.#report({ kind: 'done', outcome })
    return outcome
  }

  #mergeLock(): RunLock {
    const { benchmark, agents, limits = {}, seed = null, scored = true } = this.#options
    const { reference, digest: benchmarkDigest } = benchmark
    const now = readLock({ benchmark: reference, benchmarkDigest, scored, seed, agents, limits })
    const before = this.#folder.lock()
    return before === undefined ? now : mergeLocks(before, now)
  }

  #writeLock(lock: RunLock): void {
    const { benchmark, agents, tasks, tags, itemFamilies, trials = 1, config = {} } = this.#options
    this.#folder.writeJson('lock.json', lock)
    this.#folder.writeJson('run.json', {
      version: 1,
      benchmark: benchmark.reference,
      ...(benchmark.auditOk === false && { audit_ok: false }),
      tasks,
      ...(tags && { tags }),
      ...(itemFamilies && { item_families: itemFamilies }),
      trials,
      agents: agents.map(({ name }) => name),
      config,
      host: { node: process.version, platform: platform(), arch: arch() },
    })
  }

  /** Checks the agents that have trials left. After an interrupted check, the run ends by itself. */
  async #check(): Promise<void> {
    const { preflight = false, agents, drain, stop, budget, limits = {} } = this.#options
    // A check costs a request, so only agents with open trials are checked.
    if (!preflight || this.#halt.signal.aborted) return
    const busy = new Set(this.#plan.filter((key) => !this.#scored.has(key)).map(({ agent }) => agent))
    const signal = AbortSignal.any([drain, stop].filter((one) => one !== undefined))
    setMaxListeners(0, signal)
    try {
      const checks = await checkAgents(
        agents.filter(({ name }) => busy.has(name)),
        signal,
      )
      for (const { agent, check } of checks) {
        this.#spending.add(check.cost?.usd)
        this.#report({ kind: 'agent_checked', agent, check })
      }
      assertLimitsBind(checks, { ...limits, ...(budget !== undefined && { budget }) })
    } catch (error) {
      if (!signal.aborted) throw error
    }
  }

  async #work(): Promise<void> {
    const queue = this.#queue
    for (let key = await queue.take(); key !== undefined; key = await queue.take()) {
      try {
        if (!this.#stoppedAgents.has(key.agent)) await this.#try(key)
      } finally {
        queue.release()
      }
    }
    if (queue.hasMore && this.#options.drain?.aborted === true) this.#stopped ??= 'interrupted'
  }

  /** Changes the maximum number of concurrent trials; 0 pauses. */
  #setPace(concurrency: number): void {
    while (this.#workers.length < concurrency) {
      this.#workers.push(this.#work().catch((error) => this.#fail(error)))
    }
    this.#queue.setLimit(concurrency)
  }

  /** Tries a trial until it is scored, may not be repeated, or the run ends. */
  async #try(key: TrialKey): Promise<void> {
    const { agents, infrastructureRetries = 2, seed, benchmark, drain } = this.#options
    const agent = agents.find(({ name }) => name === key.agent)
    if (agent === undefined) throw new Error(`There is no agent ${key.agent}.`)
    const trial = this.#folder.trial(key)
    const attempt = (number: number): Attempt => ({
      key,
      number,
      agent,
      benchmark: benchmark.reference,
      folder: trial.attempt(number),
      signal: this.#halt.signal,
      seed: deriveSeed(seed ?? 0, key),
      seedWorld: seed !== undefined,
    })
    let number = trial.attempts().at(-1) ?? 0
    for (let failures = 0; failures <= infrastructureRetries; ) {
      if (this.#halt.signal.aborted || this.#stoppedAgents.has(key.agent)) return
      if (mayRepeatNoMore(agent, trial)) return
      // The attempt was interrupted by a crash, or the service was unreachable after its agent had ended.
      const isBegun = number > 0 && !trial.attempt(number).has('result.json')
      if (!isBegun) number++
      const isResumed = isBegun && this.#options.executor === undefined
      const result = isResumed
        ? await resumeAttempt(this.#context, attempt(number))
        : await this.#begin(key, attempt(number))
      if (result === undefined) {
        // The attempt was not run.
        const isEnding = drain?.aborted === true || this.#halt.signal.aborted
        if (this.#requeued.delete(key) && !isEnding) continue
        if (isEnding) this.#stopped ??= 'interrupted'
        return
      }
      const isOpen = !trial.attempt(number).has('result.json')
      const isInterrupted = (isResumed && !isOpen) || this.#requeued.delete(key)
      const { ended } = result
      const isFailure = ended.kind === 'infra' && !(isResumed && !isOpen)
      if (isFailure) failures++
      const isHopeless = this.#hopes.areLost(key.agent, result, isFailure)
      const isBroken = isFailure && !isHopeless && failures <= infrastructureRetries
      const isEnding = drain?.aborted === true || this.#halt.signal.aborted
      const again = !isScored(result) && (isBroken || isInterrupted) && !isEnding && !mayRepeatNoMore(agent, trial)
      await whenRoom(() => this.#conclude(key, trial, result, again))
      if (isHopeless) this.#stopAgent(key.agent, ended)
      if (again) continue
      if (isEnding && !isScored(result)) this.#stopped ??= 'interrupted'
      return
    }
  }

  /** Starts an attempt; undefined if it should run elsewhere, but did not before the run ended. */
  async #begin(key: TrialKey, attempt: Attempt): Promise<TrialResult | undefined> {
    this.#report({ kind: 'trial_started', key, attempt: attempt.number })
    const own = new AbortController()
    this.#working.set(key, own)
    return this.#carryOut(attempt, own.signal).finally(() => this.#working.delete(key))
  }

  async #carryOut(attempt: Attempt, cancel: AbortSignal): Promise<TrialResult | undefined> {
    const { executor, drain } = this.#options
    if (executor === undefined) {
      return runAttempt(this.#context, { ...attempt, signal: AbortSignal.any([attempt.signal, cancel]) })
    }
    const { key, number, seed, seedWorld, signal: stop, folder } = attempt
    const onProgress = (progress: TrialProgress) => this.#report({ kind: 'trial_progress', key, progress })
    const signals = { stop, cancel, onProgress, ...(drain === undefined ? {} : { drain }) }
    const files = await executor.execute({ key, number, seed, seedWorld, group: this.#context.group }, signals)
    return files && folder.receive(files)
  }

  /** Stores attempts that ended too late to count, for inspection. */
  async #keepLate(): Promise<void> {
    for (const { key, files } of (await this.#options.executor?.late()) ?? []) {
      const trial = this.#folder.trial(key)
      trial.attempt((trial.attempts().at(-1) ?? 0) + 1).receive(files)
    }
  }

  #conclude(key: TrialKey, trial: TrialFolder, result: TrialResult, again: boolean): void {
    if (isScored(result)) {
      trial.writeResult(result)
      this.#scored.set(key, result)
    }
    this.#folder.appendIndex(result)
    this.#spending.end(key, result.attempt, result.cost.usd, result.cost.source === 'agent')
    this.#report({ kind: 'trial_ended', result, again })
    if (this.#scored.size < this.#plan.length) this.#holdBudget()
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

  /** Ends the run if the budget is used up. Costs claimed by an agent end only its own trials. */
  #holdBudget(): void {
    const { budget, agents } = this.#options
    if (budget === undefined) return
    const { measured } = this.#spending
    if (measured >= budget) {
      this.#interrupt({ kind: 'interrupted', reason: 'budget' }, 'budget')
      return
    }
    for (const { name } of agents) {
      if (this.#stoppedAgents.has(name) || measured + this.#spending.claimedBy(name) < budget) continue
      const message = 'With the cost that the agent claims, the budget is used up.'
      this.#stopped ??= 'budget'
      this.#stopAgent(name, { kind: 'interrupted', reason: 'budget', message })
    }
  }

  #interrupt(ended: Ended, stopped: RunOutcome['stopped']): void {
    if (this.#halt.signal.aborted) return
    this.#stopped = stopped
    this.#halt.abort(new TrialStopError(ended))
  }

  #serveOthers(): void {
    this.#live.keepIn(this.#folder)
    for (const request of takeRequests(this.#folder.path)) {
      if (request.kind === 'pace') {
        this.#setPace(request.concurrency)
        this.#report(request)
        continue
      }
      if (request.kind === 'stop') {
        // A request left for an earlier process of the folder must not stop this one.
        if (request.pid === process.pid) process.kill(process.pid, request.now ? 'SIGTERM' : 'SIGINT')
        continue
      }
      const { kind, agent, task, trial } = request
      for (const [key, own] of this.#working) {
        if (key.agent !== agent || key.task !== task || key.trial !== trial) continue
        if (kind === 'requeue') this.#requeued.add(key)
        own.abort(new TrialStopError({ kind: 'interrupted', reason: 'cancelled' }))
      }
      if (kind === 'requeue') this.#requeue(request)
    }
  }

  /** Repeats a trial that ended unscored. */
  #requeue(wanted: TrialKey): void {
    const key = this.#plan.find((one) => nameOfTrial(one) === nameOfTrial(wanted))
    if (key === undefined || this.#scored.has(key) || this.#working.has(key) || this.#begunAnew.has(key)) return
    const agent = this.#options.agents.find(({ name }) => name === key.agent)
    if (agent?.isolation === 'none') this.#begunAnew.add(key)
    this.#queue.add(key)
  }

  /** Ends all running trials because of an error, and throws it again. */
  #fail(error: unknown): never {
    this.#interrupt({ kind: 'interrupted', reason: 'cancelled' }, 'interrupted')
    throw error
  }

  #report(event: RunEvent): void {
    this.#live.take(event)
    this.#options.onEvent?.(event)
  }
}
