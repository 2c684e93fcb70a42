import { readTokens } from '../tokens/token.js'
import { readWords, signs, type Word } from './word.js'
import type { WordIndex } from './word-index.js'

/** Words to find in a text. */
export interface Phrase {
  readonly words: readonly Word[]
  /** The words with the last one first, as in `Desai, Zoe`; undefined unless the phrase has two to four words. */
  readonly inverted: readonly Word[] | undefined
  /** Whether the phrase is written like a name: a first name and a family name. */
  readonly isName: boolean
  readonly isCode: boolean
}

/** An occurrence of a phrase in a text: tokens from `start` up to `end`. */
export interface PhraseMention {
  readonly start: number
  readonly end: number
  readonly certain: boolean
}

/** Compiles words to find; undefined if they have no letter or digit. */
export function compilePhrase(text: string): Phrase | undefined {
  const words = readWords(readTokens(text))
  if (words.length === 0) return undefined
  const heads = words.filter(({ before }) => before === 'space' || before === 'comma' || before === 'end')
  const last = heads.at(-1)
  const split = last === undefined ? 0 : words.indexOf(last)
  const first = words[0] as Word
  const inverted =
    heads.length < 2 || heads.length > 4 || /^(?:not?|never|without)$/.test(first.text)
      ? undefined
      : [...words.slice(split), { ...first, before: 'comma' as const }, ...words.slice(1, split)]
  const isName =
    heads.length === 2 && words.length === 2 && words.every(({ raw, text: own }) => raw !== own && raw.length > 1)
  return { words, inverted, isName, isCode: false }
}

/** Compiles a code that is found with or without its dots: `M17.11`, `M1711`. */
export function compileCode(text: string): Phrase | undefined {
  const words = readWords(readTokens(text)).map((word) => ({ ...word, text: withoutPoints(word.text) }))
  return words.length === 0 ? undefined : { words, inverted: undefined, isName: false, isCode: true }
}

function withoutPoints(text: string): string {
  return text.replace(/[.,]/g, '')
}

/** Returns the places where a text has a phrase. */
export function findPhrase(index: WordIndex, phrase: Phrase): readonly PhraseMention[] {
  const found: PhraseMention[] = []
  const start = readStart(phrase.words)
  const invertedStart = phrase.inverted && readStart(phrase.inverted)
  findFrom(index, start, phrase, found)
  if (invertedStart !== undefined && invertedStart !== start) {
    findFrom(index, invertedStart, phrase, found)
    // Only the few mentions are sorted, not the many words at which one may begin.
    found.sort((one, other) => one.start - other.start)
  }
  if (phrase.isName) found.push(...findInitial(index, phrase))
  return found
}

function findFrom(index: WordIndex, start: string, phrase: Phrase, found: PhraseMention[]): void {
  const { words } = index
  for (const at of index.positions(start)) {
    const end =
      matchAt(words, at, phrase.words, phrase.isCode) ??
      matchInverted(words, at, phrase) ??
      matchName(words, at, phrase)
    if (end === undefined || isPartOfLonger(words, at, end, phrase)) continue
    found.push({ start: tokenAt(words, at), end: tokenAt(words, end - 1) + 1, certain: true })
  }
}

function readStart([first]: readonly Word[]): string {
  return first?.text[0] ?? ''
}

function tokenAt(words: readonly Word[], at: number): number {
  return words[at]?.token ?? 0
}

function matchInverted(words: readonly Word[], at: number, { inverted }: Phrase): number | undefined {
  return inverted && matchAt(words, at, inverted, false)
}

/** Matches a name with a middle initial: "Zoe M. Desai". */
function matchName(words: readonly Word[], at: number, { isName, words: [given, family] }: Phrase): number | undefined {
  if (!isName || words[at]?.text !== given?.text || words[at + 1]?.text.length !== 1) return undefined
  const isFamily = words[at + 2]?.text === family?.text && isNear(words[at + 1]) && isNear(words[at + 2])
  return isFamily ? at + 3 : undefined
}

function isNear(word: Word | undefined): boolean {
  return word !== undefined && word.before !== 'end' && word.before !== 'comma'
}

/** Finds shortened names such as "Z. Desai", "Desai, Z." and "Dr. Desai", as uncertain: they may be somebody else. */
function findInitial(index: WordIndex, { words: [given, family] }: Phrase): readonly PhraseMention[] {
  const { words } = index
  return index.positions(family?.text[0] ?? '').flatMap((at) => {
    const word = words[at] as Word
    if (word.text !== family?.text || word.raw === word.text) return []
    const start = tokenAt(words, at)
    const [before, after] = [words[at - 1], words[at + 1]]
    const initial = given?.text[0]
    const isInitial =
      (before?.text === initial && isNear(word)) ||
      (after?.before === 'comma' && after.text === initial) ||
      /^(?:dr|doctor|mr|mrs|ms|nurse|prof)$/.test(before?.text ?? '')
    return isInitial ? [{ start, end: start + 1, certain: false }] : []
  })
}

/**
 * Returns the end of a phrase that begins at a word. Words with a mark between them may be written apart or together.
 */
function matchAt(words: readonly Word[], start: number, phrase: readonly Word[], isCode: boolean): number | undefined {
  let at = start
  let offset = 0
  let wanted = 0
  let wantedOffset = 0
  for (;;) {
    const text = readText(words[at], isCode)
    const expected = phrase[wanted]?.text ?? ''
    const length = Math.min(text.length - offset, expected.length - wantedOffset)
    if (length <= 0) return undefined
    if (!text.startsWith(expected.slice(wantedOffset, wantedOffset + length), offset)) return undefined
    offset += length
    wantedOffset += length
    const endsHere = offset === text.length
    const endsThere = wantedOffset === expected.length
    if (endsThere && wanted === phrase.length - 1) return endsHere ? at + 1 : undefined
    const here = words[at + 1]?.before ?? 'end'
    const there = phrase[wanted + 1]?.before ?? 'end'
    if (endsHere && endsThere) {
      if (there === 'comma' ? here !== 'comma' : here === 'comma' || here === 'end') return undefined
      if (here === 'none' && there === 'space') return undefined
    } else if (endsHere ? here !== 'joint' && here !== 'none' : there !== 'joint' && there !== 'none') return undefined
    if (endsHere) {
      at++
      offset = 0
    }
    if (endsThere) {
      wanted++
      wantedOffset = 0
    }
  }
}

function readText(word: Word | undefined, isCode: boolean): string {
  if (word === undefined) return ''
  return isCode ? withoutPoints(word.text) : word.text
}

const digits = /^\d/

/** Whether the words are only part of a longer code, like `B` in `B12` and `718` in `718-7`. */
function isPartOfLonger(words: readonly Word[], start: number, end: number, { isCode }: Phrase): boolean {
  const after = words[end]
  const before = words[start]?.before
  if (before === 'none' && start > 0 && !signs.test(words[start - 1]?.text ?? '')) return true
  if (after?.before === 'none' && !signs.test(after.text)) return true
  if (!isCode) return false
  const isPrefixed = before === 'joint' && start > 0
  // A check digit or a letter after a hyphen: "718-7", "M17.11-A".
  const isFurther = after?.mark === '-' || digits.test(after?.text ?? '')
  return isPrefixed || (after?.before === 'joint' && after.text.length === 1 && isFurther)
}
