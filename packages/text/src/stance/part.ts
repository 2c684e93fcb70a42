import type { Token } from '../tokens/token.js'
import { endsSentence } from './sentence-end.js'

/** A stretch of a sentence between commas, colons, brackets, dashes and conjunctions. */
export interface Part {
  /** Tokens from `start` up to `end`, without the mark after them. */
  readonly start: number
  readonly end: number
  /** The number of its sentence, from 0. */
  readonly sentence: number
  /** The first {@link shownWords} words and numbers, folded and separated by spaces. */
  readonly opening: string
  /** The last {@link shownWords} words and numbers, in the same form. */
  readonly closing: string
  /** Whether `opening` contains the whole part. */
  readonly isShort: boolean
  /** The mark or word after the part; empty at the end of the text. */
  readonly after: string
}

/** Maximum number of words in an opening or a closing. */
const shownWords = 12

const marks = /^[,:()[\]—|"“”]$/
const conjunctions = new Set('and but because since so which although though however yet'.split(' '))

/** Returns the parts of a text that have a word or a number, in order. */
export function splitParts(tokens: readonly Token[]): readonly Part[] {
  const parts: Part[] = []
  let sentence = 0
  let start = 0
  let isEmpty = true
  for (let at = 0; at <= tokens.length; at++) {
    const token = tokens[at]
    const ends = token === undefined || endsSentence(tokens, at)
    if (!ends && !isBoundary(tokens, at)) continue
    const part = createPart(tokens, start, at, sentence)
    if (part !== undefined) parts.push(part)
    isEmpty = isEmpty && part === undefined
    if (ends && !isEmpty) {
      sentence++
      isEmpty = true
    }
    // A conjunction belongs to the part after it.
    start = token?.kind === 'word' ? at : at + 1
  }
  return parts
}

function isBoundary(tokens: readonly Token[], at: number): boolean {
  const { kind, text, spaced } = tokens[at] as Token
  // "That is not so."
  if (kind === 'word') return conjunctions.has(text) && tokens[at - 1]?.text !== 'not'
  return marks.test(text) || (text === '-' && spaced && tokens[at + 1]?.spaced === true)
}

function createPart(tokens: readonly Token[], start: number, end: number, sentence: number): Part | undefined {
  const opening: string[] = []
  const closing: string[] = []
  let at = start
  for (; at < end && opening.length < shownWords; at++) pushWord(opening, tokens[at])
  if (opening.length === 0) return undefined
  for (let back = end - 1; back >= start && closing.length < shownWords; back--) pushWord(closing, tokens[back])
  const after = tokens[end]?.text ?? ''
  const isShort = at >= end
  return { start, end, sentence, opening: joinWords(opening), closing: joinWords(closing.reverse()), isShort, after }
}

function pushWord(words: string[], token: Token | undefined): void {
  if (token !== undefined && token.kind !== 'mark') words.push(token.text)
}

/** Joins words with spaces and expands folded contractions: "isnt" becomes "is not". */
function joinWords(words: readonly string[]): string {
  return words.join(' ').replace(/\b(is|was|are|were|has|have|do|does|did)nt\b/g, '$1 not')
}
