import type { Clock } from '@carebench/protocol'
import type { Wait } from './agent.js'

/** A clock that goes as another one does, but leaps over what somebody waits for. */
export interface HurriedClock extends Clock {
  /** Moves the clock on by so many milliseconds, and takes none of them. */
  readonly wait: Wait
}

/** Makes a clock that shows the time of `clock`, later by all that has been waited for. */
export function createHurriedClock(clock: Clock): HurriedClock {
  let ahead = 0
  return {
    now: () => clock.now() + ahead,
    async wait(milliseconds) {
      ahead += milliseconds
    },
  }
}
