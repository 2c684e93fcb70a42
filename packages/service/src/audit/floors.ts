import type { PlaygroundEvidence } from '@carebench/playground'
import type { FrozenTask } from '../documents/authoring.js'
import { spamState, untouchedState, waitedState } from './audit-states.js'
import type { RehearsalSetting } from './rehearsal.js'

/** The states that must earn nothing. */
export interface FloorStates {
  readonly untouched: PlaygroundEvidence
  readonly waited: PlaygroundEvidence
  readonly spam: PlaygroundEvidence
}

/** Makes these states, once for all tasks of a version that begin alike and may last as long. */
export class Floors {
  readonly #setting: RehearsalSetting
  readonly #made = new Map<string, FloorStates>()

  constructor(setting: RehearsalSetting) {
    this.#setting = setting
  }

  /** The states of a task. Throws a ScenarioFailed if its scenario cannot be carried out. */
  async of(task: FrozenTask): Promise<FloorStates> {
    const key = JSON.stringify([task.timeout, task.scenario])
    const made = this.#made.get(key)
    if (made !== undefined) return made
    const untouched = untouchedState(this.#setting, task)
    const waited = waitedState(this.#setting, task)
    const states = { untouched, waited, spam: await spamState(this.#setting, task) }
    // One at a time: of a large benchmark they would fill the memory.
    this.#made.clear()
    this.#made.set(key, states)
    return states
  }
}
