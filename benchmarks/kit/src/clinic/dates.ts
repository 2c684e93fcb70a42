import { today } from './today.js'

const day = 86_400_000

/** Returns the day `days` after today, before it if negative, as `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return dayAfter(today, days)
}

/** Returns the day `days` after another, before it if negative; both `YYYY-MM-DD`. */
export function dayAfter(from: string, days: number): string {
  return new Date(Date.parse(from) + days * day).toISOString().slice(0, 10)
}

/** Federal holidays from July 2025 to July 2026 on the days when they are observed; offices are closed. */
const holidays = [
  ...['2025-07-04', '2025-09-01', '2025-10-13', '2025-11-11', '2025-11-27', '2025-12-25'],
  ...['2026-01-01', '2026-01-19', '2026-02-16', '2026-05-25', '2026-06-19', '2026-07-03'],
]

/**
 * Returns the distance in days from today to a working day: `days` if that is one, otherwise the next distance further
 * away from today; negative before today. Elective work is done on working days.
 */
export function workingDays(days: number): number {
  return isWorkingDay(days) ? days : workingDays(days < 0 ? days - 1 : days + 1)
}

function isWorkingDay(days: number): boolean {
  const date = dayFromToday(days)
  return new Date(date).getUTCDay() % 6 !== 0 && !holidays.includes(date)
}

/**
 * Returns the ages in days, from `from` to `to`, that fall on working days before today, the latest day first; all ages
 * of the period if none does.
 */
export function workingAges(from: number, to: number): readonly number[] {
  const ages = Array.from({ length: Math.max(1, to - from + 1) }, (_, number) => from + number)
  const working = ages.filter((age) => isWorkingDay(-age))
  return working.length === 0 ? ages : working
}

/** Returns a day, `YYYY-MM-DD`, in the form of EDI and HL7, `YYYYMMDD`. */
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
