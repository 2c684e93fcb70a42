import type { Clock } from '@carebench/protocol'
import type { Wait } from './agent.js'

/** A clock that runs like another one, but skips waiting times. */
export interface HurriedClock extends Clock {
  /** Advances the clock by a number of milliseconds, without waiting. */
  readonly wait: Wait
}

/** Creates a clock that shows the time of `clock` plus all skipped waiting times. */
export function createHurriedClock(clock: Clock): HurriedClock {
  let ahead = 0
  return {
    now: () => clock.now() + ahead,
    async wait(milliseconds) {
      ahead += milliseconds
    },
  }
}
