import type { JsonObject } from '@carebench/protocol'
import { dayFromToday } from '../clinic/dates.js'
import { today } from '../clinic/today.js'

/** A time that need not be given; if it is, it lies in the days of the work, so many after today. */
export function withinDays(days: number): JsonObject {
  return { $any: [{ $exists: false }, { $all: [{ $gte: today }, { $lte: dayFromToday(days) }] }] }
}
