import type { Token } from '../tokens/token.js'
import { readNumberWords } from './number-words.js'
import { readUnit } from './written-unit.js'

/** A time of day in a text, in minutes from midnight. A time without `am` or `pm` has several readings. */
export interface TimeMention {
  readonly start: number
  readonly end: number
  readonly readings: readonly { readonly minutes: number; readonly certain: boolean }[]
}

const hour = 60
const day = 24 * hour

/** Reads a time from `00:00` to `23:59`; returns minutes from midnight, or undefined for any other text. */
export function parseTime(text: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === undefined ? undefined : Number(hours) * hour + Number(minutes)
}

type Half = 'am' | 'pm' | '24' | undefined

/** Hours and minutes as written. `end` is the token after them. */
export interface Clock {
  readonly hours: number
  readonly minutes: number
  readonly end: number
  /** Whether it needs other words to be a time: the 9 in "9 am". */
  readonly isBare: boolean
  /** Whether it can only be a 24-hour time: `09:00`. */
  readonly isFull: boolean
}

/**
 * Returns the time of day that begins at a token: `14:30`, `2:30 pm`, `9 a.m.`, `1430 hours`, `half past two in the
 * afternoon`, `noon`. Without such words, `2:30` has two readings, and `1430` may be a number.
 */
export function readTime(tokens: readonly Token[], start: number): TimeMention | undefined {
  const named = readNoon(tokens, start)
  if (named !== undefined) return named
  const clock = isInside(tokens, start) ? undefined : readClock(tokens, start)
  return clock && readClockTime(tokens, start, clock)
}

/** Returns the time of day for hours and minutes that were read, considering the words after them. */
export function readClockTime(tokens: readonly Token[], start: number, clock: Clock): TimeMention | undefined {
  const half = readHalf(tokens, clock.end)
  if (half.value !== undefined) {
    const minutes = toMinutes(clock, half.value)
    return minutes === undefined ? undefined : { start, end: half.end, readings: [{ minutes, certain: true }] }
  }
  const later = clock.isFull ? undefined : readRangeHalf(tokens, clock)
  const minutes = later === undefined ? undefined : toMinutes(clock, later)
  if (minutes !== undefined) return { start, end: clock.end, readings: [{ minutes, certain: true }] }
  if (clock.isBare && !isTime(tokens, start, clock)) return undefined
  return { start, end: clock.end, readings: listReadings(clock) }
}

/** Whether a time in a text is the expected one; undefined if it can be read differently. */
export function isTimeAt({ readings }: TimeMention, expected: number): boolean | undefined {
  const fitting = readings.filter(({ minutes }) => minutes === expected)
  return fitting.length === 0 ? false : fitting.some(({ certain }) => certain) ? true : undefined
}

function listReadings({ hours, minutes, isFull, isBare }: Clock): TimeMention['readings'] {
  const total = hours * hour + minutes
  if (isFull || hours > 12 || hours === 0) return [{ minutes: total, certain: !isBare }]
  if (hours === 12) return [total, minutes].map((at, index) => ({ minutes: at, certain: index === 0 && !isBare }))
  return [total, total + day / 2].map((at) => ({ minutes: at, certain: false }))
}

function toMinutes({ hours, minutes }: Clock, half: NonNullable<Half>): number | undefined {
  if (half === '24') return hours * hour + minutes
  if (half === 'pm') return (hours < 12 ? hours + 12 : hours) * hour + minutes
  return hours > 12 ? undefined : (hours % 12) * hour + minutes
}

/** Whether a token is part of something longer, like 30 in `14:30`. */
function isInside(tokens: readonly Token[], start: number): boolean {
  const token = tokens[start]
  const before = tokens[start - 1]
  if (token?.spaced !== false || before === undefined) return false
  if (before.kind === 'word') return before.text !== 't' || tokens[start - 2]?.kind !== 'number'
  return /^[:./#$^]$/.test(before.text) && !before.spaced && tokens[start - 2]?.kind !== 'mark'
}

function readClock(tokens: readonly Token[], start: number): Clock | undefined {
  const token = tokens[start]
  if (token?.kind === 'mark' || token === undefined) return undefined
  if (token.kind === 'word') return readWords(tokens, start)
  const [, hours, part] = /^(\d{1,2})(?:\.(\d\d))?$/.exec(token.text) ?? []
  if (hours === undefined) return readCompact(token.text, start)
  if (Number(hours) > 24) return undefined
  const colon = tokens[start + 1]
  const minutes = tokens[start + 2]
  if (part === undefined && colon?.text === ':' && !colon.spaced && minutes?.kind === 'number' && !minutes.spaced) {
    if (!/^[0-5]\d$/.test(minutes.text)) return undefined
    const end = skipSeconds(tokens, start + 3)
    const isFull = hours.length === 2 && hours.startsWith('0')
    const isDated = tokens[start - 1]?.text === 't' && !token.spaced
    return end === undefined || Number(hours) > 23
      ? undefined
      : { hours: Number(hours), minutes: Number(minutes.text), end, isBare: false, isFull: isFull || isDated }
  }
  if (part === undefined && colon?.text === 'h' && !colon.spaced && minutes?.spaced === false) {
    // "2h30min" is a duration.
    if (tokens[start + 3]?.kind === 'word' && !tokens[start + 3]?.spaced) return undefined
    if (Number(hours) > 23 || !/^[0-5]\d$/.test(minutes.text)) return undefined
    return { hours: Number(hours), minutes: Number(minutes.text), end: start + 3, isBare: false, isFull: true }
  }
  if (part !== undefined && Number(part) > 59) return undefined
  return { hours: Number(hours), minutes: Number(part ?? 0), end: start + 1, isBare: true, isFull: false }
}

/** Reads a time of four digits: `1430`. */
function readCompact(text: string, start: number): Clock | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-3])([0-5]\d)$/.exec(text) ?? []
  if (hours === undefined) return undefined
  return { hours: Number(hours), minutes: Number(minutes), end: start + 1, isBare: true, isFull: true }
}

/** Skips optional seconds, `:00` or `:00.000`, and returns the token after them; undefined if more follows. */
function skipSeconds(tokens: readonly Token[], at: number): number | undefined {
  const isColon = (token: Token | undefined) => token?.text === ':' && !token.spaced
  if (!isColon(tokens[at]) || tokens[at + 1]?.kind !== 'number' || tokens[at + 1]?.spaced) return at
  if (!/^[0-5]\d(?:\.\d+)?$/.test(tokens[at + 1]?.text ?? '')) return undefined
  return isColon(tokens[at + 2]) && tokens[at + 3]?.kind === 'number' ? undefined : at + 2
}

/** Reads a time in words: `nine`, `half past two`, `quarter to three`. */
function readWords(tokens: readonly Token[], start: number): Clock | undefined {
  const parts: Readonly<Record<string, number>> = { half: 30, quarter: 15 }
  const part = parts[tokens[start]?.text ?? '']
  const relation = tokens[start + 1]?.text
  const isRelative = part !== undefined && (relation === 'past' || relation === 'to')
  const from = isRelative ? start + 2 : start
  const digits =
    /^(?:[1-9]|1[0-2])$/.test(tokens[from]?.text ?? '') && isRelative ? Number(tokens[from]?.text) : undefined
  const read = digits === undefined ? readNumberWords(tokens, from) : { value: digits, end: from + 1 }
  if (read === undefined || !Number.isInteger(read.value) || read.value < 1 || read.value > 12) return undefined
  if (!isRelative) return { hours: read.value, minutes: 0, end: read.end, isBare: true, isFull: false }
  const hours = relation === 'past' ? read.value : read.value === 1 ? 12 : read.value - 1
  return { hours, minutes: relation === 'past' ? part : hour - part, end: read.end, isBare: false, isFull: false }
}

function readNoon(tokens: readonly Token[], start: number): TimeMention | undefined {
  const isTwelve = /^(?:12|twelve)$/.test(tokens[start]?.text ?? '')
  const at = isTwelve ? start + 1 : start
  const word = tokens[at]?.text
  const minutes = word === 'noon' || word === 'midday' ? day / 2 : word === 'midnight' ? 0 : undefined
  return minutes === undefined ? undefined : { start, end: at + 1, readings: [{ minutes, certain: true }] }
}

/** Returns the half of the day named after a time: `pm`, `p.m.`, `in the afternoon`, `hours`. */
function readHalf(tokens: readonly Token[], at: number): { readonly value: Half; readonly end: number } {
  const text = (offset: number): string => tokens[at + offset]?.text ?? ''
  const from = text(0) === 'oclock' ? 1 : 0
  const first = text(from)
  if (first === 'am' || first === 'pm') return { value: first, end: at + from + 1 }
  const isSpelled = /^[ap]$/.test(first) && text(from + 1) === '.' && text(from + 2) === 'm'
  if (isSpelled) return { value: first === 'a' ? 'am' : 'pm', end: at + from + 3 }
  if (from === 0 && /^[ap]$/.test(first) && tokens[at]?.spaced === false && tokens[at - 2]?.text === ':') {
    return { value: first === 'a' ? 'am' : 'pm', end: at + 1 }
  }
  if (from === 0 && /^(?:h|hr|hrs|hours?)$/.test(first) && /^\d{4}$|^[0-5]\d$/.test(text(-1))) {
    const isClock = text(-2) === ':' || /^\d{4}$/.test(text(-1))
    if (isClock) return { value: '24', end: at + 1 }
  }
  const part = first === 'at' ? text(from + 1) : first === 'in' && text(from + 1) === 'the' ? text(from + 2) : ''
  const end = at + from + (first === 'at' ? 2 : 3)
  if (part === 'morning') return { value: 'am', end }
  return /^(?:afternoon|evening|night)$/.test(part) ? { value: 'pm', end } : { value: undefined, end: at }
}

/** Returns the half of the day named at the end of a range: "2:30-3:00 pm", "11 to 1 pm". */
function readRangeHalf(tokens: readonly Token[], { hours, minutes, end }: Clock): Half {
  if (hours > 12 || !/^(?:-|to|until|till)$/.test(tokens[end]?.text ?? '')) return undefined
  const other = readClock(tokens, end + 1)
  const half = other && readHalf(tokens, other.end).value
  if (other === undefined || (half !== 'am' && half !== 'pm')) return undefined
  const [from, to] = [(hours % 12) * hour + minutes, (other.hours % 12) * hour + other.minutes]
  return from < to ? half : half === 'pm' ? 'am' : 'pm'
}

/** Whether a number alone may be a time: "at 9", "9 o'clock", "1430" without a unit. */
function isTime(tokens: readonly Token[], start: number, { end, isFull, minutes }: Clock): boolean {
  if (tokens[end]?.text === 'oclock') return true
  if (readUnit(tokens, end) !== undefined) return false
  if (isFull) return true
  return minutes === 0 && tokens[start - 1]?.text === 'at' && tokens[end]?.kind !== 'word'
}
