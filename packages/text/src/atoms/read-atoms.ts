import { readSpokenDate } from '../spoken/spoken-date.js'
import { readSpokenNumber } from '../spoken/spoken-number.js'
import { weekdays } from '../tokens/calendar-names.js'
import type { ReadingSteps } from '../tokens/reading-steps.js'
import type { Token } from '../tokens/token.js'
import { type DateMention, readDate, weekdayBefore } from '../written/written-date.js'
import { readAnyNumber, readBound } from '../written/written-number.js'
import type { WrittenText } from '../written/written-text.js'
import { readTime } from '../written/written-time.js'
import { type Atom, type AtomValue, findKind } from './atom.js'
import type { NameIndex } from './name-index.js'
import { readCode, readSpelled, readTelephone } from './read-codes.js'
import { readSpokenTime } from './spoken-time.js'
import { readUnreadable, readVague } from './unreadable.js'

/** Number of tokens read in one step. */
const tokensPerStep = 500

/**
 * Reads the atoms of a text in order: dates, times, amounts, identifiers and names in any usual spelling. A place that
 * looks like one of these but cannot be read becomes an atom without readings. Tokens for which `isCovered` is true are
 * skipped.
 */
export function* readAtoms(
  text: WrittenText,
  names: NameIndex,
  isCovered: (token: number) => boolean,
): ReadingSteps<readonly Atom[]> {
  const { tokens } = text
  const atoms: Atom[] = []
  let read = 0
  for (let at = 0; at < tokens.length; ) {
    if (++read % tokensPerStep === 0) yield
    const next = isCovered(at) ? undefined : readAtom(tokens, at, names)
    if (next?.atom !== undefined) atoms.push(next.atom)
    at = Math.max(next?.end ?? 0, at + 1)
  }
  return atoms
}

/** Returns the date that begins at a token, in figures or in words. */
function readAnyDate(tokens: readonly Token[], at: number): Atom | undefined {
  const written = readDate(tokens, at)
  if (written !== undefined) return createDate(tokens, written)
  const spoken = readSpokenDate(tokens, at)
  if (spoken === undefined) return undefined
  const { start, end, readings } = spoken
  const isSpoken = tokens.slice(start, end).some(({ kind, text }) => kind === 'word' && spokenNumber.test(text))
  if (!isSpoken && tokens[start]?.kind !== 'number') return undefined
  // "9 on March 12" is a time and a date.
  for (let inner = start + 1; inner < end; inner++) if (readDate(tokens, inner) !== undefined) return undefined
  const values = readings.map((day) => ({ value: { is: 'date', day } as const, certain: true }))
  return { kind: 'date', start, end, readings: values, weekday: weekdayBefore(tokens, start) }
}

const spokenNumber =
  /^(?:.*(?:first|second|third|th|teen|ty|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|oh))$/

function createDate(tokens: readonly Token[], { start, end, readings }: DateMention): Atom {
  const values = readings.map(({ date, certain }) => ({ value: { is: 'date', day: date } as AtomValue, certain }))
  const numbers = tokens.slice(start, end).flatMap(({ kind, text }) => (kind === 'number' ? [Number(text)] : []))
  // A date without its year in figures may be two numbers: a pain of 7/10.
  const isScore = end - start === 3 && readings.every(({ date }) => date.year === undefined) && numbers.length === 2
  const score = { value: { is: 'amount', values: numbers, units: [] } as AtomValue, certain: true }
  const after = weekdays.get(
    tokens[end]?.text === '(' || tokens[end]?.text === ',' ? (tokens[end + 1]?.text ?? '') : '',
  )
  return {
    kind: 'date',
    start,
    end,
    readings: isScore ? [...values, score] : values,
    weekday: weekdayBefore(tokens, start) ?? after,
  }
}

interface Read {
  readonly end: number
  readonly atom: Atom | undefined
}

function readAtom(tokens: readonly Token[], at: number, names: NameIndex): Read | undefined {
  const token = tokens[at] as Token
  if (token.kind === 'mark' && !/^[+(]$/.test(token.text) && !/\p{N}/u.test(token.text)) return undefined
  const name = names.read(tokens, at)
  if (name !== undefined) return asRead(name)
  const fixed = readFixed(tokens, at)
  if (fixed !== undefined) return { end: fixed, atom: undefined }
  const date = readAnyDate(tokens, at)
  if (date !== undefined && endsHere(tokens, date.end)) return { end: skipZone(tokens, date.end), atom: date }
  const time = readClock(tokens, at)
  const unreadable = readUnreadable(tokens, at)
  if (unreadable !== undefined && unreadable.end > (time?.end ?? 0)) return asRead(unreadable)
  return joinReadings([
    asRead(date),
    time,
    asRead(readTelephone(tokens, at)),
    readCode(tokens, at),
    asRead(readSpelled(tokens, at)),
    readDayWord(tokens, at),
    readAmount(tokens, at),
    asRead(readVague(tokens, at)),
  ])
}

/** Returns the end of figures that are used as a word: `24/7`, `call 911`. */
function readFixed(tokens: readonly Token[], at: number): number | undefined {
  const text = (offset: number): string => tokens[at + offset]?.text ?? ''
  if (text(0) === '24' && text(1) === '/' && text(2) === '7' && text(3) !== '/') return at + 3
  return /^(?:911|988)$/.test(text(0)) && /^(?:call|dial)$/.test(text(-1)) ? at + 1 : undefined
}

/** Whether a date ends here, and is not part of a longer run; the `T` in `2026-03-12T14:30` ends it too. */
function endsHere(tokens: readonly Token[], end: number): boolean {
  const next = tokens[end]
  return next === undefined || next.spaced || next.kind === 'mark' || next.text === 't'
}

function asRead(atom: Atom | undefined): Read | undefined {
  return atom && { end: atom.end, atom }
}

/**
 * Returns the longest of several readings that begin at one token. Readings of equal length become the meanings of one
 * atom, whose kind is that of the first reading.
 */
function joinReadings(all: readonly (Read | undefined)[]): Read | undefined {
  let longest: Read | undefined
  for (const read of all) {
    if (read === undefined || read.end < (longest?.end ?? 0)) continue
    if (longest === undefined || read.end > longest.end) longest = read
    else if (longest.atom !== undefined && read.atom !== undefined) {
      longest = {
        end: read.end,
        atom: { ...longest.atom, readings: [...longest.atom.readings, ...read.atom.readings] },
      }
    }
  }
  return longest
}

function readClock(tokens: readonly Token[], at: number): Read | undefined {
  const time = readTime(tokens, at) ?? readSpokenTime(tokens, at)
  if (time === undefined) return undefined
  const readings = time.readings.map(({ minutes, certain }) => ({
    value: { is: 'time', minutes } as AtomValue,
    certain,
  }))
  return { end: skipZone(tokens, time.end), atom: { kind: 'time', start: at, end: time.end, readings } }
}

/**
 * Returns the end of the time zone of a timestamp, `Z` or `-06:00`, so that the offset is not read as a time. Skips a
 * `T` between date and time too.
 */
function skipZone(tokens: readonly Token[], end: number): number {
  const [sign, hours, colon, minutes] = tokens.slice(end, end + 4)
  if (sign === undefined || sign.spaced) return end
  if (/^[tz]$/.test(sign.text)) return end + 1
  const isZone = /^[+-]$/.test(sign.text) && /^\d\d(?:\d\d)?$/.test(hours?.text ?? '') && hours?.spaced === false
  if (!isZone) return end
  return colon?.text === ':' && !colon.spaced && /^\d\d$/.test(minutes?.text ?? '')
    ? end + 4
    : /^\d{4}$/.test(hours?.text ?? '')
      ? end + 2
      : end
}

/** Nouns whose count carries no information, such as the pages of a fax. */
const uncounted = /^(?:pages?|pgs?|sheets?|attachments?|enclosures?|copy|copies|questions?|things?|more|of)$/

function readAmount(tokens: readonly Token[], at: number): Read | undefined {
  const number = readAnyNumber(tokens, at)
  if (number === undefined) return undefined
  const { end, unitEnd, units, readings } = number
  const isWord = tokens[at]?.kind === 'word'
  if (units.length === 0 && (uncounted.test(tokens[end]?.text ?? '') || isPage(tokens, at)))
    return { end, atom: undefined }
  if (isWord && units.length === 0 && readings.every(({ value }) => value < 2)) return { end, atom: undefined }
  const measured = units.length === 0 && isMeasured(tokens, at) && { measured: true as const }
  const bound = readBound(tokens, at, end)
  const values = readings
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, certain }) => ({
      value: { is: 'amount', values: [value], units, ...measured, ...(bound && { bound }) } as AtomValue,
      certain,
    }))
  return {
    end: Math.max(end, unitEnd),
    atom: {
      kind: measured ? 'quantity' : findKind(units),
      start: at,
      end: Math.max(end, unitEnd),
      readings: values,
    },
  }
}

/** Nouns for things with numbered parts. */
const numbered = /^(?:sections?|sec|chapters?|rules?|steps?|items?|paragraphs?|points?|versions?|v|no|nos|number|§|#)$/

/** Whether a number without a unit is a measurement: it has decimals, unlike a count, and is not a section number. */
function isMeasured(tokens: readonly Token[], at: number): boolean {
  if (!/^\d+\.\d{1,2}$/.test(tokens[at]?.text ?? '')) return false
  const before = tokens[at - 1]?.text === '.' ? tokens[at - 2] : tokens[at - 1]
  return !numbered.test(before?.text ?? '')
}

/** Whether a number counts pages: "Page 1 of 2", "pages: 2". */
function isPage(tokens: readonly Token[], at: number): boolean {
  const from = tokens[at - 1]?.text === 'of' && tokens[at - 2]?.kind === 'number' ? at - 2 : at
  return /^pages?$/.test(
    tokens[from - 1]?.text === ':' ? (tokens[from - 2]?.text ?? '') : (tokens[from - 1]?.text ?? ''),
  )
}

/** Abbreviations of weekdays, which count only with a capital: some are also ordinary words. */
const ambiguous = /^(?:sun|sat|wed|mon|fri|thu|tue)$/

/** Reads a day without its month: `Monday`, `tomorrow`, `the 9th`. */
function readDayWord(tokens: readonly Token[], at: number): Read | undefined {
  const { text, raw } = tokens[at] as Token
  const one = (kind: Atom['kind'], end: number, value: AtomValue): Read => ({
    end,
    atom: { kind, start: at, end, readings: [{ value, certain: true }] },
  })
  const weekday = weekdays.get(text)
  if (weekday !== undefined && !(ambiguous.test(text) && raw === text))
    return one('weekday', at + 1, { is: 'weekday', weekday })
  const before = tokens[at - 1]?.text ?? ''
  if (text === 'tomorrow') {
    const isAfter = before === 'after' && tokens[at - 2]?.text === 'day'
    return one('date', at + 1, { is: 'nearby', days: isAfter ? 2 : 1 })
  }
  if (text === 'yesterday')
    return one('date', at + 1, { is: 'nearby', days: before === 'before' && tokens[at - 2]?.text === 'day' ? -2 : -1 })
  // "How are you today" says nothing, "the visit is today" does.
  if (/^(?:today|tonight)$/.test(text) && /^(?:is|was|for|on|by|until|due|scheduled|booked)$/.test(before))
    return one('date', at + 1, { is: 'nearby', days: 0 })
  return before === 'the' ? readOrdinal(tokens, at) : undefined
}

/** Nouns that an ordinal can count and that are not days. */
const ordered = new RegExp(
  '^(?:floor|level|street|avenue|visit|appointment|call|time|attempt|claim|page|line|item|request|letter|message|fax|' +
    'denial|appeal|order|study|dose|week|quarter|half|payer|plan|policy|person|party|opinion|step|section|row|one)s?$',
)

/**
 * Reads an ordinal as a day of the month, such as `the 9th` or `the twenty-sixth`, unless it counts something else, as
 * in `the 9th floor`.
 */
function readOrdinal(tokens: readonly Token[], at: number): Read | undefined {
  const spoken = readSpokenNumber(tokens, at)
  const isSpoken = spoken !== undefined && /(?:first|second|third|th)$/.test(tokens[spoken.end - 1]?.text ?? '')
  const isWritten = spoken !== undefined && /^(?:st|nd|rd|th)$/.test(tokens[spoken.end]?.text ?? '')
  if (!isSpoken && !isWritten) return undefined
  const end = spoken.end + (isWritten ? 1 : 0)
  const isDay =
    (/^(?:on|for|by|until|from|is|of)$/.test(tokens[at - 2]?.text ?? '') && !ordered.test(tokens[end]?.text ?? '')) ||
    tokens[end]?.kind !== 'word'
  if (!isDay || spoken.value < 1 || spoken.value > 31) return { end, atom: undefined }
  const value: AtomValue = { is: 'date', day: { day: spoken.value } }
  return { end, atom: { kind: 'date', start: at, end, readings: [{ value, certain: true }] } }
}
