/** A moment as the clocks of the clinic show it. */
export interface CentralTime {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM`. */
  readonly time: string
  /** `Thursday`. */
  readonly weekday: string
  /** As HL7 writes it: `20260312090000-0500`. */
  readonly hl7: string
}

const hourInMilliseconds = 3_600_000
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const months = [
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

/**
 * Converts a time in UTC to Central time: six hours behind UTC until 7 March 2026, five hours from 8 March on, as the
 * handbook says.
 */
export function centralTime(utc: string): CentralTime {
  const hours = at(utc, 6).day <= '2026-03-07' ? 6 : 5
  const { day, time, moment } = at(utc, hours)
  const digits = moment.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')
  return { day, time, weekday: weekdays[moment.getUTCDay()] ?? '', hl7: `${digits}-0${hours}00` }
}

/** Writes out a time as `Thursday, March 12, 2026, at 9:00 a.m.`, in Central time. */
export function sayMoment(utc: string): string {
  const { time } = centralTime(utc)
  const hour = Number(time.slice(0, 2))
  return `${sayDay(utc)}, at ${hour % 12 === 0 ? 12 : hour % 12}${time.slice(2)} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

/** Writes out the day of a time as `Thursday, March 12, 2026`, in Central time. */
export function sayDay(utc: string): string {
  const { day, weekday } = centralTime(utc)
  return `${weekday}, ${months[Number(day.slice(5, 7)) - 1]} ${Number(day.slice(8))}, ${day.slice(0, 4)}`
}

/**
 * Finds the days in a text, such as `March 12`, `the 12th of March 2026`, `3/12/2026` or `2026-03-12`. Returns them as
 * `YYYY-MM-DD`, in the order of the text; `year` is that of days without one.
 */
export function daysIn(text: string, year: string): readonly string[] {
  const names = months.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}|${name.slice(3, 4)})?`)
  const month = `(${names.join('|')})\\b\\.?`
  const number = '(\\d{1,2})(?:st|nd|rd|th)?\\b'
  const written = new RegExp(
    [
      '\\b(\\d{4})-(\\d{2})-(\\d{2})\\b',
      '\\b(\\d{1,2})/(\\d{1,2})/(\\d{4})\\b',
      `\\b${month} (?:the )?${number}(?:,? (\\d{4})\\b)?`,
      `\\b${number} (?:of )?${month}(?:,? (\\d{4})\\b)?`,
    ].join('|'),
    'gi',
  )
  return [...text.replaceAll(/\s+/g, ' ').matchAll(written)].map((found) => {
    const [, isoYear, isoMonth, isoDay, m, d, y, before, beforeDay, beforeYear, afterDay, after, afterYear] = found
    if (isoYear !== undefined) return `${isoYear}-${isoMonth}-${isoDay}`
    if (m !== undefined) return toDay(y, Number(m), d)
    const name = (before ?? after ?? '').slice(0, 3).toLowerCase()
    const index = months.findIndex((one) => one.slice(0, 3).toLowerCase() === name)
    return toDay(beforeYear ?? afterYear ?? year, index + 1, beforeDay ?? afterDay)
  })
}

function toDay(year: string | undefined, month: number, day: string | undefined): string {
  return `${year}-${String(month).padStart(2, '0')}-${(day ?? '').padStart(2, '0')}`
}

function at(utc: string, hours: number): { readonly day: string; readonly time: string; readonly moment: Date } {
  const moment = new Date(Date.parse(utc) - hours * hourInMilliseconds)
  const [day = '', time = ''] = moment.toISOString().split('T')
  return { day, time: time.slice(0, 5), moment }
}
