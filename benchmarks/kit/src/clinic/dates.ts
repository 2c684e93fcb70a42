import { today } from './today.js'

const day = 86_400_000

/** The day that many days after today, or before it if negative, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return new Date(Date.parse(today) + days * day).toISOString().slice(0, 10)
}

/** Days on which offices are closed, from the summer of 2025 to that of 2026. */
const holidays = ['2025-07-04', '2025-09-01', '2025-11-27', '2025-12-25', '2026-01-01', '2026-05-25', '2026-07-03']

/**
 * How many days from today the nearest working day is: that many, or more; before today if negative. Elective work is
 * done on these.
 */
export function workingDays(days: number): number {
  const date = dayFromToday(days)
  const isClosed = new Date(date).getUTCDay() % 6 === 0 || holidays.includes(date)
  return isClosed ? workingDays(days < 0 ? days - 1 : days + 1) : days
}

/** A day as EDI and HL7 write it, `YYYYMMDD`. */
export function compactDay(day: string): string {
  return day.replaceAll('-', '')
}

/** The names of the months, January first. */
export const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
