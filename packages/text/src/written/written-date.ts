import { months, weekdays } from '../tokens/calendar-names.js'
import type { Token } from '../tokens/token.js'

/** A date as far as it is known. */
export interface PartialDay {
  readonly year?: number
  readonly month?: number
  readonly day?: number
}

/**
 * A date in a text. `readings` has one entry for each possible order of day and month. The usual order is certain, or
 * the other one if the usual order is no date; dots with a year of two digits are never certain.
 */
export interface DateMention {
  readonly start: number
  readonly end: number
  readonly readings: readonly { readonly date: PartialDay; readonly certain: boolean }[]
}

/** Reads a date as `YYYY`, `YYYY-MM` or `YYYY-MM-DD`; undefined if it has another form or does not exist. */
export function parsePartialDay(text: string): PartialDay | undefined {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  if (year === undefined) return undefined
  return createDay(
    Number(year),
    month === undefined ? undefined : Number(month),
    day === undefined ? undefined : Number(day),
  )
}

/**
 * Returns the date that begins at a token. Numbers with slashes or hyphens are month first, as in the United States,
 * and with dots day first; the other order, if both are dates, is a reading that is not certain. A year of two digits
 * is in 1930 to 2029.
 */
export function readDate(tokens: readonly Token[], start: number): DateMention | undefined {
  const before = tokens[start - 1]
  if (tokens[start]?.spaced === false && (before?.kind === 'word' || /^[-/.^*]$/.test(before?.text ?? '')))
    return undefined
  return readNumeric(tokens, start) ?? readNamed(tokens, start) ?? readListedDay(tokens, start)
}

/**
 * Whether a date in a text is the expected one, at the precision of the expected one; undefined if it can be read
 * differently or has no year.
 */
export function isDate({ readings }: DateMention, expected: PartialDay): boolean | undefined {
  const fitting = readings.filter(({ date }) => fits(date, expected))
  if (fitting.length === 0) return false
  return fitting.some(({ certain, date }) => certain && date.year !== undefined) ? true : undefined
}

/** Whether two dates in a text can be the same, as far as both are known. */
export function mayBeSameDay(a: DateMention, b: DateMention): boolean {
  return a.readings.some(({ date: one }) =>
    b.readings.some(({ date: other }) =>
      (['year', 'month', 'day'] as const).every(
        (part) => one[part] === undefined || other[part] === undefined || one[part] === other[part],
      ),
    ),
  )
}

/** Maximum number of tokens between a date and a word before it such as `born`. */
const farthestName = 5

/** Whether a date that begins at a token is a date of birth or death. Its year does not apply to other dates. */
export function isBirthday(tokens: readonly Token[], start: number): boolean {
  for (let at = start - 1; at >= Math.max(0, start - farthestName); at--) {
    if (/^(?:born|birth|birthday|birthdate|dob|died|death)$/.test(tokens[at]?.text ?? '')) return true
  }
  return false
}

function fits(date: PartialDay, expected: PartialDay): boolean {
  return (
    (date.year === undefined || date.year === expected.year) &&
    (expected.month === undefined || date.month === expected.month) &&
    (expected.day === undefined || date.day === expected.day)
  )
}

function readNumeric(tokens: readonly Token[], start: number): DateMention | undefined {
  const first = tokens[start]
  if (first?.kind !== 'number') return undefined
  const compact = /^(\d{4})(\d\d)(\d\d)$/.exec(first.text)
  if (compact !== null) {
    const date = createDay(Number(compact[1]), Number(compact[2]), Number(compact[3]))
    const isLikely = date?.year !== undefined && date.year >= 1850 && date.year < 2150
    return isLikely ? { start, end: start + 1, readings: [{ date, certain: true }] } : undefined
  }
  const dotted = /^(\d{1,4})\.(\d{1,2})\.(\d{2}|\d{4})$/.exec(first.text)
  if (dotted !== null) return createMention(start, start + 1, listReadings(dotted.slice(1), 'day'))
  const mark = tokens[start + 1]
  const second = numberAt(tokens, start + 2)
  if (mark === undefined || mark.spaced || !/^[-/]$/.test(mark.text) || second === undefined) return undefined
  const isClosed = tokens[start + 3]?.text === mark.text && tokens[start + 3]?.spaced === false
  const third = isClosed ? numberAt(tokens, start + 4) : undefined
  if (third !== undefined) return createMention(start, start + 5, listReadings([first.text, second, third], 'month'))
  if (isClosed) return undefined
  if (/^\d{4}$/.test(first.text) && /^\d\d$/.test(second)) {
    const date = createDay(Number(first.text), Number(second))
    return createMention(start, start + 3, date === undefined ? [] : [{ date, certain: true }])
  }
  return mark.text === '/' ? createMention(start, start + 3, listReadings([first.text, second], 'month')) : undefined
}

function numberAt(tokens: readonly Token[], at: number): string | undefined {
  const token = tokens[at]
  return token?.kind === 'number' && !token.spaced && /^\d{1,4}$/.test(token.text) ? token.text : undefined
}

function createMention(start: number, end: number, readings: DateMention['readings']): DateMention | undefined {
  return readings.length === 0 ? undefined : { start, end, readings }
}

function listReadings(parts: readonly string[], first: 'day' | 'month'): DateMention['readings'] {
  const [a = '', b = '', c] = parts
  if (a.length > 2 || (c?.length ?? 4) === 3) {
    const date =
      a.length === 4 && c !== undefined && c.length <= 2 ? createDay(Number(a), Number(b), Number(c)) : undefined
    return date === undefined ? [] : [{ date, certain: true }]
  }
  if (b.length > 2 || c?.length === 1) return []
  const year = c === undefined ? undefined : readYear(c)
  const monthFirst = createDay(year, Number(a), Number(b))
  const dayFirst = createDay(year, Number(b), Number(a))
  const [usual, other] = first === 'month' ? [monthFirst, dayFirst] : [dayFirst, monthFirst]
  // A number such as 12.10.11 may also be a version.
  const certain = first === 'month' || c?.length === 4
  const readings = usual === undefined ? [] : [{ date: usual, certain }]
  if (other === undefined || Number(a) === Number(b)) return readings
  return [...readings, { date: other, certain: usual === undefined && certain }]
}

function readYear(digits: string): number {
  const year = Number(digits)
  return digits.length === 2 ? year + (year < 30 ? 2000 : 1900) : year
}

/** Maximum number of tokens between the days of a list and the month before them. */
const maxListedTokens = 12

/** Reads a further day of a month: the 13 in `March 12 and 13, 2026`, with the year after the last day. */
function readListedDay(tokens: readonly Token[], start: number): DateMention | undefined {
  const day = dayAt(tokens, start)
  if (day === undefined || !/^(?:,|and|&|or)$/.test(tokens[start - 1]?.text ?? '')) return undefined
  let at = start - 1
  while (at > start - maxListedTokens && (listing.test(tokens[at]?.text ?? '') || dayAt(tokens, at) !== undefined)) at--
  const isNamed =
    dayAt(tokens, at + 1) !== undefined && (tokens[at]?.raw !== tokens[at]?.text || tokens[at]?.text === '.')
  if (tokens[at]?.text === '.') at--
  const month = tokens[at]?.kind === 'word' ? months.get(tokens[at]?.text ?? '') : undefined
  const next = skip(tokens, start + 1, ordinals)
  if (month === undefined || !isNamed || !endsListed(tokens, next)) return undefined
  const year = yearOfList(tokens, next)
  const date = createDay(year, month, day)
  const end = year === undefined || !isYearAt(tokens, next + 1) ? next : next + 2
  return date && { start, end, readings: [{ date, certain: tokens[start - 1]?.text !== 'or' }] }
}

const listing = /^(?:,|and|&|or|st|nd|rd|th|the)$/

function isYearAt(tokens: readonly Token[], at: number): boolean {
  return tokens[at - 1]?.text === ',' && /^(?:1[89]|2[01])\d\d$/.test(tokens[at]?.text ?? '')
}

/** Whether a listed day is followed by a mark or a further day, and counts nothing: "March 12 and 13 visits". */
function endsListed(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at]
  if (next === undefined || /^(?:and|or|at|from|in|with|for|are|were|is|was)$/.test(next.text)) return true
  return next.kind === 'mark' && /^(?:[,.;!?)]|\n|\n\n)$/.test(next.text)
}

/** Returns the year after the last day of a list. */
function yearOfList(tokens: readonly Token[], from: number): number | undefined {
  for (let at = from; at < from + maxListedTokens; at++) {
    if (isYearAt(tokens, at + 1)) return Number(tokens[at + 1]?.text)
    if (!listing.test(tokens[at]?.text ?? '') && dayAt(tokens, at) === undefined) return undefined
  }
  return undefined
}

/** Reads a date with a named month: `May 14, 1968`, `14th of May 1968`, `14-MAY-1968`, `May 1968`, `May 14`. */
function readNamed(tokens: readonly Token[], start: number): DateMention | undefined {
  let at = start
  let day = dayAt(tokens, at)
  if (day !== undefined) at = skip(tokens, at + 1, afterDay)
  const monthAt = at
  const month = tokens[at]?.kind === 'word' ? months.get(tokens[at]?.text ?? '') : undefined
  if (month === undefined) return undefined
  let end = at + 1
  at = skip(tokens, end, afterMonth)
  if (day === undefined) {
    day = dayAt(tokens, at)
    if (day !== undefined) {
      end = skip(tokens, at + 1, ordinals)
      at = end
    }
  }
  at = skip(tokens, at, beforeYear)
  const year = tokens[at]?.kind === 'number' ? tokens[at]?.text : undefined
  const isHour = /^(?:h|hr|hrs|hours?)$/.test(tokens[at + 1]?.text ?? '')
  const isYear =
    year !== undefined &&
    !isHour &&
    (/^(?:1[89]|2[01])\d\d$/.test(year) || (/^\d\d$/.test(year) && tokens[at]?.spaced === false))
  if (isYear) end = at + 1
  if (day === undefined && !isYear) return undefined
  // "14 may be" and "march 3 miles" are not dates, but "on march 3" and "monday, march 3" are.
  const isCalled = tokens[start - 1]?.text === 'on' || weekdayBefore(tokens, start) !== undefined
  if (!isYear && tokens[monthAt]?.raw === tokens[monthAt]?.text && !isCalled) return undefined
  const listed = isYear || day === undefined || monthAt !== start ? undefined : yearOfList(tokens, end)
  const date = createDay(isYear ? readYear(year) : listed, month, day)
  return date && { start, end, readings: [{ date, certain: true }] }
}

/** Returns the weekday named before a date: "Monday, March 2", "Mon 3/2", "Monday the 2nd of March". */
export function weekdayBefore(tokens: readonly Token[], start: number): number | undefined {
  for (let at = start - 1; at >= start - 3; at--) {
    const text = tokens[at]?.text ?? ''
    const weekday = weekdays.get(text)
    if (weekday !== undefined) return weekday
    if (!/^(?:[,.]|the)$/.test(text)) return undefined
  }
  return undefined
}

function dayAt(tokens: readonly Token[], at: number): number | undefined {
  const token = tokens[at]
  return token?.kind === 'number' && /^(?:0?[1-9]|[12]\d|3[01])$/.test(token.text) ? Number(token.text) : undefined
}

function skip(tokens: readonly Token[], at: number, skipped: ReadonlySet<string>): number {
  let end = at
  while (end < at + 3 && skipped.has(tokens[end]?.text ?? '')) end++
  return end
}

const afterDay = new Set(['st', 'nd', 'rd', 'th', 'of', '-', '/'])
const afterMonth = new Set(['.', '-', '/'])
const ordinals = new Set(['st', 'nd', 'rd', 'th'])
const beforeYear = new Set([',', '.', '-', '/', 'of'])

/** Returns the date with these parts; undefined if there is no such date. */
export function createDay(year?: number, month?: number, day?: number): PartialDay | undefined {
  if (month !== undefined && (month < 1 || month > 12)) return undefined
  if (day !== undefined) {
    const leap = year ?? 2000
    if (day < 1 || month === undefined || day > new Date(Date.UTC(leap, month, 0)).getUTCDate()) return undefined
  }
  return {
    ...(year !== undefined && { year }),
    ...(month !== undefined && { month }),
    ...(day !== undefined && { day }),
  }
}
