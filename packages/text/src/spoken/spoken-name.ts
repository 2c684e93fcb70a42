import { endsWithPoint } from '../stance/sentence-end.js'
import { readTokens, type Token } from '../tokens/token.js'

/** A person's name; an utterance has to say the first and the last name. */
export interface SpokenName {
  readonly given: string
  readonly middles: readonly string[]
  /** The last names; those that are only particles such as `de la` may be left out. */
  readonly family: readonly string[]
  readonly suffix: string | undefined
}

const titles = new Set('mr mrs ms miss mx dr doctor prof professor nurse sir madam'.split(' '))
const suffixes = new Map([
  ...'jr sr ii iii iv md phd rn np pa do'.split(' ').map((suffix): [string, string] => [suffix, suffix]),
  ['junior', 'jr'],
  ['senior', 'sr'],
])
const degrees = new Set('md phd rn np pa do'.split(' '))
const particles = new Set('de del la las los van von der den di da dos st saint al bin'.split(' '))
const fillers = new Set(
  (
    'is are am was the a an and her his their my your our first last middle given family name surname initial of for ' +
    'with about regarding re patient member called spelled that s it its i we this hello hi yes no not ok okay um uh ' +
    'date dob born'
  ).split(' '),
)
const maxMiddleNames = 3
const widest = 9

/**
 * Reads a name: `Delphine Maud Ashgrove`, `Ashgrove, Delphine M.`, `Dr. John Doe Jr.`. Undefined without a first or a
 * last name.
 */
export function compileSpokenName(text: string): SpokenName | undefined {
  const [first = '', second] = text.split(',', 2)
  const isSuffix = second !== undefined && splitWords(second).every((word) => suffixes.has(word))
  const words = second === undefined || isSuffix ? splitWords(text) : [...splitWords(second), ...splitWords(first)]
  const plain = words.filter((word) => !titles.has(word))
  const suffix = plain.map((word) => suffixes.get(word)).find((found) => found !== undefined && !degrees.has(found))
  const names = plain.filter((word, index) => index < 2 || !suffixes.has(word))
  const [given, ...rest] = names
  if (given === undefined || rest.length === 0) return undefined
  const split = rest.findIndex((word, index) => particles.has(word) && index < rest.length - 1)
  const from =
    second !== undefined && !isSuffix ? splitWords(second).filter((word) => !titles.has(word)).length - 1 : split
  const at = from >= 0 && from < rest.length ? from : rest.length - 1
  return { given, middles: rest.slice(0, at), family: rest.slice(at), suffix }
}

/** Splits a text into words and joins hyphenated ones: `smithjones` for `Smith-Jones`. */
function splitWords(text: string): string[] {
  const words: string[] = []
  const tokens = readTokens(text)
  tokens.forEach((token, index) => {
    if (token.kind !== 'word') return
    const isJoined = tokens[index - 1]?.text === '-' && !token.spaced && index > 1
    if (isJoined) words[words.length - 1] += token.text
    else words.push(token.text)
  })
  return words
}

/**
 * A name in an utterance, from token `start` up to, but excluding, `end`. `isSame` is false for another person with the
 * same last name.
 */
export interface NameMention {
  readonly start: number
  readonly end: number
  readonly isSame: boolean
}

/**
 * Returns the places where an utterance names a person: `Delphine Ashgrove`, with any middle name that does not
 * contradict, `Ashgrove, Delphine`, `first name Delphine, last name Ashgrove`, or spelled. A different first name,
 * middle name or suffix makes it the name of another person.
 */
export function findSpokenName(tokens: readonly Token[], name: SpokenName): readonly NameMention[] {
  const found: NameMention[] = []
  for (let at = 0; at < tokens.length; at++) {
    const given = matchWord(tokens, at, name.given)
    const forward = given === undefined ? undefined : findFamily(tokens, given, name)
    if (given !== undefined && forward !== undefined) {
      found.push({ start: at, end: forward.end, isSame: forward.isSame && isSuffix(tokens, forward.end, name) })
      at = forward.end - 1
      continue
    }
    const family = matchFamily(tokens, at, name)
    if (family === undefined) continue
    const backward = findGiven(tokens, family, name)
    if (backward !== undefined) {
      found.push({ start: at, end: backward.end, isSame: backward.isSame })
      at = backward.end - 1
    } else {
      if (isOtherGiven(tokens, at, name)) found.push({ start: at - 1, end: family, isSame: false })
      at = family - 1
    }
  }
  return found
}

interface Part {
  readonly end: number
  readonly isSame: boolean
}

/** Finds the last name after the first name, and checks the middle names between them. */
function findFamily(tokens: readonly Token[], from: number, name: SpokenName): Part | undefined {
  const middles: string[] = []
  let sentences = 0
  for (let at = from; at < Math.min(tokens.length, from + widest + middles.length); at++) {
    const end = matchFamily(tokens, at, name)
    if (end !== undefined) return { end, isSame: fitsMiddles(middles, name) }
    const token = tokens[at] as Token
    if (token.kind === 'number' || /^(?:[!?;]|\n\n)$/.test(token.text)) return undefined
    if (token.text === '.' && token.kind === 'mark' && endsWithPoint(tokens, at)) sentences++
    if (sentences > 1) return undefined
    if (token.kind === 'word' && !fillers.has(token.text) && !titles.has(token.text)) middles.push(token.text)
    if (middles.length > maxMiddleNames) return undefined
  }
  return undefined
}

/** Returns the first name after the last name: `Ashgrove, Delphine M.`. */
function findGiven(tokens: readonly Token[], from: number, name: SpokenName): Part | undefined {
  for (let at = from; at < Math.min(tokens.length, from + 6); at++) {
    const end = matchWord(tokens, at, name.given)
    if (end !== undefined) {
      const next = tokens[end]
      const isMiddle = next?.kind === 'word' && next.raw !== next.text && next.spaced && !fillers.has(next.text)
      const isSame = !isMiddle || suffixes.has(next.text) || titles.has(next.text) || fitsMiddles([next.text], name)
      return { end, isSame }
    }
    const token = tokens[at] as Token
    if (token.kind === 'number' || /^(?:[!?;]|\n\n)$/.test(token.text)) return undefined
    if (token.kind === 'word' && !fillers.has(token.text) && !suffixes.has(token.text)) return undefined
  }
  return undefined
}

function fitsMiddles(said: readonly string[], { middles }: SpokenName): boolean {
  const [first] = said
  if (first === undefined || middles.length === 0) return true
  return middles.some((middle) => middle.startsWith(first) || first.startsWith(middle))
}

function isSuffix(tokens: readonly Token[], at: number, { suffix }: SpokenName): boolean {
  const after = tokens[at]?.text === ',' ? tokens[at + 1] : tokens[at]
  const said = suffixes.get(after?.text ?? '')
  return suffix === undefined || said === undefined || degrees.has(said) || said === suffix
}

/**
 * Whether another first name precedes the last name, as in `Delfina Ashgrove`: a capitalized word that is neither a
 * title nor a middle name.
 */
function isOtherGiven(tokens: readonly Token[], at: number, { given, middles }: SpokenName): boolean {
  const before = tokens[at - 1]
  if (before?.kind !== 'word' || before.raw === before.text || before.text.length < 2) return false
  const { text } = before
  const isPart = given.startsWith(text) || middles.some((middle) => middle.startsWith(text))
  return !isPart && !fillers.has(text) && !titles.has(text) && !particles.has(text)
}

/** Returns the end of the last names that begin at a token; particles before the first may be left out. */
function matchFamily(tokens: readonly Token[], at: number, { family }: SpokenName): number | undefined {
  for (let from = 0; from < family.length; from++) {
    if (from > 0 && !particles.has(family[from - 1] ?? '')) return undefined
    let end: number | undefined = at
    for (const word of family.slice(from)) end = end === undefined ? undefined : matchWord(tokens, end, word)
    if (end !== undefined) return end
  }
  return undefined
}

/** Returns the end of a word that begins at a token, even if the word is spelled or written in parts. */
function matchWord(tokens: readonly Token[], start: number, word: string): number | undefined {
  let heard = ''
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at] as Token
    if (token.kind === 'mark' && at > start && /^[-.']$/.test(token.text)) continue
    if (token.kind !== 'word' || !word.startsWith(token.text, heard.length)) return undefined
    heard += token.text
    if (heard.length === word.length) return at + 1
  }
  return undefined
}
