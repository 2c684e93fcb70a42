import { plural } from '../tokens/plural.js'
import { type PartialDay, parsePartialDay } from '../written/written-date.js'
import { approximate } from '../written/written-number.js'
import {
  compileWanted,
  compileWantedCode,
  findOtherQuantities,
  findQuantity,
  findWanted,
  type Mention,
  type WantedPhrase,
  type WantedQuantity,
  type WrittenText,
} from '../written/written-text.js'
import { isTimeAt, parseTime } from '../written/written-time.js'
import { parseExpectedUnit } from '../written/written-unit.js'
import { isExpectedDate, limitBefore } from './date-context.js'

/** A fact that a text can state, in any usual spelling. */
export type Fact =
  /** One of these words or phrases; one that begins with `not` is also said by denying the rest of it. */
  | { readonly words: readonly string[] }
  /** A number with a UCUM unit or a currency such as `USD`. Without `unit`, only a number without a unit states it. */
  | { readonly quantity: number; readonly unit?: string | undefined }
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  | { readonly date: string }
  /** `HH:MM`, on a clock with 24 hours. */
  | { readonly time: string }
  /** A code of a terminology; the text may omit its dots. */
  | { readonly code: string }

type Finder = (text: WrittenText) => readonly Mention[]

/** Thrown for an invalid fact. The message says what was expected: "a finite number". */
export class FactError extends Error {
  /** The invalid member. */
  readonly member: 'words' | 'quantity' | 'unit' | 'date' | 'time' | 'code'
  /** The index in `words`; undefined for other members. */
  readonly index: number | undefined

  constructor(member: FactError['member'], message: string, index?: number) {
    super(message)
    this.name = 'FactError'
    this.member = member
    this.index = index
  }
}

/** A fact that can be found in texts. */
export interface CompiledFact {
  /** Functions that together find the places where a text says the fact; each runs as one step of work. */
  readonly finders: readonly Finder[]
  /** Finds other values of the same kind, which the text may state instead of the fact. Absent for words and codes. */
  readonly findOthers?: Finder
  /** The fact as explanations write it: `6.4 mmol/L`, `code M17.11`. */
  readonly shown: string
}

/** Compiles a fact. @throws {FactError} if no text can state it */
export function compileFact(fact: Fact): CompiledFact {
  if ('words' in fact) {
    const wanted = fact.words.map((word, index) =>
      need(compileWanted(word), 'words', 'a word with a letter or digit', index),
    )
    return { finders: wanted.map(makeFinder), shown: showWords(fact.words) }
  }
  if ('quantity' in fact) {
    const { quantity: value, unit: written } = fact
    if (!Number.isFinite(value)) throw new FactError('quantity', 'a finite number')
    const unit =
      written === undefined
        ? undefined
        : need(parseExpectedUnit(written), 'unit', 'a unit of UCUM such as "mmol/L", or a currency such as "USD"')
    const quantity: WantedQuantity = { value, unit }
    return {
      finders: [...layers('dates', 'numbers'), (text) => findQuantity(text, quantity)],
      findOthers: (text) => findOtherQuantities(text, quantity),
      shown: written === undefined ? String(value) : `${value} ${written}`,
    }
  }
  if ('date' in fact) {
    const day = need(parsePartialDay(fact.date), 'date', 'an existing date as YYYY, YYYY-MM or YYYY-MM-DD')
    return {
      finders: [...layers('dates', 'numbers'), (text) => findDate(text, day)],
      findOthers: (text) => findOtherDates(text, day),
      shown: fact.date,
    }
  }
  if ('time' in fact) {
    const time = need(parseTime(fact.time), 'time', 'a time of day as HH:MM, from 00:00 to 23:59')
    return {
      finders: [...layers('dates', 'times'), (text) => findTime(text, time)],
      findOthers: (text) => findOtherTimes(text, time),
      shown: fact.time,
    }
  }
  const code = need(compileWantedCode(fact.code), 'code', 'a code with a letter or digit')
  return { finders: [makeFinder(code)], shown: `code ${fact.code}` }
}

function makeFinder(phrase: WantedPhrase): Finder {
  return (text) => findWanted(text, phrase)
}

/**
 * Returns finders that find nothing but make the text read its values of these kinds, so that this reading is a
 * separate step.
 */
function layers(...kinds: readonly ('dates' | 'numbers' | 'times')[]): readonly Finder[] {
  return kinds.map((kind) => (text) => {
    void text[kind]
    return []
  })
}

/** Number of synonyms shown; the others are only counted. */
const shownWords = 2

function showWords(words: readonly string[]): string {
  const more = words.length - shownWords
  const shown = words
    .slice(0, shownWords)
    .map((word) => JSON.stringify(word))
    .join(' or ')
  return more > 0 ? `${shown} or ${plural(more, 'synonym')}` : shown
}

function need<Value>(value: Value | undefined, member: FactError['member'], expected: string, index?: number): Value {
  if (value === undefined) throw new FactError(member, expected, index)
  return value
}

function findDate(text: WrittenText, day: PartialDay): readonly Mention[] {
  return text.dates.flatMap((date) => findMoment(text, date, isExpectedDate(text, date, day)))
}

function findOtherDates(text: WrittenText, day: PartialDay): readonly Mention[] {
  return findOthers(text, text.dates, (date) => isExpectedDate(text, date, day) === false)
}

function findTime(text: WrittenText, minutes: number): readonly Mention[] {
  return text.times.flatMap((time) =>
    findMoment(text, time, isTimeAt(time, minutes), text.dateBefore(time.start)?.start),
  )
}

function findOtherTimes(text: WrittenText, minutes: number): readonly Mention[] {
  return findOthers(text, text.times, (time) => isTimeAt(time, minutes) === false)
}

function findOthers<Found extends { readonly start: number; readonly end: number }>(
  text: WrittenText,
  all: readonly Found[],
  isOther: (found: Found) => boolean,
): readonly Mention[] {
  return all.flatMap((found) => (isOther(found) ? [text.mentionValue(found.start, found.end, true)] : []))
}

/**
 * Returns the mention of a date or time, or none if it only sets a limit. `begin` is the start of the date that
 * precedes a time, if any.
 */
function findMoment(
  text: WrittenText,
  { start, end }: Pick<Mention, 'start' | 'end'>,
  truth: boolean | undefined,
  begin = start,
): readonly Mention[] {
  if (truth === false) return []
  // "Around March 2", but "on or about March 2".
  const isVague = approximate.has(text.tokens[start - 1]?.text ?? '') && text.tokens[start - 2]?.text !== 'or'
  const mention = text.mentionValue(start, end, truth === true && !isVague)
  const limit = limitBefore(text.tokens, start) ?? limitBefore(text.tokens, begin)
  if (limit === undefined) return [mention]
  const { cue, isEnd } = limit
  // Both "until" and "if" leave a clause open, but only "until" makes the date a limit.
  const isFree = mention.cue < 0 || (mention.cue >= cue && mention.cue < start)
  if (!isFree || mention.stance === 'retracted') return [mention]
  return [isEnd ? { ...mention, stance: 'open', cue, isLimit: truth === true } : { ...mention, stance: 'negated', cue }]
}
