// One file, because calls, waits and arrivals share the private state of a playground.

import {
  type Actor,
  type ClockMode,
  formatInstant,
  type LogEntry,
  type RecordedAnswer,
  type ScenarioStep,
  type SimulatorCall,
  type Steps,
} from '@carebench/protocol'
import { backOff, frozenCopyInSteps, type Log } from '@carebench/store'
import type { SimulatorResponse } from '@carebench/systems'
import { inSteps } from '../work/in-steps.js'
import type { AgentlessState } from './agentless-state.js'
import {
  type AnsweredCall,
  answerCallInSteps,
  type CallTarget,
  fallDueInSteps,
  forkWith,
  loggedInSteps,
} from './calls/answer-call.js'
import type { Sha256 } from './calls/body-digest.js'
import { consulting } from './calls/consultation.js'
import type { Outside } from './calls/outside.js'
import { loggedCallInSteps } from './calls/refused-body.js'
import { engineVersion } from './engine-version.js'
import { appendEntries, StalePlaygroundError } from './log/append-entries.js'
import { Checkpointing } from './log/checkpointing.js'
import { listEventRecords } from './log/event-records.js'
import type { FoldedEntry } from './log/folded-entry.js'
import type { FrozenState } from './log/frozen-state.js'
import { keptSize } from './log/kept-size.js'
import {
  contended,
  defaultLimits,
  full,
  latestTime,
  NotAnObservationError,
  type PlaygroundLimits,
  SealedPlaygroundError,
  tooLate,
} from './playground-error.js'
import { type PlaygroundEvidence, toEvidence } from './playground-evidence.js'
import {
  countOutward,
  createPlaygroundState,
  foldEntriesInSteps,
  foldEntry,
  foldEntryInSteps,
  type PlaygroundState,
} from './playground-state.js'
import { answerAgainInSteps } from './replay/answer-again.js'
import { makeEntry } from './replay/make-entry.js'
import type { Arrival } from './scenario/agenda.js'
import { arriveByInSteps, type FallenDue } from './scenario/arrive.js'
import { type ClockPlan, readBeginning, readTime, realClock, timeAfterCall } from './scenario/clock-plan.js'
import { assertTaken, injectStep } from './scenario/inject-step.js'
import { type Arrived, arrivedIn, type WaitRequest, waitInSteps } from './scenario/wait.js'
import type { SimulatorSet } from './simulator-set.js'

/**
 * Number of attempts when other processes append to the log at the same time. Each failed attempt means that another
 * entry was appended, so even many services together make progress.
 */
const attempts = 30

/**
 * One running environment: a copy of the state that results from its log. Calls are executed one after another, and
 * each, including a read, is answered once it is in the log. This is how a copy learns that another process has
 * appended; it then applies the missing entries and executes the call again.
 */
export class Playground {
  readonly #log: Log
  readonly #appendKey: () => string
  readonly #now: () => number
  readonly #seed: number
  readonly #id: string
  readonly #state: PlaygroundState
  readonly #limits: PlaygroundLimits
  readonly #outside: Outside
  readonly #sha256: Sha256 | undefined
  readonly #arrivals: readonly Arrival[]
  readonly #clock: ClockPlan
  readonly #checkpointing: Checkpointing
  #startedAt: number | null = null
  /** Bytes of memory of all calls since this copy of the playground was built, roughly. */
  #kept = 0
  #queue: Promise<unknown> = Promise.resolve()

  constructor(options: {
    readonly id: string
    readonly log: Log
    /** From `createAppendKeys`; shared by the playgrounds of one process. */
    readonly appendKey: () => string
    /** The service's clock in milliseconds. */
    readonly now: () => number
    readonly seed: number
    readonly base: SimulatorSet
    /** The existing entries of the log. */
    readonly entries: readonly FoldedEntry[]
    /** The number of entries that have a checkpoint in the log. Default: 0. */
    readonly checkpointed?: number
    /** Default: {@link defaultLimits}. */
    readonly limits?: PlaygroundLimits
    /** Default: no external services. */
    readonly outside?: Outside
    /** Default: one that every runtime has. */
    readonly sha256?: ((text: string) => string) | undefined
    /** Default: the time of the service. */
    readonly clock?: ClockPlan
    /** The steps of the scenario that arrive after the agent has started. Default: none. */
    readonly arrivals?: readonly Arrival[]
  }) {
    this.#id = options.id
    this.#log = options.log
    this.#appendKey = options.appendKey
    this.#now = options.now
    this.#seed = options.seed
    this.#limits = options.limits ?? defaultLimits
    this.#outside = options.outside ?? {}
    this.#sha256 = options.sha256
    this.#clock = options.clock ?? realClock
    this.#arrivals = options.arrivals ?? []
    this.#state = createPlaygroundState(options.base, options.seed, options.arrivals)
    for (const entry of options.entries) foldEntry(this.#state, entry)
    this.#checkpointing = new Checkpointing(options.log, options.id, options.checkpointed ?? 0)
  }

  /** Creates a playground with the entries of its log, applied in steps so that other work can run meanwhile. */
  static async open(options: ConstructorParameters<typeof Playground>[0]): Promise<Playground> {
    const playground = new Playground({ ...options, entries: [] })
    await playground.#inSteps(foldEntriesInSteps(playground.#state, options.entries))
    return playground
  }

  /** Whether the log has entries, that is, whether the scenario has run. */
  get begun(): boolean {
    return this.#state.entries.length > 0
  }

  get sealed(): boolean {
    return this.#state.entries.at(-1)?.action.kind === 'seal'
  }

  /** Sets when the task run was started, by the service's clock in milliseconds. Only the first call counts. */
  startClock(startedAt: number | null): void {
    this.#startedAt ??= startedAt
  }

  /** The playground's clock in milliseconds, as the calls of all processes have left it, and its mode. */
  readClock(): Promise<{ readonly now: number; readonly mode: ClockMode }> {
    return this.#inTurn(async () => {
      await this.#catchUp()
      return { now: this.#time(), mode: this.#clock.mode }
    })
  }

  /**
   * Executes the steps of a scenario as the first entries of the log, all or none, unless the log has entries already.
   * Throws {@link ScenarioFailedError} if a step fails.
   */
  runScenario(steps: readonly ScenarioStep[]): Promise<void> {
    return this.#inTurn(async () => {
      if (this.begun) return
      for (const { step } of this.#arrivals) assertTaken(this.#state.simulators, step)
      const trial = createPlaygroundState(this.#state.simulators.fork(), this.#seed)
      const entries: LogEntry[] = []
      for (const step of steps) {
        const seq = entries.length + 1
        const at = formatInstant(this.#time(trial))
        const change = injectStep(trial.simulators, step, { seed: this.#seed, seq, at })
        const entry = makeEntry(seq, at, 'scenario', { kind: 'scenario', step }, change, null)
        foldEntry(trial, entry)
        entries.push(entry)
      }
      await this.#append(entries)
    })
  }

  /**
   * Lets a simulator answer a call. Undefined if the environment has none of this name: a type, with the key of one
   * that is not the first of its type. The call first moves a stepped clock. A long call lets calls of other
   * playgrounds run; calls of this playground wait. Throws {@link SealedPlaygroundError} if it has ended, {@link
   * FullPlaygroundError} if the call would exceed a limit, an ExternalServiceError if an external service did not
   * respond.
   *
   * @param moves - false if the call belongs to an earlier act of the agent, such as a page that reads several lists
   */
  call(
    simulator: string,
    group: string,
    call: SimulatorCall,
    actor: Actor,
    moves = true,
  ): Promise<SimulatorResponse | undefined> {
    return this.#inTurn(async () => {
      const called = this.#state.simulators.get(simulator)
      if (called === undefined) return undefined
      if (this.sealed) throw this.#ended()
      const time = moves ? timeAfterCall(this.#clock, this.#time(), called.simulator, call) : this.#time()
      const { simulators, entries } = await this.#arriveBy(time)
      const seq = this.#nextSeq + entries.length
      const at = formatInstant(time)
      const target = { simulator, group, call }
      const place = { seed: this.#seed, seq, at }
      const { result: answered, answers } = await consulting(this.#outside, (consult) =>
        this.#inSteps(answerCallInSteps(simulators, target, place, consult)),
      )
      if (answered === undefined) return undefined
      const { due, own } = answered
      const changes = this.#state.changes + due.effects.length + own.effects.length
      if (own.effects.length > 0 && changes > this.#limits.changes) throw full(`${this.#limits.changes} changes`)
      const sent = actor === 'agent' ? countOutward(own.events) : 0
      const { outwardActs } = this.#limits
      if (sent > 0 && this.#state.outwardActs + sent > outwardActs) throw full(`${outwardActs} outward acts`)
      const entry = await this.#inSteps(entryOfCall({ seq, at, actor, target, answered, answers }, this.#sha256))
      const isRead = call.body === null && own.effects.length === 0
      await this.#keep(entries.length === 0 ? [entry] : [...entries, entry], isRead)
      return answered.response
    })
  }

  /**
   * Lets a simulator answer a call without a trace: nothing is changed or logged, so that the agent's next call is
   * unaffected. A playground that has ended answers in its final state. Undefined if the environment has no simulator
   * of this name.
   *
   * Throws {@link NotAnObservationError} unless the method is GET or HEAD and the simulator would change nothing.
   *
   * @param when - `start`: answer in the state in which the agent started
   */
  observe(
    simulator: string,
    group: string,
    call: SimulatorCall,
    when: 'now' | 'start' = 'now',
  ): Promise<SimulatorResponse | undefined> {
    return this.#inTurn(async () => {
      const { method } = call
      if (method !== 'GET' && method !== 'HEAD') throw new NotAnObservationError(`Expected GET or HEAD, got ${method}.`)
      await this.#catchUp()
      const { simulators, seq, time } = when === 'now' ? await this.#present() : this.#start()
      const place = { seed: this.#seed, seq, at: formatInstant(time) }
      const answered = await this.#inSteps(answerCallInSteps(simulators, { simulator, group, call }, place))
      if (answered !== undefined && answered.own.effects.length > 0) {
        throw new NotAnObservationError(`This ${method} would change the state of the system.`)
      }
      return answered?.response
    })
  }

  /** Returns the state that an observation sees now. */
  async #present() {
    const last = this.#state.entries.at(-1)
    const { simulators } = this.#state
    if (last?.action.kind === 'seal') return { simulators, seq: this.#nextSeq, time: Date.parse(last.at) }
    const time = this.#time()
    const arrived = await this.#arriveBy(time)
    return { simulators: arrived.simulators, seq: this.#nextSeq + arrived.entries.length, time }
  }

  /** Returns the state that an observation would have seen when the agent started. */
  #start() {
    return { simulators: this.#state.initial, seq: 1, time: this.#beginning() }
  }

  /**
   * Returns the systems, by their names in the log, that entries after the first `length` have changed.
   */
  changedSince(length: number): ReadonlySet<string> {
    const later = this.#state.entries.slice(length)
    return new Set(later.flatMap(({ effects }) => effects.map(({ simulator }) => simulator)))
  }

  /** The number of log entries that this copy knows. */
  get length(): number {
    return this.#state.entries.length
  }

  /**
   * Waits: moves a stepped clock; a real one has moved by itself, and only what has fallen due by now is processed.
   * Returns the new time and what has happened without the agent. Null if an event is awaited on a real clock and none
   * has come: nothing is then logged. Throws {@link SealedPlaygroundError} if the playground has ended, {@link
   * FullPlaygroundError} if the wait would exceed a limit, an ApiError `CONFLICT` if the clock would pass {@link
   * latestTime}.
   */
  wait(request: WaitRequest): Promise<{ readonly now: number; readonly arrived: readonly Arrived[] } | null> {
    return this.#inTurn(async () => {
      if (this.sealed) throw this.#ended()
      const isStepped = this.#clock.mode === 'stepped'
      const { simulators, agenda } = this.#state
      const from = this.#time()
      const asked = isStepped ? request : { milliseconds: 0, untilEvent: false }
      if (from + asked.milliseconds > latestTime) throw tooLate(from)
      const wait = { from, request: asked }
      const waited = await this.#inSteps(waitInSteps({ simulators, agenda }, wait, this.#beginning(), this.#place()))
      const arrived = arrivedIn(waited)
      if (!isStepped && request.untilEvent && arrived.length === 0) {
        // Other processes may have appended entries that this copy does not know.
        await this.#catchUp()
        return null
      }
      const entries = this.#entriesOf(waited.arrived)
      const seq = this.#nextSeq + entries.length
      const entry = makeEntry(seq, formatInstant(waited.time), 'agent', { kind: 'wait' }, waited.due, null)
      await this.#keep([...entries, entry], true)
      return { now: waited.time, arrived }
    })
  }

  /** Returns the entries of the log so far, in order, including those of other processes. */
  readEntries(): Promise<readonly FoldedEntry[]> {
    return this.#inTurn(async () => {
      await this.#catchUp()
      return [...this.#state.entries]
    })
  }

  /**
   * Returns the response to the call of an entry, reproduced from the log; undefined if that is impossible. Other calls
   * run meanwhile.
   */
  async answerAgain(seq: number): Promise<SimulatorResponse | undefined> {
    const [entry] = await this.#log.read(this.#id, seq, 1)
    if (entry?.seq !== seq) return undefined
    const before = (await this.readEntries()).slice(0, seq - 1)
    return this.#inSteps(answerAgainInSteps(this.#state.initial.fork(), before, entry, this.#seed))
  }

  /**
   * Ends the playground: processes everything that is due and passes the final state to `work`, whose commit must
   * append the seal. Concurrent calls wait and find the playground sealed. If `work` throws or returns `committed:
   * false`, nothing has ended; if it throws a {@link StalePlaygroundError}, it is called again with the newer state.
   * For a playground that is already sealed, `work` gets the same state again, with nothing to append.
   */
  freeze<Result>(work: (frozen: FrozenState) => Promise<{ committed: boolean; result: Result }>): Promise<Result> {
    return this.#inTurn(async () => {
      // Otherwise only the commit, after all the work, would find entries that another process has appended.
      await this.#catchUp()
      if (this.sealed) {
        return (await work({ appends: [], evidence: this.evidence() })).result
      }
      const { last, final } = await this.#computeEnd()
      const evidence = this.#evidenceAfter(final, last)
      const seal = { log: this.#id, expectedSeq: this.#nextSeq, entries: last }
      const { committed, result } = await work({ appends: [seal], evidence })
      if (committed) for (const entry of last) foldEntry(this.#state, entry)
      return result
    })
  }

  /**
   * Returns the evidence that the playground would have if it ended now, without a trace; later calls do not change it.
   * Throws {@link SealedPlaygroundError} if it has ended.
   */
  peek(): Promise<{ readonly now: number; readonly evidence: PlaygroundEvidence }> {
    return this.#inTurn(async () => {
      await this.#catchUp()
      if (this.sealed) throw this.#ended()
      const { now, last, final } = await this.#computeEnd()
      return { now, evidence: this.#evidenceAfter(final.fork(), last) }
    })
  }

  /** Returns the last entries of a playground that ends now, not yet appended, and the systems after them. */
  async #computeEnd() {
    const now = this.#time()
    const { simulators, entries } = await this.#arriveBy(now)
    const seq = this.#nextSeq + entries.length
    const at = formatInstant(now)
    const due = await this.#inSteps(fallDueInSteps(simulators, { seed: this.#seed, seq, at }))
    const last = [...entries, makeEntry(seq, at, 'system', { kind: 'seal' }, due, null)]
    return { now, last, final: due.effects.length === 0 ? simulators : forkWith(simulators, due.effects) }
  }

  #evidenceAfter(final: SimulatorSet, last: readonly LogEntry[]): PlaygroundEvidence {
    const agentless = this.#state.agentless.after(this.#state.simulators, last)
    return this.#evidence(final, [...this.#state.entries, ...last], agentless)
  }

  /** The evidence of the current state. */
  evidence(): PlaygroundEvidence {
    return this.#evidence(this.#state.simulators, this.#state.entries, this.#state.agentless)
  }

  #evidence(final: SimulatorSet, entries: readonly FoldedEntry[], agentless: AgentlessState): PlaygroundEvidence {
    return toEvidence(final, this.#state.initial.evidence(), listEventRecords(entries), agentless.evidence())
  }

  #time({ advanced, stoodAt }: PlaygroundState = this.#state): number {
    return readTime(this.#clock, { now: this.#now(), startedAt: this.#startedAt, advanced, stoodAt })
  }

  #ended(): SealedPlaygroundError {
    return new SealedPlaygroundError(`The playground ${this.#id} has ended.`)
  }

  /** When the agent started, in milliseconds of the playground's clock. */
  #beginning(): number {
    const { advanced } = this.#state
    return readBeginning(this.#clock, { now: this.#now(), startedAt: this.#startedAt, advanced })
  }

  get #nextSeq(): number {
    return this.#state.entries.length + 1
  }

  #place() {
    const last = this.#state.entries.at(-1)
    return { seed: this.#seed, seq: this.#nextSeq, lastAt: last === undefined ? 0 : Date.parse(last.at) }
  }

  /** Returns the entries of the arrivals that fall due by a time, not yet appended, and the systems after them. */
  #arriveBy(time: number): Arrivals | Promise<Arrivals> {
    const { simulators, agenda } = this.#state
    return agenda.isEmpty ? { simulators, entries: [] } : this.#arriveInSteps(time)
  }

  async #arriveInSteps(time: number): Promise<Arrivals> {
    const { simulators, agenda } = this.#state
    const moment = { simulators, agenda }
    const after = await this.#inSteps(arriveByInSteps(moment, time, this.#beginning(), this.#place()))
    return { simulators: after.simulators, entries: this.#entriesOf(after.arrived) }
  }

  #entriesOf(arrived: readonly FallenDue[]): readonly LogEntry[] {
    return arrived.map(({ seq, at, arrival: { step, number }, change }) =>
      makeEntry(seq, at, 'scenario', { kind: 'scenario', step, arrival: number }, change, null),
    )
  }

  /**
   * Appends entries. Throws {@link FullPlaygroundError} if they would exceed the memory of the playground: reads may
   * take twice as much.
   */
  async #keep(entries: readonly LogEntry[], isRead: boolean): Promise<void> {
    const kept = this.#kept + (await this.#inSteps(keptSize(entries)))
    const { keptBytes } = this.#limits
    if (kept > (isRead ? 2 * keptBytes : keptBytes)) throw full(`${keptBytes} bytes of calls`)
    await this.#append(entries)
    this.#kept = kept
  }

  async #append(entries: readonly LogEntry[]): Promise<void> {
    await appendEntries(this.#log, this.#id, entries, this.#appendKey())
    for (const entry of entries) await this.#inSteps(foldEntryInSteps(this.#state, entry))
    this.#checkpointing.note(this.#state.entries)
  }

  /** Lets other playgrounds run while this one works: its own calls wait for their turn, and see only whole entries. */
  #inSteps<Result>(steps: Steps<Result>): Promise<Result> {
    return inSteps(steps, { now: this.#now })
  }

  /** Applies entries of other processes; otherwise an observer would never see them. */
  async #catchUp(): Promise<void> {
    if (this.sealed) return
    const later = await this.#log.read(this.#id, this.#state.entries.length + 1)
    await this.#inSteps(foldEntriesInSteps(this.#state, later))
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#insistAfter(this.#queue, work)
    this.#queue = turn.then(nothing, nothing)
    return turn
  }

  async #insistAfter<Result>(before: Promise<unknown>, work: () => Promise<Result>): Promise<Result> {
    await before
    for (let attempt = 1; ; attempt++) {
      try {
        return await work()
      } catch (error) {
        if (!(error instanceof StalePlaygroundError)) throw error
        if (attempt === attempts) throw contended(error)
        await backOff(attempt)
        await this.#catchUp()
      }
    }
  }
}

/** The entries of everything that has fallen due, and the systems after them. */
interface Arrivals {
  readonly simulators: SimulatorSet
  readonly entries: readonly LogEntry[]
}

function nothing(): void {}

/** The content of a call's entry. */
interface ExecutedCall {
  readonly seq: number
  readonly at: string
  readonly actor: Actor
  readonly target: CallTarget
  readonly answered: AnsweredCall
  readonly answers: readonly RecordedAnswer[]
}

function* entryOfCall(executed: ExecutedCall, sha256?: Sha256): Steps<LogEntry> {
  const { seq, at, actor, target, answered, answers } = executed
  const { simulator, group } = target
  const { effects, events, response } = yield* loggedInSteps(answered, sha256)
  const call = yield* loggedCallInSteps(target.call, answered.own, answered.response)
  const action = { kind: 'call', simulator, group, call } as const
  const engine = engineVersion
  return yield* frozenCopyInSteps<LogEntry>(
    answers.length === 0
      ? { seq, at, actor, action, effects, events, response, engine }
      : { seq, at, actor, action, effects, events, response, answers, engine },
  )
}
