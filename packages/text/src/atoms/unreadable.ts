import { months } from '../tokens/calendar-names.js'
import type { Token } from '../tokens/token.js'
import type { Atom, AtomKind } from './atom.js'

/**
 * Returns an atom without readings if the tokens look like a date, a time or a number but cannot be read as one: `half
 * past something`, `February 30`, `13/45/2026`, `25:70`, a digit of another script. Call it only where no date begins.
 */
export function readUnreadable(tokens: readonly Token[], start: number): Atom | undefined {
  const text = (offset: number): string => tokens[start + offset]?.text ?? ''
  const isBeside = (offset: number): boolean => {
    const token = tokens[start + offset]
    return token !== undefined && token.kind !== 'mark' && !token.spaced
  }
  const isNumber = (offset: number): boolean => isBeside(offset) && tokens[start + offset]?.kind === 'number'
  const found = (kind: AtomKind, end: number): Atom => ({
    kind,
    start,
    end: Math.min(end, tokens.length),
    readings: [],
  })
  const token = tokens[start] as Token
  // Decomposition leaves digits of other scripts as they are.
  if (token.kind === 'mark') return /\p{N}/u.test(token.text) ? found('count', findRunEnd(tokens, start)) : undefined
  if (token.kind === 'number') {
    const isClock = text(1) === ':' && isBeside(2) && /^[\dol]{1,2}$/.test(text(2)) && /^\d{1,2}$/.test(token.text)
    if (isClock && (text(2).length === 2 || isBeside(3))) return found('time', findRunEnd(tokens, start))
    const isDay = text(1) === '/' && isNumber(2) && text(3) === '/' && isNumber(4)
    return isDay ? found('date', start + 5) : undefined
  }
  const isPart = /^(?:half|quarter)$/.test(token.text) && /^(?:past|to|after|till)$/.test(text(1))
  if (isPart && !/^(?:the|a|an)$/.test(text(2))) return found('time', start + 3)
  const isMonth = months.has(token.text) && token.raw !== token.text
  if (isMonth && tokens[start + 1]?.kind === 'number') return found('date', start + 2)
  return isMonth && isNumberBefore(tokens, start) ? found('date', start + 1) : undefined
}

/** Returns the end of a run without spaces. */
function findRunEnd(tokens: readonly Token[], start: number): number {
  let end = start + 1
  while (tokens[end]?.spaced === false && !/^[.,;!?)]$/.test(tokens[end]?.text ?? '')) end++
  return end
}

/** Whether a number precedes a token, directly or before an ordinal ending and "of", as in "the 41st of May". */
function isNumberBefore(tokens: readonly Token[], at: number): boolean {
  for (let back = at - 1; back >= at - 3; back--) {
    const { kind, text = '' } = tokens[back] ?? {}
    if (kind === 'number') return true
    if (!/^(?:st|nd|rd|th|of)$/.test(text)) return false
  }
  return false
}

/** Holidays, and the words after them: their dates are not read. */
const holiday = /^(?:christmas|thanksgiving|easter|xmas|halloween|juneteenth)$/
const named = /^(?:independence|labor|memorial|veterans?|columbus|valentines?|boxing|mothers?|fathers?|presidents?)$/
const before = /^(?:on|over|during|by|before|after|until|till|since|from|at|for|is|was|next|last|this)$/
const vague = /^(?:couple|few|several)$/
const spans = /^(?:hour|day|night|week|month|year)s$/

/** Returns an atom without readings for words that give a day or a duration in no figures: `in a fortnight`. */
export function readVague(tokens: readonly Token[], start: number): Atom | undefined {
  const text = (offset: number): string => tokens[start + offset]?.text ?? ''
  const found = (kind: AtomKind, end: number): Atom => ({ kind, start, end, readings: [] })
  if (/^fortnights?$/.test(text(0))) return found('duration', start + 1)
  if (vague.test(text(0))) {
    const of = text(1) === 'of' ? 2 : 1
    return spans.test(text(of)) ? found('duration', start + of + 1) : undefined
  }
  const isNewYear = text(0) === 'new' && /^years?$/.test(text(1)) && /^(?:day|eve)$/.test(text(2))
  if (isNewYear) return found('date', start + 3)
  const isHoliday = holiday.test(text(0))
  const isDay = isHoliday ? /^(?:day|eve|monday|sunday)$/ : named.test(text(0)) ? /^day$/ : undefined
  if (isDay?.test(text(1))) return found('date', start + 2)
  return isHoliday && before.test(text(-1)) && tokens[start]?.raw !== text(0) ? found('date', start + 1) : undefined
}
