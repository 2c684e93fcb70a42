import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'

/** A time range in milliseconds since 1970, `end` not included; unbounded sides are infinite. */
export interface DateRange {
  readonly start: number
  readonly end: number
}

const pattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:\d\d)?)?)?)?$/

/**
 * Parses a FHIR date, dateTime or instant as the time range that its precision covers: `2026-03` is the whole month. A
 * time may lack seconds, as in searches; without a zone it is UTC. Returns undefined on an invalid date.
 */
export function parseDateRange(text: string): DateRange | undefined {
  return parseUtc(text) ?? parseAny(text)
}

/**
 * Parses the most frequent forms, `2026-01-05T09:00:00Z` and `2026-01-05T09:00:00.000Z`, without a regular expression;
 * undefined for any other form.
 */
function parseUtc(text: string): DateRange | undefined {
  const isExact = text.length === 24
  if (!isExact && text.length !== 20) return undefined
  if (text[4] !== '-' || text[7] !== '-' || text[10] !== 'T' || text[13] !== ':' || text[16] !== ':') return undefined
  if (text[text.length - 1] !== 'Z' || (isExact && text[19] !== '.')) return undefined
  const year = parseDigits(text, 0, 4)
  const month = parseDigits(text, 5, 7)
  const day = parseDigits(text, 8, 10)
  const hour = parseDigits(text, 11, 13)
  const minute = parseDigits(text, 14, 16)
  const second = parseDigits(text, 17, 19)
  const millisecond = isExact ? parseDigits(text, 20, 23) : 0
  // From the 29th on, whether the day exists depends on the month.
  const isDay = day >= 1 && (day <= 28 || (day <= 30 && month !== 2))
  const isTime = hour <= 23 && minute <= 59 && second <= 59 && millisecond <= 999
  if (!(year > 99 && month >= 1 && month <= 12 && isDay && isTime)) return undefined
  const start = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  return { start, end: start + (isExact ? 1 : 1000) }
}

/** Returns the number in the characters from `from` to `to`; NaN if any of them is not a digit. */
function parseDigits(text: string, from: number, to: number): number {
  let number = 0
  for (let place = from; place < to; place++) {
    const digit = text.charCodeAt(place) - 48
    if (digit < 0 || digit > 9) return Number.NaN
    number = number * 10 + digit
  }
  return number
}

function parseAny(text: string): DateRange | undefined {
  const parts = pattern.exec(text)
  if (parts === null) return undefined
  const year = Number(parts[1])
  const month = parts[2] === undefined ? undefined : Number(parts[2])
  const day = parts[3] === undefined ? undefined : Number(parts[3])
  if (month !== undefined && (month < 1 || month > 12)) return undefined
  if (day !== undefined && (day < 1 || day > new Date(Date.UTC(2000, month ?? 1, 0)).getUTCDate())) return undefined
  if (month === undefined) return { start: utc(year, 0, 1), end: utc(year + 1, 0, 1) }
  if (day === undefined) return { start: utc(year, month - 1, 1), end: utc(year, month, 1) }
  const midnight = utc(year, month - 1, day)
  if (new Date(midnight).getUTCDate() !== day) return undefined
  if (parts[4] === undefined) return { start: midnight, end: midnight + 86_400_000 }
  const hour = Number(parts[4])
  const minute = Number(parts[5])
  const second = parts[6] === undefined ? 0 : Number(parts[6])
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const offset = parseOffset(parts[8])
  if (offset === undefined) return undefined
  const base = midnight + hour * 3_600_000 + minute * 60_000 - offset
  if (parts[6] === undefined) return { start: base, end: base + 60_000 }
  const fraction = parts[7]
  if (fraction === undefined) return { start: base + second * 1000, end: base + second * 1000 + 1000 }
  const width = 10 ** (3 - Math.min(fraction.length, 3))
  const start = base + second * 1000 + Number(fraction.slice(0, 3)) * width
  return { start, end: start + width }
}

function utc(year: number, month: number, day: number): number {
  if (year > 99) return Date.UTC(year, month, day)
  const date = new Date(0)
  return date.setUTCFullYear(year, month, day)
}

function parseOffset(zone: string | undefined): number | undefined {
  if (zone === undefined || zone === 'Z') return 0
  const hours = Number(zone.slice(1, 3))
  const minutes = Number(zone.slice(4, 6))
  if (hours > 14 || minutes > 59) return undefined
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** Returns the time ranges of a date, a Period, or the events and bounds of a Timing; none for other elements. */
export function readDateRanges(value: JsonValue): readonly DateRange[] {
  if (typeof value === 'string') {
    const range = parseDateRange(value)
    return range === undefined ? [] : [range]
  }
  if (!isJsonObject(value)) return []
  if (value.start !== undefined || value.end !== undefined) {
    const start = typeof value.start === 'string' ? parseDateRange(value.start)?.start : undefined
    const end = typeof value.end === 'string' ? parseDateRange(value.end)?.end : undefined
    if (start === undefined && end === undefined) return []
    return [{ start: start ?? Number.NEGATIVE_INFINITY, end: end ?? Number.POSITIVE_INFINITY }]
  }
  const events = Array.isArray(value.event) ? value.event.flatMap(readDateRanges) : []
  const bounds = isJsonObject(value.repeat) ? value.repeat.boundsPeriod : undefined
  return bounds === undefined ? events : [...events, ...readDateRanges(bounds)]
}
