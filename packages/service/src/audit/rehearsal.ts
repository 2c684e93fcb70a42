import {
  advanceOf,
  answerCall,
  consulting,
  type EntryPlace,
  eventRecordOf,
  evidenceOf,
  fallDue,
  injectStep,
  type LoggedChange,
  type Outside,
  type PlaygroundEvidence,
  type SimulatorSet,
} from '@carebench/playground'
import { type Actor, type EventRecord, formatInstant, type SimulatorCall, withSystemKey } from '@carebench/protocol'
import type { AnySimulator, SimulatorResponse } from '@carebench/systems'
import type { FrozenTask, UnauditedVersion } from '../documents/authoring.js'
import { letOthersWork } from '../let-others-work.js'
import { scenarioSteps } from '../runs/scenario-steps.js'

/** Number of calls after which other requests get their turn: searching a large record takes as long as a request. */
const callsInARow = 10

/** What the rehearsals of the tasks of one version have in common. */
export interface RehearsalSetting {
  readonly version: UnauditedVersion
  readonly simulators: ReadonlyMap<string, AnySimulator>
  /**
   * External services that simulators may call: documents are read, but no model is called, so that an audit is
   * reproducible.
   */
  readonly outside?: Outside
  /** The seeded state of the version; it is never changed. */
  readonly base: SimulatorSet
}

/**
 * A playground of a task without a log: nothing is stored or reported. It has its own clock, which starts at the
 * creation time of the version, and the seed of the version or 0. The same calls always give the same result, which
 * equals that of a playground with that seed and clock.
 */
export class Rehearsal {
  readonly #setting: RehearsalSetting
  readonly #simulators: SimulatorSet
  readonly #seed: number
  readonly #initial: SimulatorSet
  readonly #events: EventRecord[] = []
  #time: number
  #seq = 0

  /** Forks the systems of a task and runs its scenario. Throws a ScenarioFailed if that fails. */
  constructor(setting: RehearsalSetting, task: FrozenTask) {
    this.#setting = setting
    this.#simulators = setting.base.fork()
    this.#seed = setting.version.overrides.seed ?? 0
    this.#time = Date.parse(setting.version.created_at)
    for (const step of scenarioSteps(task)) {
      this.#seq++
      this.#take(injectStep(this.#simulators, step, this.#place()), 'scenario')
      this.#time += advanceOf(step)
    }
    this.#initial = this.#simulators.fork()
  }

  /** The simulator that answers the calls of a group, `faxes` or `faxes@imaging`; undefined if the environment has none. */
  simulatorOf(group: string): AnySimulator | undefined {
    return this.#find(group)?.simulator
  }

  /** Makes a call as an agent does. A call to a group that the environment lacks is answered 404. */
  async call(group: string, call: SimulatorCall): Promise<SimulatorResponse> {
    const found = this.#find(group)
    if (found === undefined) {
      const text = `The environment has no system behind ${JSON.stringify(group)}.`
      return { status: 404, headers: {}, body: { text } }
    }
    this.#seq++
    if (this.#seq % callsInARow === 0) await letOthersWork()
    const { readDocument } = this.#setting.outside ?? {}
    const target = { simulator: found.name, group: found.group, call }
    const { result: answered } = await consulting(readDocument === undefined ? {} : { readDocument }, (consult) =>
      answerCall(this.#simulators, target, this.#place(), consult),
    )
    if (answered === undefined) throw new Error(`The simulator ${found.name} of the version was not seeded.`)
    this.#take(answered.due, 'agent')
    this.#take(answered.own, 'agent')
    return answered.response
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
    this.#seq++
    this.#take(fallDue(this.#simulators, this.#place()), 'system')
    return evidenceOf(this.#simulators, this.#initial, this.#events)
  }

  #find(
    group: string,
  ): { readonly name: string; readonly group: string; readonly simulator: AnySimulator } | undefined {
    const { version, simulators } = this.#setting
    const wanted = group.replace('%40', '@')
    for (const { type, key } of version.simulators) {
      const simulator = simulators.get(type)
      if (simulator?.group && withSystemKey(simulator.group.name, key) === wanted) {
        return { name: withSystemKey(type, key), group: simulator.group.name, simulator }
      }
    }
    return undefined
  }

  #place(): EntryPlace {
    return { seed: this.#seed, seq: this.#seq, at: formatInstant(this.#time) }
  }

  #take({ effects, events }: LoggedChange, actor: Actor): void {
    this.#simulators.apply(effects)
    const entry = { ...this.#place(), actor }
    for (const event of events) this.#events.push(eventRecordOf(event, entry))
  }
}
