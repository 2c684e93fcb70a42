/** An instant in local time. */
export interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `HH:MM`. */
  readonly time: string
  /** `YYYYMMDDHHMMSS` with the offset from UTC, in HL7 format: `20260312090000-0500`. */
  readonly hl7: string
  /** In words: `Thursday, March 12 at 9:00 AM`. */
  readonly said: string
}

/** Converts an RFC 3339 instant to a time zone. */
export function localTime(instant: string, timeZone: string): LocalTime {
  const date = new Date(instant)
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  const parts = format({
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZoneName: 'longOffset',
  }).formatToParts(date)
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? ''
  const offset = part('timeZoneName').replaceAll(/[GMT:]/g, '') || '+0000'
  const day = ['year', 'month', 'day'].map(part)
  const time = ['hour', 'minute', 'second'].map(part)
  const dayName = format({ weekday: 'long', month: 'long', day: 'numeric' }).format(date)
  // Some versions of the locale data have a narrow space before AM.
  const hour = format({ hour: 'numeric', minute: '2-digit' }).format(date).replaceAll(/\s/g, ' ')
  return {
    day: day.join('-'),
    time: time.slice(0, 2).join(':'),
    hl7: `${day.join('')}${time.join('')}${offset}`,
    said: `${dayName} at ${hour}`,
  }
}
