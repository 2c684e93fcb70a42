import type { Chance } from '../chance.js'
import type { Day } from './draw-day.js'
import { secondsPerCall } from './draw-item.js'
import { type Schedule, scheduleDay, type Underway } from './schedule.js'

/** Seconds before a deadline at which nobody does anything else. */
const margin = 1800

/** A way through a day in an order of chance, in which all is done when it is due. */
export function scheduleByChance({ items }: Day, chance: Chance): Schedule {
  return scheduleDay(
    items.map(({ planned }) => planned),
    { secondsPerCall, choose: (ready, now) => chooseByChance(ready, now, chance) },
  )
}

function chooseByChance(ready: readonly Underway[], now: number, chance: Chance): Underway {
  const urgent = ready.filter((one) => countSlack(one, now) < margin)
  return urgent.length === 0 ? chance.pick(ready) : urgent.reduce((one, other) => (other.due < one.due ? other : one))
}

/** Seconds that may pass before a piece of work has to go on without a break. */
function countSlack({ due, stretches }: Underway, now: number): number {
  const rest = stretches.reduce((sum, { pause, calls }) => sum + pause + calls.length * secondsPerCall, 0)
  return due - now - rest
}
