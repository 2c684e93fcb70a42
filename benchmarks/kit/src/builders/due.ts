import { months } from '../clinic/dates.js'
import { startsAt } from '../clinic/today.js'
import type { Solution } from '../task.js'
import { bodyOf } from './calls.js'

/** The hour, in UTC, at which the desks close: 5 p.m. Central Standard Time. */
const closingHour = 23
/** Minimum number of hours that an agent has, in addition to the waits of the work. */
const minHours = 4
const hour = 3_600_000

/**
 * Returns when work is due: the first close of the desks on a weekday that is at least {@link minHours} hours after the
 * start plus the waits of the slowest solution.
 */
export function dueAfter(solutions: readonly Solution[]): string {
  const seconds = solutions.map(({ calls }) => calls.reduce((sum, call) => sum + countSeconds(call), 0))
  const least = Date.parse(startsAt) + Math.max(...seconds) * 1000 + minHours * hour
  let due = new Date(Date.parse(`${startsAt.slice(0, 10)}T${closingHour}:00:00Z`))
  while (due.getTime() < least || isWeekend(due)) due = new Date(due.getTime() + 24 * hour)
  return due.toISOString().replace('.000', '')
}

function countSeconds(call: Solution['calls'][number]): number {
  const { seconds = 0 } = (call.path === 'wait' ? bodyOf(call) : {}) as { readonly seconds?: number }
  return seconds + (call.delay_seconds ?? 0)
}

function isWeekend(day: Date): boolean {
  return day.getUTCDay() % 6 === 0
}

/** Returns the sentence of an instruction that says when the work is due. */
export function sayDue(due: string): string {
  const month = months[Number(due.slice(5, 7)) - 1]
  return `Due: ${month} ${Number(due.slice(8, 10))}, 5 p.m. in Chicago (${due.slice(11, 16)} UTC).`
}
