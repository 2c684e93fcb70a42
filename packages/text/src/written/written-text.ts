import { type Part, splitParts } from '../stance/part.js'
import { compileCode, compilePhrase, findPhrase, type Phrase } from '../stance/phrase.js'
import { readRetractions } from '../stance/retraction.js'
import { readStances, type Stance, type Standing } from '../stance/stance.js'
import { readWords } from '../stance/word.js'
import { readStem, WordIndex } from '../stance/word-index.js'
import { readTokens, type Token } from '../tokens/token.js'
import { areEqualAmounts, isNear } from './amount.js'
import type { Unit } from './unit.js'
import { type DateMention, isBirthday, readDate, weekdayBefore } from './written-date.js'
import { type NumberMention, readNumber } from './written-number.js'
import { readTime, type TimeMention } from './written-time.js'

/** Maximum number of characters of a text; statements about longer texts are undecided. */
export const maxTextLength = 100_000

/** A place in a text that mentions something. */
export interface Mention {
  /** Tokens from `start` up to `end`. */
  readonly start: number
  readonly end: number
  /**
   * Whether the text affirms the mention, denies it, takes it back or leaves it open. Also `open` if the words may mean
   * something else.
   */
  readonly stance: Stance
  /** The token that causes a stance other than `affirmed`, or -1. */
  readonly cue: number
  /** Whether it is the limit of a period; such a mention counts as said if its cue belongs to a fact that is said. */
  readonly isLimit?: boolean
}

/** Strokes through letters and digits, and text that HTML and Markdown strike out. */
const struckOut = /[\p{L}\p{N}][\u0335-\u0338\u20d2\u20d3\u20e5]|<(?:s|del|strike)[\s>]|~~\S/u

/**
 * A text written by a person, read once for any number of facts. Time and space are proportional to its length, so
 * check it against {@link maxTextLength} first.
 */
export class WrittenText {
  readonly tokens: readonly Token[]
  /**
   * Whether signs change the order in which the text is shown or strike some of it out, so that a reader sees another
   * text.
   */
  readonly isReordered: boolean
  #words: WordIndex | undefined
  #parts: readonly Part[] | undefined
  #standings: readonly Standing[] | undefined
  #numbers: readonly NumberMention[] | undefined
  #dates: readonly DateMention[] | undefined
  #times: readonly TimeMention[] | undefined
  #dateEnds: ReadonlyMap<number, DateMention> | undefined
  #unitTokens: ReadonlySet<number> | undefined
  #years: ReadonlySet<number> | undefined

  constructor(text: string) {
    this.tokens = readTokens(text)
    this.isReordered = /[\u202d\u202e]/.test(text) || struckOut.test(text)
  }

  /** Returns the words of the text. */
  get words(): WordIndex {
    this.#words ??= new WordIndex(readWords(this.tokens))
    return this.#words
  }

  /** Returns the parts of the sentences. */
  get parts(): readonly Part[] {
    this.#parts ??= splitParts(this.tokens)
    return this.#parts
  }

  /** Returns the stance of each token. */
  get standings(): readonly Standing[] {
    this.#standings ??= readRetractions(this.tokens, this.parts, readStances(this.tokens))
    return this.#standings
  }

  /** The dates of the text. */
  get dates(): readonly DateMention[] {
    this.#dates ??= this.#readDates()
    return this.#dates
  }

  /** The numbers of the text that are not part of a date. */
  get numbers(): readonly NumberMention[] {
    this.#numbers ??= this.#readNumbers()
    return this.#numbers
  }

  /** The times of day of the text. */
  get times(): readonly TimeMention[] {
    this.#times ??= this.#readTimes()
    return this.#times
  }

  /** Returns the date that ends at a token or up to two tokens before it: "March 2, 14:30", "March 2 at 14:30". */
  dateBefore(token: number): DateMention | undefined {
    this.#dateEnds ??= new Map(this.dates.map((date) => [date.end, date]))
    return this.#dateEnds.get(token) ?? this.#dateEnds.get(token - 1) ?? this.#dateEnds.get(token - 2)
  }

  /** Whether the text names a year other than `year`: in a date, on its own, or as "last year" or "next year". */
  hasOtherYear(year: number | undefined): boolean {
    this.#years ??= this.#readYears()
    return this.#years.size > (this.#years.has(year ?? Number.NaN) ? 1 : 0)
  }

  /** The tokens of all units that follow their numbers. */
  get unitTokens(): ReadonlySet<number> {
    this.#unitTokens ??= new Set(
      this.numbers.flatMap(({ end, unitEnd }) => Array.from({ length: unitEnd - end }, (_, index) => end + index)),
    )
    return this.#unitTokens
  }

  /** Returns a mention of words with their stance in the text. */
  mention(start: number, end: number, certain: boolean): Mention {
    const standing = this.standings[start]
    return createMention(start, end, certain, standing?.valuesOnly === true ? undefined : standing)
  }

  /** Returns a mention of an amount, a date or a time with its stance in the text. */
  mentionValue(start: number, end: number, certain: boolean): Mention {
    return createMention(start, end, certain, this.standings[start])
  }

  /** Returns the original text between two tokens, without accents, invisible characters and markup. */
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

  #readTimes(): readonly TimeMention[] {
    const found: TimeMention[] = []
    const dated = new Set<number>()
    for (const { start, end } of this.dates) for (let at = start; at < end; at++) dated.add(at)
    for (let at = 0; at < this.tokens.length; ) {
      const time = dated.has(at) ? undefined : readTime(this.tokens, at)
      if (time !== undefined) found.push(time)
      at = time?.end ?? at + 1
    }
    return found
  }

  /** Returns the years that the text names. NaN stands for an unknown other year. */
  #readYears(): ReadonlySet<number> {
    const years = new Set<number>()
    for (const { start, readings } of this.dates) {
      if (isBirthday(this.tokens, start)) continue
      for (const { date, certain } of readings) if (certain && date.year !== undefined) years.add(date.year)
    }
    for (const { start, end, units } of this.numbers) {
      const { text = '' } = this.tokens[start] ?? {}
      if (end === start + 1 && units.length === 0 && /^(?:19|20)\d\d$/.test(text)) years.add(Number(text))
    }
    this.tokens.forEach(({ text }, index) => {
      if (/^years?$/.test(text) && /^(?:last|next|previous|following)$/.test(this.tokens[index - 1]?.text ?? '')) {
        years.add(Number.NaN)
      }
    })
    return years
  }

  #readNumbers(): readonly NumberMention[] {
    const found: NumberMention[] = []
    // Dates without a year or the name of a month or a weekday, such as 1/2, may be numbers as well.
    const dated = this.dates.filter(
      ({ start, end, readings }) =>
        readings.some(({ date }) => date.year !== undefined) ||
        weekdayBefore(this.tokens, start) !== undefined ||
        this.tokens.slice(start, end).some(({ kind }) => kind === 'word'),
    )
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

function createMention(start: number, end: number, certain: boolean, standing: Standing | undefined): Mention {
  const { stance, cue } = standing ?? { stance: 'affirmed', cue: -1 }
  return { start, end, cue, stance: certain || stance === 'negated' || stance === 'retracted' ? stance : 'open' }
}

/** Words to find in a text; words that begin with `not` also match if the text denies the others. */
export interface WantedPhrase {
  readonly phrase: Phrase
  /** The words after `not`. */
  readonly denied: Phrase | undefined
}

/** Compiles words to find; undefined if they have no letter or digit. */
export function compileWanted(text: string): WantedPhrase | undefined {
  const phrase = compilePhrase(text)
  const rest = /^\s*(?:not|no)\s+(.+)$/isu.exec(text)?.[1]
  return phrase && { phrase, denied: rest === undefined ? undefined : compilePhrase(rest) }
}

/** Compiles a code to find; undefined if it has no letter or digit. */
export function compileWantedCode(text: string): WantedPhrase | undefined {
  const phrase = compileCode(text)
  return phrase && { phrase, denied: undefined }
}

/** Returns the places where a text says the words. */
export function findWanted(text: WrittenText, { phrase, denied }: WantedPhrase): readonly Mention[] {
  const found = [...findPhrase(text.words, phrase), ...findWithAuxiliary(text, phrase)]
  const mentions = found.map(({ start, end, certain }) => text.mention(start, end, certain))
  if (denied === undefined) return mentions
  for (const { start, end } of [...findPhrase(text.words, denied), ...findWithAuxiliary(text, denied)]) {
    const { stance, cue } = text.mention(start, end, true)
    // The negation is part of this fact, so that it does not deny other facts.
    if (stance === 'negated') mentions.push({ start: cue, end: cue + 1, stance: 'affirmed', cue: -1 })
    else if (stance === 'open') mentions.push({ start, end, stance, cue })
  }
  return mentions
}

/** Finds another form of a single word after an auxiliary: "did not approve" contains "approved" with a negation. */
function findWithAuxiliary({ words }: WrittenText, { words: wanted }: Phrase) {
  const [word] = wanted
  if (wanted.length !== 1 || word === undefined) return []
  const found = words.withAuxiliary(readStem(word.text)).filter(({ text }) => text !== word.text)
  return found.map(({ token }) => ({ start: token, end: token + 1, certain: true }))
}

/** An amount to find. Without `unit`, only a number without a unit matches. */
export interface WantedQuantity {
  readonly value: number
  readonly unit: Unit | undefined
}

/**
 * Returns the places where a text says an amount, in any convertible unit. If a unit is wanted, a number without one is
 * an open mention.
 */
export function findQuantity(text: WrittenText, { value, unit }: WantedQuantity): readonly Mention[] {
  return text.numbers.flatMap((number) => {
    const fitting = number.readings.filter((reading) => isSame(reading.value, number.units, { value, unit }))
    if (fitting.length === 0) return []
    const certain = fitting.some((reading) => reading.certain) && (unit === undefined || number.units.length > 0)
    return [text.mentionValue(number.start, number.end, certain)]
  })
}

/**
 * Returns the places where a text states other amounts of the same kind: with a convertible unit or, if no unit is
 * wanted, without one.
 */
export function findOtherQuantities(text: WrittenText, { value, unit }: WantedQuantity): readonly Mention[] {
  return text.numbers.flatMap((number) => {
    const { readings, units, start, unitEnd } = number
    if (unit === undefined ? units.length > 0 : !units.some(({ dimension }) => dimension === unit.dimension)) return []
    if (readings.some((reading) => isSame(reading.value, units, { value, unit }))) return []
    const from = /^[$€£]$/.test(text.tokens[start - 1]?.text ?? '') ? start - 1 : start
    return [{ ...text.mentionValue(start, unitEnd, true), start: from }]
  })
}

function isSame(value: number, units: readonly Unit[], wanted: WantedQuantity): boolean {
  const { unit } = wanted
  if (units.length === 0) return isNear(value, wanted.value)
  return unit !== undefined && areEqualAmounts(value, units, wanted.value, [unit]) === true
}
