import { decompose } from './decompose.js'
import { joinWords } from './joined-words.js'
import { foldLookalikes } from './lookalikes.js'
import { readEntities, withoutMarkup } from './markup.js'

/** A piece of a written text: a run of letters, a run of digits with its separators, or one other character. */
export interface Token {
  readonly kind: 'word' | 'number' | 'mark'
  /** The token in lower case and without accents. A line break is one line feed; two or more are two line feeds. */
  readonly text: string
  /** The token as written, with its case. */
  readonly raw: string
  /** Whether white space precedes it. */
  readonly spaced: boolean
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const fractions: Readonly<Record<string, string>> = { '½': '.5', '¼': '.25', '¾': '.75', '⅛': '.125' }
const piece = /(\p{L}+)|(\d+(?:[.,]\d+)*)|(\n[^\S\n]*(?:\n\s*)?)|([^\S\n]+)|(.)/gsu

/** Splits a text into tokens. Unifies characters that differ only in form: dashes, signs, digits of other widths. */
export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = []
  let spaced = true
  for (const [all, word, digits, line, space] of normalize(text).matchAll(piece)) {
    if (space !== undefined) {
      spaced = true
      continue
    }
    const kind = word !== undefined ? 'word' : digits !== undefined ? 'number' : 'mark'
    const raw = line === undefined ? all : all.indexOf('\n', 1) < 0 ? '\n' : '\n\n'
    tokens.push({ kind, text: kind === 'word' ? raw.toUpperCase().toLowerCase() : raw, raw, spaced })
    spaced = line !== undefined
  }
  return tokens
}

function normalize(text: string): string {
  const spelled = decompose(
    readEntities(withoutMarkup(text))
      .replace(/\r\n?|\u2028|\u2029/g, '\n')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      // A stroke through letters strikes them out, as "~~" does in Markdown.
      .replace(/[=]\u0338|(?:[\p{L}\p{N}][\u0335-\u0338][^\S\n]?)+/gu, (run) => (run[0] === '=' ? run : ` ~~${run}~~ `))
      // Decomposed, this sign would lose its stroke and say the opposite.
      .replace(/[≠≢]|[=]\u0338|!=/g, ' not ')
      .replace(/º/g, '°')
      .replace(/[⁰¹²³⁴-⁹]+/g, (run) => `^${[...run].map((digit) => superscripts.indexOf(digit)).join('')}`)
      .replace(
        /(?<![\d.,])(\d{0,15})([½¼¾⅛])/g,
        (_, whole: string, part: string) => `${whole || '0'}${fractions[part]}`,
      )
      .replace(/(?<=\d)[\u00a0\u2009\u202f'’](?=\d{3}(?!\d))/g, ''),
  )
  const folded = foldLookalikes(
    spelled
      .replace(/\p{M}+/gu, '')
      .replace(/(?<=\p{L})['’ʼ]s(?!\p{L})/gu, '')
      .replace(/(?<=\p{L})['’‘ʼ](?=\p{L})/gu, '')
      .replace(/[‐‑‒–−]/g, '-')
      .replace(/—|―|--+/g, ' — ')
      .replace(/[×✕]/g, 'x')
      .replace(/[μµ]/g, 'u')
      .replace(/⁄/g, '/')
      .replace(/[≧⩾]/g, '≥')
      .replace(/[≦⩽]/g, '≤'),
  )
  return joinWords(folded, '-')
}
