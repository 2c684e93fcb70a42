import type { Chance } from '../chance.js'
import { secondsPerCall } from './clock.js'
import type { Day } from './draw-day.js'
import { type Schedule, scheduleDay, type Underway } from './schedule.js'

/** Slack, in seconds, below which work is urgent and goes before work with more slack. */
const margin = 3600

/** Maximum number of random orders to try until all work meets its deadline. */
const maxTries = 100

/**
 * Returns a schedule in random order in which all work meets its deadline.
 *
 * @throws RangeError if no order within {@link maxTries} meets all deadlines
 */
export function scheduleByChance({ items }: Day, chance: Chance): Schedule {
  const planned = items.map((item) => item.planned)
  for (let tried = 0; tried < maxTries; tried++) {
    const choose = (ready: readonly Underway[], now: number) => chooseByChance(ready, now, chance)
    const schedule = scheduleDay(planned, { secondsPerCall, choose })
    if (planned.every(({ key, due }) => (schedule.times.get(key)?.done ?? 0) <= due)) return schedule
  }
  throw new RangeError(`expected an order in which all is done in time within ${maxTries} tries, got none`)
}

function chooseByChance(ready: readonly Underway[], now: number, chance: Chance): Underway {
  // A telephone call continues at once, because the other side would hang up.
  const onCall = ready.find(isOnCall)
  if (onCall !== undefined) return onCall
  const urgent = ready.filter((one) => countSlack(one, now) < margin)
  return urgent.length === 0 ? chance.pick(ready) : urgent.reduce((one, other) => (other.due < one.due ? other : one))
}

/** Whether a piece of work continues a telephone call. */
function isOnCall({ stretches: [next] }: Underway): boolean {
  return next?.calls[0]?.path.startsWith('voice/calls/') === true
}

/** Returns the seconds that a piece of work can wait and still meet its deadline. */
function countSlack({ due, stretches }: Underway, now: number): number {
  const rest = stretches.reduce(
    (sum, { pause, reads = 0, calls }) => sum + pause + (reads + calls.length) * secondsPerCall,
    0,
  )
  return due - now - rest
}
