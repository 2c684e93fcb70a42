import { today } from './clinic.js'

const day = 86_400_000

/** The day that many days after today, or before it if negative, `YYYY-MM-DD`. */
export function dayFromToday(days: number): string {
  return new Date(Date.parse(today) + days * day).toISOString().slice(0, 10)
}
