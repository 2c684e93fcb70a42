import { today } from './today.js'

const day = 86_400_000

/** The day that many days after today, or before it if negative, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return new Date(Date.parse(today) + days * day).toISOString().slice(0, 10)
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
