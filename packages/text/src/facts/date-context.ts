import { weekdays } from '../tokens/calendar-names.js'
import type { Token } from '../tokens/token.js'
import { type DateMention, isBirthday, isDate, type PartialDay, weekdayBefore } from '../written/written-date.js'
import type { WrittenText } from '../written/written-text.js'

/**
 * A word such as "before" or "until" that makes the date after it only a limit. `isEnd` means that the limit is the
 * last moment of something.
 */
export interface Limit {
  readonly cue: number
  readonly isEnd: boolean
}

/** Words that may stand between a limit and its date. */
const linking = /^(?:the|on|at|of|date|day|morning|evening|end|exactly|[,.])$/
const maxLinkWords = 5
/** Maximum distance of a negation before a limit: "not valid until". */
const farthestNegation = 4

/** Returns the limit that the words before a date or time express: "before March 2", "no later than 14:30", "until". */
export function limitBefore(tokens: readonly Token[], start: number): Limit | undefined {
  let at = start - 1
  for (const end = start - maxLinkWords; at > end; at--) {
    const text = tokens[at]?.text ?? ''
    if (!linking.test(text) && !weekdays.has(text)) break
  }
  const [word, before] = [tokens[at]?.text ?? '', tokens[at - 1]?.text ?? '']
  if (/^(?:before|after|[<>≤≥])$/.test(word)) return { cue: at, isEnd: false }
  if (word === '=' && /^[<>]$/.test(before)) return { cue: at - 1, isEnd: false }
  if (word === 'than' && /^(?:later|earlier|sooner)$/.test(before)) return { cue: at, isEnd: false }
  if (word === 'to' && /^(?:prior|subsequent|previous|up)$/.test(before)) return { cue: at, isEnd: false }
  if (!/^(?:until|till|til)$/.test(word)) return undefined
  for (let back = at - 1; back >= at - farthestNegation; back--) {
    const { kind = 'mark', text = '' } = tokens[back] ?? {}
    if (kind === 'mark') break
    if (/^(?:not|never|no|isnt|wasnt|wont|cannot|cant)$/.test(text)) return { cue: back, isEnd: false }
  }
  return { cue: at, isEnd: true }
}

/**
 * Whether a date in a text is the expected one; undefined if the text leaves that open. A date without a year may take
 * the year of the expected one.
 */
export function isExpectedDate(text: WrittenText, date: DateMention, expected: PartialDay): boolean | undefined {
  const truth = isDate(date, expected)
  if (truth !== undefined || expected.month === undefined) return truth
  const isPlain = date.readings.some(
    ({ date: read, certain }) =>
      certain &&
      read.year === undefined &&
      isDate({ ...date, readings: [{ date: read, certain }] }, expected) !== false,
  )
  if (!isPlain) return undefined
  const weekday = weekdayBefore(text.tokens, date.start)
  if (weekday !== undefined && expected.day !== undefined && weekday !== computeWeekday(expected)) return false
  const isRead = isCalledDate(text.tokens, date) && !isBirthday(text.tokens, date.start)
  return isRead && !text.hasOtherYear(expected.year) ? true : undefined
}

function computeWeekday({ year = 0, month = 1, day }: PartialDay): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

/**
 * Whether the words around digits call them a date: "on 3/2", "Mon 3/2", "3/2 at 2:30 pm". A pain of 3/10 is not a
 * date.
 */
export function isCalledDate(tokens: readonly Token[], { start, end }: Pick<DateMention, 'start' | 'end'>): boolean {
  // A single number is a date only as a further day of a list: "March 12 and 13".
  if (end - start < 3 || tokens.slice(start, end).some(({ kind }) => kind === 'word')) return true
  const before = tokens[start - 1]?.text ?? ''
  if (/^(?:on|for|dated|dos|due|by)$/.test(before) || weekdays.has(before)) return true
  if (before === ':' && /^(?:date|dos|appointment|visit|due)$/.test(tokens[start - 2]?.text ?? '')) return true
  return tokens[end]?.text === 'at' && tokens[end + 2]?.text === ':'
}
