import { startsAt, today } from '../clinic/today.js'

/** Hours by which the clinic's clock is behind UTC on the day of all tasks. */
const behindUtc = 6

/** Seconds by which each call advances the clock of a day. */
export const secondsPerCall = 60

/** A time of the clinic's day, `08:00` to `17:00`. */
export type TimeOfDay = `${number}:${number}`

/** The instant at which the desks close and a day ends. */
export const endsAt = `${today}T23:00:00Z`

/** Returns the instant of a time of the clinic's day. */
export function instantAt(time: TimeOfDay): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return instantAfter((hours + behindUtc) * 3600 + minutes * 60 - secondOfStart)
}

/** The second of the UTC day at which all tasks begin. */
const secondOfStart = (Date.parse(startsAt) - Date.parse(today)) / 1000

/** Returns the instant that is `seconds` after the start of the day. */
export function instantAfter(seconds: number): string {
  return new Date(Date.parse(startsAt) + seconds * 1000).toISOString().replace('.000', '')
}

/** Returns the seconds from the start of the day to an instant. */
export function secondsUntil(instant: string): number {
  return (Date.parse(instant) - Date.parse(startsAt)) / 1000
}

/** Formats an instant for an instruction: `10:30 a.m. in Chicago (16:30 UTC)`. */
export function sayTime(instant: string): string {
  const hour = (new Date(instant).getUTCHours() - behindUtc + 24) % 24
  const minute = instant.slice(14, 16)
  const half = hour < 12 ? 'a.m.' : 'p.m.'
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minute} ${half} in Chicago (${instant.slice(11, 16)} UTC)`
}
