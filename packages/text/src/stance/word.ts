import type { Token } from '../tokens/token.js'
import { endsWithPoint } from './sentence-end.js'

/** The separator of two words: nothing, a mark as in `x-ray`, white space, a comma, or the end of a sentence. */
type Gap = 'none' | 'joint' | 'space' | 'comma' | 'end'

/** A word, number or sign of a text. */
export interface Word {
  readonly text: string
  readonly raw: string
  readonly before: Gap
  /** The last mark since the word before it; empty without one. */
  readonly mark: string
  /** The index of its token. */
  readonly token: number
}

const joints = /^[-/.'_]$/
/** Punctuation marks that count as words. */
export const signs = /^[+%&]$/

/** Returns the words of a text with their separators. */
export function readWords(tokens: readonly Token[]): readonly Word[] {
  const words: Word[] = []
  let gap: Gap = 'end'
  let mark = ''
  tokens.forEach((token, index) => {
    const between = token.spaced && (gap === 'none' || gap === 'joint') ? 'space' : gap
    if (token.kind !== 'mark' || signs.test(token.text)) {
      const text = token.text === '&' ? 'and' : token.text
      words.push({ text, raw: token.raw, before: between, mark, token: index })
      gap = 'none'
      mark = ''
    } else {
      gap = widest(between, readGap(tokens, index))
      mark = token.text
    }
  })
  return words
}

const widths: readonly Gap[] = ['none', 'joint', 'space', 'comma', 'end']

function widest(a: Gap, b: Gap): Gap {
  return widths.indexOf(a) > widths.indexOf(b) ? a : b
}

function readGap(tokens: readonly Token[], index: number): Gap {
  const { text } = tokens[index] as Token
  if (/^[!?;]$/.test(text) || text === '\n\n' || text === '—') return 'end'
  if (text === ',') return 'comma'
  if (text === '.' && (tokens[index + 1]?.spaced !== false || endsWithPoint(tokens, index))) {
    return endsWithPoint(tokens, index) ? 'end' : 'space'
  }
  return joints.test(text) ? 'joint' : 'space'
}
