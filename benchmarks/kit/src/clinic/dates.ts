import { today } from './today.js'

const day = 86_400_000

/** The day that many days after today, or before it if negative, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return dayAfter(today, days)
}

/** The day that many days after another, or before it if negative; both `YYYY-MM-DD`. */
export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)
}

/** The federal holidays from the summer of 2025 to that of 2026, as they are observed; offices are closed. */
const holidays = [
  ...['2025-07-04', '2025-09-01', '2025-10-13', '2025-11-11', '2025-11-27', '2025-12-25'],
  ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03'],
]

/**
 * How many days from today the nearest working day is: that many, or more; before today if negative. Elective work is
 * done on these.
 */
export function workingDays(days: number): number {
  return isWorkingDay(days) ? days : workingDays(days < 0 ? days - 1 : days + 1)
}

function isWorkingDay(days: number): boolean {
  const date = dayFromToday(days)
  return new Date(date).getUTCDay() % 6 !== 0 && !holidays.includes(date)
}

/** How many days before today the working days of a period are, the latest first; the period itself if it has none. */
export function workingAges(from: number, to: number): readonly number[] {
  const ages = Array.from({ length: Math.max(1, to - from + 1) }, (_, number) => from + number)
  const working = ages.filter((age) => isWorkingDay(-age))
  return working.length === 0 ? ages : working
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
