import {
  type Actor,
  type EventRecord,
  finish,
  formatInstant,
  type LogEntry,
  type LoggedAction,
  listGroups,
  type SimulatorCall,
  type Steps,
  withSystemKey,
} from '@carebench/protocol'
import type { AnySimulator, RunningSimulator, SimulatorResponse } from '@carebench/systems'
import type { FrozenTask } from '../documents/collections/authoring.js'
import { AgentlessState } from '../playground/agentless-state.js'
import { answerCallInSteps, fallDue, type LoggedChange } from '../playground/calls/answer-call.js'
import { consulting } from '../playground/calls/consultation.js'
import { type EntryPlace, entryContext } from '../playground/log/entry-context.js'
import { toEventRecord } from '../playground/log/event-records.js'
import { type PlaygroundEvidence, toEvidence } from '../playground/playground-evidence.js'
import type { Agenda } from '../playground/scenario/agenda.js'
import { arriveBy } from '../playground/scenario/arrive.js'
import { type ClockPlan, timeAfterCall } from '../playground/scenario/clock-plan.js'
import { injectStep } from '../playground/scenario/inject-step.js'
import { type Arrived, arrivedIn, type WaitRequest, waitIn } from '../playground/scenario/wait.js'
import type { SimulatorSet } from '../playground/simulator-set.js'
import { toClockPlan } from '../runs/task-clock.js'
import { inSteps } from '../work/in-steps.js'
import { letOthersWork } from '../work/let-others-work.js'
import { type Beginning, type Progress, type RehearsalSetting, startBeginning } from './beginning.js'

/** Number of calls after which other requests get a turn: searching a large record takes as long as a request. */
const callsInARow = 10

/**
 * A playground of a task without a log: nothing is stored or reported. It has its own clock, which starts where the
 * task begins, or else at the creation time of the version, and the seed of the version or 0. The same calls always
 * give the same result, which equals that of a playground with that seed and clock.
 */
export class Rehearsal {
  readonly #setting: RehearsalSetting
  readonly #task: FrozenTask
  readonly #simulators: SimulatorSet
  readonly #seed: number
  readonly #clock: ClockPlan
  readonly #events: EventRecord[]
  readonly #agenda: Agenda
  readonly #beginning: Beginning
  readonly #agentless: AgentlessState
  #time: number
  #lastAt: number
  /** The time in the format of log entries. */
  #written = { time: Number.NaN, at: '' }
  #seq: number

  /**
   * Begins a task, or continues from the state of another rehearsal. Throws a ScenarioFailedError if the scenario of
   * the task fails.
   */
  constructor(
    setting: RehearsalSetting,
    task: FrozenTask,
    from: Progress = startBeginning(setting, task),
    agentless?: AgentlessState,
  ) {
    const { simulators, agenda, events, seq, lastAt, time, beginning } = from
    this.#setting = setting
    this.#task = task
    this.#simulators = simulators.fork()
    this.#seed = setting.version.overrides.seed ?? 0
    this.#clock = toClockPlan(setting.version, task)
    this.#agentless = agentless?.copy() ?? new AgentlessState(this.#seed, simulators)
    this.#beginning = beginning
    this.#events = [...events]
    this.#agenda = agenda.copy()
    this.#time = time
    this.#lastAt = lastAt
    this.#seq = seq
  }

  /** Returns an independent rehearsal in the same state. */
  copy(): Rehearsal {
    const progress = {
      simulators: this.#simulators,
      agenda: this.#agenda,
      events: this.#events,
      seq: this.#seq,
      lastAt: this.#lastAt,
      time: this.#time,
      beginning: this.#beginning,
    }
    return new Rehearsal(this.#setting, this.#task, progress, this.#agentless)
  }

  /**
   * The simulator that answers the calls of a group, `faxes` or `faxes@imaging`; undefined if the environment has none.
   */
  simulatorOf(group: string): AnySimulator | undefined {
    return this.#find(group)?.simulator
  }

  /** The same simulator with its state. */
  findRunning(group: string): RunningSimulator | undefined {
    return this.#simulators.get(this.#find(group)?.name ?? '')
  }

  /** Makes a call as an agent does. A call to a group that the environment lacks is answered 404. */
  async call(group: string, call: SimulatorCall): Promise<SimulatorResponse> {
    const found = this.#find(group)
    if (found === undefined) {
      const text = `The environment has no system behind ${JSON.stringify(group)}.`
      return { status: 404, headers: {}, body: { text } }
    }
    this.#time = timeAfterCall(this.#clock, this.#time, found.simulator, call)
    this.#arriveBy(this.#time)
    this.#seq++
    if (this.#seq % callsInARow === 0) await letOthersWork()
    const { speakAsPersona: _, ...documents } = this.#setting.outside ?? {}
    const target = { simulator: found.name, group: found.group, call }
    const { result: answered } = await consulting(documents, (consult) =>
      inSteps(answerCallInSteps(this.#simulators, target, this.#place(), consult), this.#setting.clock),
    )
    if (answered === undefined) throw new Error(`The simulator ${found.name} of the version was not seeded.`)
    this.#take(answered.due, 'agent')
    await inSteps(this.#takeInSteps(answered.own, 'agent'), this.#setting.clock)
    return answered.response
  }

  /** The clock, in milliseconds since 1970, and its mode. */
  get clock(): { readonly now: number; readonly mode: ClockPlan['mode'] } {
    return { now: this.#time, mode: this.#clock.mode }
  }

  /** Waits as an agent does: advances the clock, or only to the first event if requested. */
  waitFor(request: WaitRequest): { readonly now: number; readonly arrived: readonly Arrived[] } {
    const present = { simulators: this.#simulators, agenda: this.#agenda }
    const waited = waitIn(present, { from: this.#time, request }, this.#beginning.time, this.#log(), injectStep)
    this.#arriveBy(waited.time)
    this.#time = waited.time
    this.#seq++
    this.#take(fallDue(this.#simulators, this.#place()), 'agent')
    return { now: this.#time, arrived: arrivedIn(waited) }
  }

  /**
   * Prepares in steps the work that falls due within some milliseconds, so that neither a wait nor the end does it in
   * one piece.
   */
  async prepare(milliseconds = 0): Promise<void> {
    const place = { seed: this.#seed, seq: this.#seq + 1, at: formatInstant(this.#time + milliseconds) }
    await inSteps(this.#simulators.prepareDue(entryContext(place, 'due')), this.#setting.clock)
  }

  /** Advances the clock. */
  wait(seconds: number): void {
    this.#time += seconds * 1000
  }

  /**
   * Processes everything that is due, and returns the evidence that a completion would be verified on. No call may
   * follow.
   */
  end(): PlaygroundEvidence {
    this.#arriveBy(this.#time)
    this.#seq++
    this.#take(fallDue(this.#simulators, this.#place()), 'system')
    return toEvidence(this.#simulators, this.#beginning.evidence, this.#events, this.#agentless.evidence())
  }

  #find(
    group: string,
  ): { readonly name: string; readonly group: string; readonly simulator: AnySimulator } | undefined {
    const { version, simulators } = this.#setting
    const wanted = group.replace('%40', '@')
    for (const { type, key } of version.simulators) {
      const simulator = simulators.get(type)
      if (simulator === undefined) continue
      const own = listGroups(simulator).find((one) => withSystemKey(one.group.name, key) === wanted)
      if (own !== undefined) return { name: withSystemKey(type, key), group: own.group.name, simulator }
    }
    return undefined
  }

  /** Runs all scenario steps that fall due by a time. */
  #arriveBy(time: number): void {
    if (this.#agenda.isEmpty) return
    const present = { simulators: this.#simulators, agenda: this.#agenda }
    const { arrived } = arriveBy(present, time, this.#beginning.time, this.#log(), injectStep)
    for (const { seq, at, arrival, change } of arrived) {
      const action = { kind: 'scenario', step: arrival.step, arrival: arrival.number } as const
      this.#seq = seq
      finish(this.#note({ seq, at, actor: 'scenario' }, action, change))
    }
  }

  #log() {
    return { seed: this.#seed, seq: this.#seq + 1, lastAt: this.#lastAt }
  }

  #place(): EntryPlace {
    // Thousands of calls have the same time.
    if (this.#written.time !== this.#time) this.#written = { time: this.#time, at: formatInstant(this.#time) }
    return { seed: this.#seed, seq: this.#seq, at: this.#written.at }
  }

  #take(change: LoggedChange, actor: Actor): void {
    finish(this.#takeInSteps(change, actor))
  }

  #takeInSteps(change: LoggedChange, actor: Actor): Steps<void> {
    return this.#note({ ...this.#place(), actor }, waiting, change)
  }

  *#note(
    entry: Pick<LogEntry, 'seq' | 'at' | 'actor'>,
    action: LoggedAction,
    { effects, events }: LoggedChange,
  ): Steps<void> {
    this.#agentless.note(this.#simulators, { ...entry, action, effects })
    yield* this.#simulators.applyInSteps(effects)
    this.#agenda.note({ ...entry, action, events })
    this.#lastAt = Date.parse(entry.at)
    for (const event of events) this.#events.push(toEventRecord(event, entry))
  }
}

const waiting: LoggedAction = { kind: 'wait' }
