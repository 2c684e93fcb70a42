import type { FrozenTask } from '../documents/collections/authoring.js'
import type { PlaygroundEvidence } from '../playground/playground-evidence.js'
import { spamState, untouchedState, waitedState } from './audit-states.js'
import { keyOfBeginning, type RehearsalSetting } from './beginning.js'

/** The states that must earn no points. */
export interface FloorStates {
  readonly untouched: PlaygroundEvidence
  readonly waited: PlaygroundEvidence
  /** Computed on the first request, because it takes hundreds of calls. */
  readonly spam: () => Promise<PlaygroundEvidence>
}

/**
 * Computes the states that must earn no points, once for successive tasks of a version that begin alike and have the
 * same timeout.
 */
export class Floors {
  readonly #setting: RehearsalSetting
  readonly #made = new Map<string, FloorStates>()

  constructor(setting: RehearsalSetting) {
    this.#setting = setting
  }

  /** Returns the states of a task. Rejects with a ScenarioFailedError if its scenario fails. */
  async of(task: FrozenTask): Promise<FloorStates> {
    const key = `${task.timeout} ${keyOfBeginning(task)}`
    const made = this.#made.get(key)
    if (made !== undefined) return made
    const untouched = await untouchedState(this.#setting, task)
    const waited = await waitedState(this.#setting, task)
    let spam: Promise<PlaygroundEvidence> | undefined
    const states = {
      untouched,
      waited,
      spam: () => {
        spam ??= spamState(this.#setting, task)
        return spam
      },
    }
    // Keeps only the last states: those of a large benchmark would fill the memory.
    this.#made.clear()
    this.#made.set(key, states)
    return states
  }
}
