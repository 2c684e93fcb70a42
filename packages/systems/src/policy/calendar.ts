import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { isDate } from '../calendar-date.js'

const millisecondsOfDay = 86_400_000

/** The last day with a year of four digits. */
const lastDay = Date.UTC(9999, 11, 31)

/** Returns the day a number of days after another, at the latest 9999-12-31; both `YYYY-MM-DD`. */
export function dayAfter(day: string, days: number): string {
  const time = Math.min(Date.parse(day) + days * millisecondsOfDay, lastDay)
  return new Date(time).toISOString().slice(0, 10)
}

/** Returns how many days a day is after another; both `YYYY-MM-DD`. */
export function daysBetween(earlier: string, later: string): number {
  return Math.round((Date.parse(later) - Date.parse(earlier)) / millisecondsOfDay)
}

/** Returns the completed years from a birthday to a day; both `YYYY-MM-DD`. */
export function yearsBetween(born: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(born.slice(0, 4))
  return day.slice(5) < born.slice(5) ? years - 1 : years
}

/**
 * Returns the day of a FHIR date, dateTime or Period (its start, or else its end). Undefined if the day is unknown, as
 * in a date with only year and month.
 */
export function readDay(value: JsonValue): string | undefined {
  if (isJsonObject(value)) return readDay(value.start ?? value.end ?? null)
  if (typeof value !== 'string') return undefined
  const day = value.slice(0, 10)
  return isDate(day) ? day : undefined
}
