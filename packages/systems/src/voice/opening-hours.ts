import type { VoiceIvr } from './config.js'

/** Whether it is open at an instant, RFC 3339. */
export type OpeningHours = (at: string) => boolean

/**
 * Reads opening hours in a time zone; without hours it is open on all days except holidays. Throws an Error that names
 * an unknown time zone, or hours that end before they begin.
 */
export function openingHours({ hours, holidays = [], time_zone = 'UTC' }: VoiceIvr): OpeningHours {
  for (const [index, { open, close }] of (hours ?? []).entries()) {
    if (open >= close) throw new Error(`ivr.hours[${index}]: expected open before close, got ${open} and ${close}.`)
  }
  const format = formatterOf(time_zone)
  return (at) => {
    const parts = new Map(format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]))
    const day = `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`
    if (holidays.includes(day)) return false
    if (hours === undefined) return true
    const weekday = (parts.get('weekday') ?? '').toLowerCase()
    const time = `${parts.get('hour')}:${parts.get('minute')}`
    return hours.some(
      ({ days, open, close }) => days.some((candidate) => candidate === weekday) && open <= time && time < close,
    )
  }
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
  } catch (cause) {
    throw new Error(`ivr.time_zone: expected a time zone, for example America/Chicago, got ${timeZone}.`, { cause })
  }
}
