import { findRevisions } from './contradiction.js'
import { isExpectedDate, limitBefore } from './date-context.js'
import { plural } from './plural.js'
import { type PartialDay, parsePartialDay } from './written-date.js'
import { approximate } from './written-number.js'
import {
  compileWanted,
  compileWantedCode,
  findOtherQuantities,
  findQuantity,
  findWanted,
  longestText,
  type Mention,
  type WantedPhrase,
  type WantedQuantity,
  WrittenText,
} from './written-text.js'
import { isTimeOf, parseTime } from './written-time.js'
import { parseExpectedUnit } from './written-unit.js'

/** Whether something is so; undefined if that cannot be decided. */
export type Truth = boolean | undefined

/** Something that a text can say, in any usual spelling. */
export type Fact =
  /** One of these words or phrases; one that begins with `not` is also said by denying the rest of it. */
  | { readonly words: readonly string[] }
  /** A number, with a unit of UCUM or a currency such as `USD`; without a unit, a number that has none. */
  | { readonly quantity: number; readonly unit?: string | undefined }
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  | { readonly date: string }
  /** `HH:MM`, on a clock with 24 hours. */
  | { readonly time: string }
  /** A code of a terminology, with or without its points. */
  | { readonly code: string }

type Finder = (text: WrittenText) => readonly Mention[]

/** How a text fails to fulfil a statement, or leaves it open, because of one fact. */
export interface Shortfall {
  /** A fact of `all` that is not said, one of `none` that is, or one of either that is left open. */
  readonly what: 'not-said' | 'said' | 'open'
  /** The fact: `6.4 mmol/L`, `"approved" or "not denied"`, `2024-05-01`, `code M17.11`. */
  readonly fact: string
  /** Where the text denies the fact, says it or leaves it open; undefined if it does not mention it or is too long to be read. */
  readonly passage: string | undefined
  /** What the text says in place of an amount or a date, at most three. */
  readonly instead: readonly string[]
}

/** A fact that is not fit, as the member that is wrong and what it needs. */
export class FactError extends Error {
  readonly member: 'words' | 'quantity' | 'unit' | 'date' | 'time' | 'code'
  /** The index in `words`. */
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
  readonly find: Finder
  /** Finds what may have been said in its place. Absent for words and codes, whose place is unknown. */
  readonly findOthers?: Finder
  /** The fact for a sentence. */
  readonly shown: string
}

/** Compiles a fact. @throws {FactError} if it can be in no text */
export function compileFact(fact: Fact): CompiledFact {
  if ('words' in fact) {
    const wanted = fact.words.map((word, index) =>
      need(compileWanted(word), 'words', 'a word with a letter or digit', index),
    )
    return { find: (text) => findEach(text, wanted), shown: showWords(fact.words) }
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
      find: (text) => findQuantity(text, quantity),
      findOthers: (text) => findOtherQuantities(text, quantity),
      shown: written === undefined ? String(value) : `${value} ${written}`,
    }
  }
  if ('date' in fact) {
    const day = need(parsePartialDay(fact.date), 'date', 'an existing date as YYYY, YYYY-MM or YYYY-MM-DD')
    return { find: (text) => findDate(text, day), findOthers: (text) => findOtherDates(text, day), shown: fact.date }
  }
  if ('time' in fact) {
    const time = need(parseTime(fact.time), 'time', 'a time of day as HH:MM, from 00:00 to 23:59')
    return { find: (text) => findTime(text, time), findOthers: (text) => findOtherTimes(text, time), shown: fact.time }
  }
  const code = need(compileWantedCode(fact.code), 'code', 'a code with a letter or digit')
  return { find: (text) => findEach(text, [code]), shown: `code ${fact.code}` }
}

/** Synonyms beyond these are only counted. */
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

function findEach(text: WrittenText, wanted: readonly WantedPhrase[]): readonly Mention[] {
  return wanted.flatMap((phrase) => findWanted(text, phrase))
}

function findDate(text: WrittenText, day: PartialDay): readonly Mention[] {
  return text.dates.flatMap((date) => findMoment(text, date, isExpectedDate(text, date, day)))
}

function findOtherDates(text: WrittenText, day: PartialDay): readonly Mention[] {
  return findOthers(text, text.dates, (date) => isExpectedDate(text, date, day) === false)
}

function findTime(text: WrittenText, minutes: number): readonly Mention[] {
  return text.times.flatMap((time) =>
    findMoment(text, time, isTimeOf(time, minutes), text.dateBefore(time.start)?.start),
  )
}

function findOtherTimes(text: WrittenText, minutes: number): readonly Mention[] {
  return findOthers(text, text.times, (time) => isTimeOf(time, minutes) === false)
}

function findOthers<Found extends { readonly start: number; readonly end: number }>(
  text: WrittenText,
  all: readonly Found[],
  isOther: (found: Found) => boolean,
): readonly Mention[] {
  return all.flatMap((found) => (isOther(found) ? [text.mentionValue(found.start, found.end, true)] : []))
}

/** A date or a time from `begin`, which the date before a time may be. A limit says neither. */
function findMoment(
  text: WrittenText,
  { start, end }: Pick<Mention, 'start' | 'end'>,
  truth: Truth,
  begin = start,
): readonly Mention[] {
  if (truth === false) return []
  // "Around March 2", but "on or about March 2".
  const isVague = approximate.has(text.tokens[start - 1]?.text ?? '') && text.tokens[start - 2]?.text !== 'or'
  const mention = text.mentionValue(start, end, truth === true && !isVague)
  const limit = limitBefore(text.tokens, start) ?? limitBefore(text.tokens, begin)
  if (limit === undefined) return [mention]
  const { cue, isEnd } = limit
  // "Until" and "if" before it leave a clause open; of these, only "until" is the limit.
  const isFree = mention.cue < 0 || (mention.cue >= cue && mention.cue < start)
  if (!isFree || mention.stance === 'retracted') return [mention]
  return [isEnd ? { ...mention, stance: 'open', cue, isLimit: truth === true } : { ...mention, stance: 'negated', cue }]
}

/** The facts that a text has to say, and those that it must not. */
export interface Statement {
  readonly all: readonly CompiledFact[]
  readonly none: readonly CompiledFact[]
}

/**
 * Whether a text says all facts in `all` and none of those in `none`, in any order.
 *
 * A fact that a clause denies is not said by that clause. A fact that may or may not be said (in a question, after "may" or
 * "if", in a number or a date that can be read in two ways, or in a negation whose end is not clear) is undecided, unless another
 * clause says it. These combine as in Kleene's logic: one fact of `all` that is not said, or one of `none` that is, decides.
 * Undecided as well for texts of more than 100,000 characters.
 */
export function readStatement(text: string, statement: Statement): Truth {
  if (text.length > longestText) return undefined
  const truths = readFacts(new WrittenText(text), statement).map(({ truth }) => truth)
  return truths.includes(false) ? false : truths.includes(undefined) ? undefined : true
}

/** A fact with what a text says of it. `truth` is whether it is as the statement wants it. */
interface ReadFact {
  readonly fact: CompiledFact
  readonly isWanted: boolean
  readonly mentions: readonly Mention[]
  readonly truth: Truth
}

function readFacts(written: WrittenText, { all, none }: Statement): readonly ReadFact[] {
  const found = reviseValues(
    written,
    all.map((fact) => ({ fact, mentions: fact.find(written) })),
  )
  const said = new Set<number>()
  for (const { stance, start, end } of found.flatMap(({ mentions }) => mentions)) {
    if (stance === 'affirmed') for (let token = start; token < end; token++) said.add(token)
  }
  // What is denied only by words that another fact asks for is said: the MRI in "did not approve the MRI".
  const isSaid = ({ stance, cue, isLimit }: Mention) =>
    (stance === 'negated' || stance === 'retracted' || isLimit === true) && said.has(cue)
  return [
    ...found.map((one) => ({ ...one, isWanted: true, truth: truthOf(one.mentions, isSaid) })),
    ...none.map((fact) => {
      const mentions = fact.find(written)
      return { fact, mentions, isWanted: false, truth: negate(truthOfUnwanted(mentions)) }
    }),
  ]
}

interface FoundFact {
  readonly fact: CompiledFact
  readonly mentions: readonly Mention[]
}

/** Takes back the amounts and dates that the text replaces or contradicts. The words asked for with them are their subjects. */
function reviseValues(written: WrittenText, found: readonly FoundFact[]): readonly FoundFact[] {
  if (!found.some(({ fact, mentions }) => fact.findOthers !== undefined && mentions.length > 0)) return found
  const subjects = new Set<number>()
  for (const { fact, mentions } of found) {
    if (fact.findOthers !== undefined) continue
    for (const { start, end } of mentions) for (let token = start; token < end; token++) subjects.add(token)
  }
  const revisions = findRevisions(written, subjects)
  if (revisions.size === 0) return found
  return found.map(({ fact, mentions }) => ({
    fact,
    mentions:
      fact.findOthers === undefined
        ? mentions
        : mentions.map((mention) =>
            mention.stance === 'affirmed' ? { ...mention, ...revisions.get(mention.start) } : mention,
          ),
  }))
}

function negate(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth
}

function truthOf(mentions: readonly Mention[], isSaid: (mention: Mention) => boolean): Truth {
  const saying = mentions.filter((mention) => mention.stance === 'affirmed' || isSaid(mention))
  const takenBack = mentions.filter((mention) => mention.stance === 'retracted' && !isSaid(mention))
  // What is taken back after it was said, once more perhaps, is not said for certain.
  if (saying.length > 0)
    return takenBack.some(({ start }) => saying.every((one) => one.start < start)) ? undefined : true
  return mentions.some(({ stance }) => stance === 'open') ? undefined : false
}

/** What is said and taken back is open where it must not be said. */
function truthOfUnwanted(mentions: readonly Mention[]): Truth {
  if (mentions.some(({ stance }) => stance === 'affirmed')) return true
  return mentions.some(({ stance }) => stance === 'open' || stance === 'retracted') ? undefined : false
}

/**
 * Why {@link readStatement} is false or undecided, fact by fact: where it is false, the facts that decide that, and where it is
 * undecided, those that are open. Empty if it is true.
 */
export function explainStatement(text: string, statement: Statement): readonly Shortfall[] {
  const { all, none } = statement
  if (text.length > longestText) {
    return [...all, ...none].map(({ shown }) => ({ what: 'open', fact: shown, passage: undefined, instead: [] }))
  }
  const written = new WrittenText(text)
  const read = readFacts(written, statement)
  const decisive = read.some(({ truth }) => truth === false) ? false : undefined
  return read.flatMap((one) => (one.truth === decisive ? [shortfallOf(written, one)] : []))
}

const shownOthers = 3

function shortfallOf(text: WrittenText, { fact, isWanted, mentions, truth }: ReadFact): Shortfall {
  const what = truth === undefined ? 'open' : isWanted ? 'not-said' : 'said'
  const stance = { open: 'open', 'not-said': 'negated', said: 'affirmed' }[what]
  const mention = mentions.find((one) => one.stance === stance)
  const others = what === 'not-said' ? (fact.findOthers?.(text) ?? []) : []
  const stated = others.filter((other) => other.stance === 'affirmed').map(({ start, end }) => text.passage(start, end))
  return {
    what,
    fact: fact.shown,
    passage: mention && passageOf(text, mention, what === 'said' && !isDenial(text, mention)),
    instead: [...new Set(stated)].slice(0, shownOthers),
  }
}

/** Whether a mention is only the word that denies others: `not` of "not denied". */
function isDenial({ tokens }: WrittenText, { start, end }: Mention): boolean {
  return end === start + 1 && /^(?:not?|never|neither|nor|without)$/.test(tokens[start]?.text ?? '')
}

/** Words before a mention, and after it, that are shown with it. */
const shownBefore = 3
const shownAfter = 3
const longestPassage = 16

/** The words that say something; with those around it in the sentence, unless they speak for themselves. */
function passageOf(text: WrittenText, { start, end, cue }: Mention, bare: boolean): string {
  if (bare) return text.passage(start, end)
  const isNear = cue >= 0 && Math.abs(cue - start) < longestPassage
  let from = isNear ? Math.min(cue, start) : start
  let to = isNear ? Math.max(cue + 1, end) : end
  for (let more = 0; more < (isNear ? 0 : shownBefore) && isInSentence(text, from - 1); more++) from--
  for (let more = 0; more < shownAfter && isInSentence(text, to); more++) to++
  return text.passage(from, to)
}

function isInSentence({ tokens }: WrittenText, at: number): boolean {
  const token = tokens[at]
  return token !== undefined && (token.kind !== 'mark' || /^[-/%'$+]$/.test(token.text))
}
