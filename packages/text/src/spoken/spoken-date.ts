import { months, spanishMonths } from '../tokens/calendar-names.js'
import type { Token } from '../tokens/token.js'
import { createDay, type DateMention, type PartialDay } from '../written/written-date.js'
import type { WrittenText } from '../written/written-text.js'
import { readDigit, readSpokenNumber, readSpokenYear, readTeen, readTen } from './spoken-number.js'

/** A spoken date with all days that it may mean. */
export interface SpokenDate {
  /** Tokens from `start` up to `end`. */
  readonly start: number
  readonly end: number
  readonly readings: readonly PartialDay[]
}

const monthNames = new Map([...spanishMonths, ...months])

const fillers = new Set('the of on in day year month de del el st nd rd th , . - /'.split(' '))
const maxFillers = 4

/**
 * Returns the dates of an utterance, both as {@link WrittenText} reads them and as people speak or key them in: `May
 * fourteenth, nineteen sixty-eight`, `the 14th of May '68`, `5 14 1968`, `05141968`, `14 de mayo de 1968`. Of two
 * numbers for month and day, the first is the month unless no such date exists. A year of two digits may be of either
 * century. A date with a named month is also read without its year.
 */
export function readSpokenDates(text: WrittenText): readonly SpokenDate[] {
  const { tokens } = text
  const found: SpokenDate[] = text.dates.map((mention) => ({ ...mention, readings: usualReadings(mention, tokens) }))
  for (let at = 0; at < tokens.length; at++) {
    const date = readSpokenDate(tokens, at)
    if (date !== undefined) found.push(date)
  }
  return mergeOverlapping(found.filter(({ readings }) => readings.length > 0))
}

/** Returns the spoken or keyed-in date that begins at a token. */
export function readSpokenDate(tokens: readonly Token[], at: number): SpokenDate | undefined {
  return readCompact(tokens, at) ?? readNamed(tokens, at) ?? readBare(tokens, at)
}

/**
 * Returns the readings of a written date that a listener considers: the certain ones, both orders of day and month in
 * numbers with dots, and both centuries for a year of two digits.
 */
function usualReadings({ readings, start, end }: DateMention, tokens: readonly Token[]): readonly PartialDay[] {
  const isDotted = /^\d+\.\d+\.\d+$/.test(tokens[start]?.text ?? '')
  const days = readings.filter(({ certain }) => certain || isDotted).map(({ date }) => date)
  const isShort = /(?:^|\.)\d\d$/.test(tokens[end - 1]?.text ?? '')
  return isShort ? days.flatMap((day) => eachCentury(day)) : days
}

function eachCentury(day: PartialDay): readonly PartialDay[] {
  const { year, month, day: number } = day
  if (year === undefined) return [day]
  return listDays(year % 100, month, number)
}

function listDays(year: number, month: number | undefined, day: number | undefined): readonly PartialDay[] {
  const years = year < 100 ? [1900 + year, 2000 + year] : [year]
  return years.flatMap((full) => createDay(full, month, day) ?? [])
}

/** Reads a date keyed in as eight digits: `05141968`. */
function readCompact(tokens: readonly Token[], at: number): SpokenDate | undefined {
  const [, month, day, year] = /^(\d\d)(\d\d)((?:18|19|20)\d\d)$/.exec(tokens[at]?.text ?? '') ?? []
  if (year === undefined) return undefined
  return { start: at, end: at + 1, readings: listDays(Number(year), Number(month), Number(day)) }
}

function readNamed(tokens: readonly Token[], start: number): SpokenDate | undefined {
  if (tokens[start]?.kind === 'word' && fillers.has(tokens[start]?.text ?? '')) return undefined
  const before = readSpokenNumber(tokens, start)
  const monthAt = before === undefined ? start : skipFillers(tokens, before.end)
  const month = tokens[monthAt]?.kind === 'word' ? monthNames.get(tokens[monthAt]?.text ?? '') : undefined
  if (month === undefined) return undefined
  const after = before === undefined ? readSpokenNumber(tokens, skipFillers(tokens, monthAt + 1)) : undefined
  const day = before ?? after
  if (day === undefined) return undefined
  const end = after?.end ?? monthAt + 1
  const year = readSpokenYear(tokens, skipFillers(tokens, end))
  const plain = createDay(undefined, month, day.value)
  const dated = year === undefined ? [] : listDays(year.value, month, day.value)
  return { start, end: year?.end ?? end, readings: [...dated, ...(plain === undefined ? [] : [plain])] }
}

/** Reads a date of three numbers: `5 14 1968`, `five fourteen nineteen sixty-eight`. */
function readBare(tokens: readonly Token[], start: number): SpokenDate | undefined {
  const month = readSpokenNumber(tokens, start)
  if (month === undefined || month.value > 31 || isJoined(tokens, start) || isSpelled(tokens, start - 1))
    return undefined
  const day = readSpokenNumber(tokens, skipFillers(tokens, month.end))
  if (day === undefined || day.value > 31) return undefined
  const year = readSpokenYear(tokens, skipFillers(tokens, day.end))
  if (year === undefined || year.digits < 2) return undefined
  if (year.digits < 4 && isSpelled(tokens, year.end)) return undefined
  const monthFirst = listDays(year.value, month.value, day.value)
  const readings = monthFirst.length > 0 ? monthFirst : listDays(year.value, day.value, month.value)
  return { start, end: year.end, readings }
}

function isJoined(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]
  return tokens[at]?.spaced === false && (before?.kind !== 'mark' || /^[-/.^*]$/.test(before.text))
}

/** Whether a number continues at a token, as in a telephone number. */
function isSpelled(tokens: readonly Token[], at: number): boolean {
  const { kind, text = '' } = tokens[at] ?? {}
  return kind === 'number' || (kind === 'word' && (readDigit(text) ?? readTeen(text) ?? readTen(text)) !== undefined)
}

function skipFillers(tokens: readonly Token[], from: number): number {
  let at = from
  while (at < from + maxFillers && fillers.has(tokens[at]?.text ?? '')) at++
  return at
}

function mergeOverlapping(dates: readonly SpokenDate[]): readonly SpokenDate[] {
  const merged: SpokenDate[] = []
  for (const date of [...dates].sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1)
    if (last === undefined || date.start >= last.end) merged.push(date)
    else {
      const end = Math.max(last.end, date.end)
      merged[merged.length - 1] = {
        start: last.start,
        end,
        readings: [...last.readings, ...date.readings].slice(0, 12),
      }
    }
  }
  return merged
}
