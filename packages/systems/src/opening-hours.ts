import { formatInstant } from '@carebench/protocol'
import { type Static, Type } from 'typebox'

const closed = { additionalProperties: false } as const

/** Opening hours on some days of the week. */
export const hoursSchema = Type.Object(
  {
    days: Type.Array(Type.Enum(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']), { minItems: 1, maxItems: 7 }),
    open: Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$', description: 'The first minute: "08:00".' }),
    close: Type.String({
      pattern: '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$',
      description: 'The minute after the last: "17:00".',
    }),
  },
  closed,
)

/** The members of a configuration that define opening hours. */
export const hoursMembers = {
  time_zone: Type.Optional(
    Type.String({ minLength: 1, maxLength: 64, default: 'UTC', description: 'IANA name: "America/Chicago".' }),
  ),
  hours: Type.Optional(Type.Array(hoursSchema, { maxItems: 50, description: 'Opening hours; default: always open.' })),
  holidays: Type.Optional(
    Type.Array(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' }), {
      maxItems: 1000,
      description: 'Holidays, on which it is closed.',
    }),
  ),
}

const hoursConfig = Type.Object(hoursMembers)

/** `{hours, holidays, time_zone}`. */
export type HoursConfig = Static<typeof hoursConfig>

/** Whether a place is open at an instant (RFC 3339). */
export type OpeningHours = (at: string) => boolean

/**
 * Compiles opening hours in a time zone; without hours, a place is open on all days except holidays. Throws an Error
 * that names an unknown time zone, or hours that do not end after they begin; `place` locates the configuration.
 */
export function openingHours(config: HoursConfig, place: string): OpeningHours {
  for (const [index, { open, close }] of (config.hours ?? []).entries()) {
    if (open >= close)
      throw new Error(`${place}.hours[${index}]: expected open before close, got ${open} and ${close}.`)
  }
  const format = findFormatter(config, place)
  return (at) => {
    const local = readLocal(format, Date.parse(at))
    return opensOn(config, local) && isOpenAt(config, local)
  }
}

/** The date and time in a time zone. */
interface LocalTime {
  /** `YYYY-MM-DD`. */
  readonly day: string
  /** `mon`. */
  readonly weekday: string
  /** `HH:MM`. */
  readonly time: string
}

function readLocal(format: Intl.DateTimeFormat, instant: number): LocalTime {
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]))
  return {
    day: `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`,
    weekday: (parts.get('weekday') ?? '').toLowerCase(),
    time: `${parts.get('hour')}:${parts.get('minute')}`,
  }
}

/** Whether there are opening hours on a day. */
function opensOn({ hours, holidays = [] }: HoursConfig, { day, weekday }: LocalTime): boolean {
  if (holidays.includes(day)) return false
  return hours === undefined || hours.some(({ days }) => days.some((candidate) => candidate === weekday))
}

/** Whether a time is within the opening hours; holidays are checked separately. */
function isOpenAt({ hours }: HoursConfig, { weekday, time }: LocalTime): boolean {
  if (hours === undefined) return true
  return hours.some(
    ({ days, open, close }) => days.some((candidate) => candidate === weekday) && open <= time && time < close,
  )
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Maximum number of cached formatters; there are a few hundred time zones, whose names may be in any case. */
const maxFormatters = 1000

function findFormatter({ time_zone: timeZone = 'UTC' }: HoursConfig, place: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known !== undefined) return known
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    if (formatters.size >= maxFormatters) formatters.clear()
    formatters.set(timeZone, format)
    return format
  } catch (cause) {
    throw new Error(`${place}.time_zone: expected a time zone, for example America/Chicago, got ${timeZone}.`, {
      cause,
    })
  }
}

const minute = 60_000
/** The offsets of time zones are multiples of a quarter of an hour. */
const quarter = 15 * minute
const searchedDays = 31
/** The maximum by which a day is shortened when clocks go forward. */
const shorter = 120 * minute

/** A period in which a configuration is known to be closed, in milliseconds since 1970. */
interface ClosedTime {
  readonly from: number
  readonly until: number
  /** Whether it opens at the end; if not, the search ended there. */
  readonly opens: boolean
}

/** A cache of the last result for each configuration, because thousands of tasks may wait for the same person. */
const lastClosed = new WeakMap<HoursConfig, ClosedTime>()

/** Returns the first opening instant from `at` on; undefined if there is none within 31 days. */
export function nextOpening(config: HoursConfig, at: string): string | undefined {
  if (openingHours(config, 'available')(at)) return at
  const present = Date.parse(at)
  const last = lastClosed.get(config)
  const known = last !== undefined && last.from <= present && present < last.until ? last : undefined
  const end = toQuarter(present) + searchedDays * 24 * 60 * minute
  // The known opening may be beyond this search's end, because a later search found it.
  if (known?.opens === true) return toQuarter(known.until) < end ? formatInstant(known.until) : undefined
  const opening = firstOpening(config, known?.until ?? present, end)
  const until = opening ?? Math.max(end, known?.until ?? end)
  lastClosed.set(config, { from: known?.from ?? present, until, opens: opening !== undefined })
  return opening === undefined ? undefined : formatInstant(opening)
}

/**
 * Returns the first opening instant after `closed`, at which it is closed, and before `end`, in milliseconds since
 * 1970.
 */
function firstOpening(config: HoursConfig, closed: number, end: number): number | undefined {
  const isOpen = openingHours(config, 'available')
  const format = findFormatter(config, 'available')
  const begins = (config.hours ?? []).map(({ open }) => Number(open.slice(3)) % 15)
  const minutes = [...new Set([0, ...begins])].sort((a, b) => a - b)
  for (let time = toQuarter(closed); time < end; time += quarter) {
    const local = readLocal(format, time)
    if (!opensOn(config, local)) {
      time += Math.max(0, untilMidnight(local) - shorter - quarter)
      continue
    }
    for (const after of minutes) {
      const instant = time + after * minute
      if (instant >= closed && isOpen(formatInstant(instant))) return instant
    }
  }
  return undefined
}

/** Rounds a time down to a quarter of an hour. */
function toQuarter(time: number): number {
  return Math.floor(time / quarter) * quarter
}

/** Returns the milliseconds until midnight by the clock, in whole quarters of an hour. */
function untilMidnight({ time }: LocalTime): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return Math.floor((24 * 60 - hours * 60 - minutes) / 15) * quarter
}
