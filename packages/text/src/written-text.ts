import { compileCode, compilePhrase, findPhrase, type Phrase, readWords, stemOf, type Word } from './phrase.js'
import { readStances, type Stance, type Standing } from './stance.js'
import { readTokens, type Token } from './token.js'
import { toBaseUnits, type Unit } from './unit.js'
import { type DateMention, readDate } from './written-date.js'
import { type NumberMention, readNumber } from './written-number.js'

/** Texts with more characters are not read. */
export const longestText = 100_000

/** Where a text mentions something. */
export interface Mention {
  /** Tokens from `start` up to `end`. */
  readonly start: number
  readonly end: number
  /** Whether the text says so of it, denies it, or leaves it open; also open if it may be something else. */
  readonly stance: Stance
  /** The token that makes it denied or open, or -1. */
  readonly cue: number
}

/** A text written by a person, read once for any number of questions. Time and space are proportional to its length. */
export class WrittenText {
  readonly tokens: readonly Token[]
  readonly words: readonly Word[]
  readonly #standings: readonly Standing[]
  #numbers: readonly NumberMention[] | undefined
  #dates: readonly DateMention[] | undefined

  constructor(text: string) {
    this.tokens = readTokens(text)
    this.words = readWords(this.tokens)
    this.#standings = readStances(this.tokens)
  }

  /** The dates of the text. */
  get dates(): readonly DateMention[] {
    this.#dates ??= this.#readDates()
    return this.#dates
  }

  /** The numbers of the text that are no part of a date. */
  get numbers(): readonly NumberMention[] {
    this.#numbers ??= this.#readNumbers()
    return this.#numbers
  }

  /** A mention with the stance of the text. */
  mention(start: number, end: number, certain: boolean): Mention {
    const { stance, cue } = this.#standings[start] ?? { stance: 'affirmed', cue: -1 }
    return { start, end, cue, stance: certain || stance === 'negated' ? stance : 'open' }
  }

  /** The text from one token up to another as it is written, apart from accents, invisible characters and forms of characters. */
  passage(start: number, end: number): string {
    return this.tokens
      .slice(start, end)
      .map(({ raw, spaced }, index) => (/^\n/.test(raw) ? ' ' : `${index > 0 && spaced ? ' ' : ''}${raw}`))
      .join('')
      .replace(/ +/g, ' ')
      .trim()
  }

  #readDates(): readonly DateMention[] {
    const found: DateMention[] = []
    for (let at = 0; at < this.tokens.length; ) {
      const date = readDate(this.tokens, at)
      if (date !== undefined) found.push(date)
      at = date?.end ?? at + 1
    }
    return found
  }

  #readNumbers(): readonly NumberMention[] {
    const found: NumberMention[] = []
    // Dates without a year, such as 1/2, may be numbers as well.
    const dated = this.dates.filter(({ readings }) => readings.some(({ date }) => date.year !== undefined))
    let next = 0
    for (let at = 0; at < this.tokens.length; ) {
      while (dated[next] !== undefined && (dated[next] as DateMention).end <= at) next++
      const date = dated[next]
      if (date !== undefined && date.start <= at) {
        at = date.end
        continue
      }
      const number = readNumber(this.tokens, at)
      if (number !== undefined) found.push(number)
      at = number?.end ?? at + 1
    }
    return found
  }
}

/** Words in a text; words that begin with `not` also mean that the text denies the others. */
export interface WantedPhrase {
  readonly phrase: Phrase
  /** The words after `not`. */
  readonly denied: Phrase | undefined
}

/** Compiles words to be found; undefined if there is no letter or digit in them. */
export function compileWanted(text: string): WantedPhrase | undefined {
  const phrase = compilePhrase(text)
  const rest = /^\s*(?:not|no)\s+(.+)$/isu.exec(text)?.[1]
  return phrase && { phrase, denied: rest === undefined ? undefined : compilePhrase(rest) }
}

/** Compiles a code to be found; undefined if there is no letter or digit in it. */
export function compileWantedCode(text: string): WantedPhrase | undefined {
  const phrase = compileCode(text)
  return phrase && { phrase, denied: undefined }
}

const auxiliaries = /^(?:did|does|do|didnt|doesnt|dont)$/

/** Where a text says words. */
export function findWanted(text: WrittenText, { phrase, denied }: WantedPhrase): readonly Mention[] {
  const found = [...findPhrase(text.words, phrase), ...findWithAuxiliary(text, phrase)]
  const mentions = found.map(({ start, end, certain }) => text.mention(start, end, certain))
  if (denied === undefined) return mentions
  for (const { start, end } of [...findPhrase(text.words, denied), ...findWithAuxiliary(text, denied)]) {
    const { stance, cue } = text.mention(start, end, true)
    // It is said by the negation, so nothing else depends on that.
    if (stance === 'negated') mentions.push({ start: cue, end: cue + 1, stance: 'affirmed', cue: -1 })
    else if (stance === 'open') mentions.push({ start, end, stance, cue })
  }
  return mentions
}

/** "Did not approve" says "approved" with a negation. */
function findWithAuxiliary(text: WrittenText, { words }: Phrase) {
  const [word] = words
  if (words.length !== 1 || word === undefined) return []
  const stem = stemOf(word.text)
  return text.words.flatMap(({ text: own, token }, at) => {
    if (own === word.text || stemOf(own) !== stem) return []
    const isHelped = [1, 2, 3].some((back) => auxiliaries.test(text.words[at - back]?.text ?? ''))
    return isHelped ? [{ start: token, end: token + 1, certain: true }] : []
  })
}

const relativeTolerance = 1e-9

/** An amount to be found; without a unit, a number that has none. */
export interface WantedQuantity {
  readonly value: number
  readonly unit: Unit | undefined
}

/** Where a text says an amount, in whatever unit. A number without the unit leaves it open. */
export function findQuantity(text: WrittenText, { value, unit }: WantedQuantity): readonly Mention[] {
  return text.numbers.flatMap((number) => {
    const fitting = number.readings.filter((reading) => isSame(reading.value, number.units, { value, unit }))
    if (fitting.length === 0) return []
    const certain = fitting.some((reading) => reading.certain) && (unit === undefined || number.units.length > 0)
    return [text.mention(number.start, number.end, certain)]
  })
}

/** Where a text states other amounts of the same kind: in a unit that can be converted, or like the wanted number in none. */
export function findOtherQuantities(text: WrittenText, { value, unit }: WantedQuantity): readonly Mention[] {
  return text.numbers.flatMap((number) => {
    const { readings, units, start, unitEnd } = number
    if (unit === undefined ? units.length > 0 : !units.some(({ dimension }) => dimension === unit.dimension)) return []
    if (readings.some((reading) => isSame(reading.value, units, { value, unit }))) return []
    const from = /^[$€£]$/.test(text.tokens[start - 1]?.text ?? '') ? start - 1 : start
    return [{ ...text.mention(start, unitEnd, true), start: from }]
  })
}

function isSame(value: number, units: readonly Unit[], wanted: WantedQuantity): boolean {
  const { unit } = wanted
  if (units.length === 0) return isNear(value, wanted.value)
  if (unit === undefined) return false
  return units.some(
    (found) => found.dimension === unit.dimension && isNear(toBaseUnits(value, found), toBaseUnits(wanted.value, unit)),
  )
}

function isNear(a: number, b: number): boolean {
  return a === b || Math.abs(a - b) <= relativeTolerance * Math.max(Math.abs(a), Math.abs(b))
}
