import { compileCodePattern, compileSimilarCode, compileSpokenCode, type SpokenCode } from '../spoken/spoken-code.js'
import { compileSpokenName, findSpokenName } from '../spoken/spoken-name.js'
import { isDenied, type SpokenText } from '../spoken/spoken-text.js'
import type { Token } from '../tokens/token.js'
import { type PartialDay, parsePartialDay } from '../written/written-date.js'
import { compileWanted, findWanted, type WrittenText } from '../written/written-text.js'

/** A fact that a person can state in a conversation, in any usual spelling. */
export type StatedFact =
  /** `YYYY-MM-DD`; null for any date. With `year`, a date without its year does not state the fact. */
  | { readonly date: string | null; readonly year: boolean }
  /** The name of a person. An utterance has to say the first and last name; other parts must only not contradict. */
  | { readonly name: string }
  /** A code of letters and digits, however the utterance groups or spells them. */
  | { readonly code: string }
  /** A code of which only the pattern is known: `#` is a digit, `@` a letter. */
  | { readonly like: string }
  /** A telephone number in North America; null for any. */
  | { readonly phone: string | null }
  /** One of these words or phrases. */
  | { readonly words: readonly string[] }

/** What an utterance says about a fact. */
export interface StatedValue {
  /** The fact as it was stated; undefined if it was not. A known date, name, code or phrase has the known spelling. */
  readonly value: string | undefined
  /**
   * Whether the utterance has another value instead: another date, another person with the same last name, or another
   * number.
   */
  readonly another: boolean
}

/** Reads what an utterance says about one fact. */
export type StatedFactListener = (spoken: SpokenText) => StatedValue

/**
 * Maximum number of different candidates for one fact. An utterance with more counts as guessing and states nothing.
 */
const maxCandidates = 3

const nothing: StatedValue = { value: undefined, another: false }

/** Compiles a fact; undefined if no utterance could state it. */
export function compileStatedFact(fact: StatedFact): StatedFactListener | undefined {
  if ('date' in fact) return compileDate(fact.date, fact.year)
  if ('name' in fact) return compileName(fact.name)
  if ('words' in fact) return compileWords(fact.words)
  if ('like' in fact) return compileCode(compileCodePattern(fact.like), undefined)
  if ('phone' in fact) return compilePhone(fact.phone)
  const code = compileSpokenCode(fact.code)
  const listen = compileCode(code, compileSimilarCode(fact.code), fact.code)
  if (listen === undefined || !/^\d{1,4}$/.test(fact.code)) return listen
  return (spoken) => (isJoinedToUnit(spoken.written, fact.code) ? { value: fact.code, another: false } : listen(spoken))
}

function compileDate(date: string | null, needsYear: boolean): StatedFactListener | undefined {
  const day = date === null ? undefined : parsePartialDay(date)
  if (date !== null && day?.day === undefined) return undefined
  return ({ dates }) => {
    const said = dates.filter(({ readings }) => readings.some((reading) => isWhole(reading, needsYear)))
    const different = new Set(said.map(({ readings }) => JSON.stringify(readings)))
    if (said.length === 0 || different.size > maxCandidates) return { value: undefined, another: said.length > 0 }
    if (day === undefined) {
      const [reading] = said.flatMap(({ readings }) => readings.filter((each) => isWhole(each, needsYear)))
      return { value: reading && writeDay(reading), another: false }
    }
    const isStated = said.some(({ readings }) => readings.some((reading) => isSameDay(reading, day, needsYear)))
    return isStated ? { value: date ?? undefined, another: false } : { value: undefined, another: true }
  }
}

function isWhole({ year, day }: PartialDay, needsYear: boolean): boolean {
  return day !== undefined && (!needsYear || year !== undefined)
}

function isSameDay(said: PartialDay, { year, month, day }: PartialDay, needsYear: boolean): boolean {
  const isYear = said.year === year || (said.year === undefined && !needsYear)
  return isYear && said.month === month && said.day === day
}

function writeDay({ year, month = 0, day = 0 }: PartialDay): string {
  const rest = `${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  return year === undefined ? rest : `${year}-${rest}`
}

function compileName(text: string): StatedFactListener | undefined {
  const name = compileSpokenName(text)
  if (name === undefined) return undefined
  return (spoken) => {
    const found = findSpokenName(spoken.tokens, name).filter(({ start, end }) => !spoken.denies(start, end))
    const names = found.map(({ start, end, isSame }) => (isSame ? '' : joinTokens(spoken.tokens.slice(start, end))))
    if (new Set(names).size > maxCandidates) return { value: undefined, another: true }
    return {
      value: found.some(({ isSame }) => isSame) ? text : undefined,
      another: found.some(({ isSame }) => !isSame),
    }
  }
}

function joinTokens(tokens: readonly Token[]): string {
  return tokens.map(({ text }) => text).join(' ')
}

/** Compiles a code. `similar` is the pattern of codes that look like it; it also matches the code itself. */
function compileCode(
  code: SpokenCode | undefined,
  similar: SpokenCode | undefined,
  known?: string,
): StatedFactListener | undefined {
  if (code === undefined) return undefined
  return (spoken) => {
    const alike = spoken.alike(similar ?? code)
    if (alike.count > maxCandidates) return { value: undefined, another: true }
    const [first] = similar === undefined ? alike.mentions : spoken.codes(code, alike.starts)
    if (first !== undefined) return { value: known ?? first.value, another: false }
    return alike.count > 0 ? { value: undefined, another: true } : nothing
  }
}

function compilePhone(phone: string | null): StatedFactListener | undefined {
  const digits = (phone ?? '##########').replaceAll(/[^\d#]/g, '').slice(-10)
  const code = compileCodePattern(digits)
  if (code === undefined) return undefined
  const any = compileCodePattern('#'.repeat(digits.length))
  return compileCode(code, any, phone ?? undefined)
}

function compileWords(texts: readonly string[]): StatedFactListener | undefined {
  const wanted = texts.map((text) => compileWanted(text))
  if (wanted.some((phrase) => phrase === undefined) || wanted.length === 0) return undefined
  return ({ written }) => {
    const isStated = wanted.some((phrase) => {
      return phrase !== undefined && findWanted(written, phrase).some((mention) => !isDenied(mention))
    })
    if (isStated || texts.some((text) => isJoinedToUnit(written, text))) return { value: texts[0], another: false }
    return nothing
  }
}

/** Whether a number is stated with its unit directly after it, as in `172mmol/L`, and is not denied. */
function isJoinedToUnit(written: WrittenText, text: string): boolean {
  if (!/^\d/.test(text)) return false
  const { tokens, numbers } = written
  return numbers.some(
    ({ start, end, units }) =>
      units.length > 0 &&
      tokens[start]?.text === text &&
      tokens[start + 1]?.spaced === false &&
      !isDenied(written.mention(start, end, true)),
  )
}
