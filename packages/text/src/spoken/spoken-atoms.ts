import type { Token } from '../tokens/token.js'
import { readDigit, readTeen, readTen } from './spoken-number.js'

/** A part of an utterance that may be part of a code. */
export interface SpokenAtom {
  /**
   * The letters and digits that it may stand for, folded; includes an empty string if it can be left out, such as
   * `dash`.
   */
  readonly ways: readonly string[]
  /** Tokens from `start` up to `end`. */
  readonly start: number
  readonly end: number
  /** What separates it from the atom before: nothing, a mark as in `550-940`, white space, or the end of a sentence. */
  readonly before: 'none' | 'joint' | 'space' | 'end'
}

const alphabet =
  'alpha alfa bravo charlie delta echo foxtrot golf hotel india juliet juliett kilo lima mike november oscar papa ' +
  'quebec romeo sierra tango uniform victor whiskey whisky xray yankee zulu'
const letters = new Map(alphabet.split(' ').map((word) => [word, word[0] ?? '']))
const omitted = new Set('dash hyphen space slash then and is uh um er comma point dot'.split(' '))
const repeats = new Map([
  ['double', 2],
  ['triple', 3],
])

/** Returns the atoms of a text in order. */
export function createAtoms(tokens: readonly Token[]): readonly SpokenAtom[] {
  const atoms: SpokenAtom[] = []
  let gap: SpokenAtom['before'] = 'end'
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at] as Token
    if (token.spaced && gap !== 'end') gap = 'space'
    if (token.kind === 'mark') {
      gap = gap === 'end' || /^(?:[!?;]|\n\n)$/.test(token.text) ? 'end' : gap === 'space' ? 'space' : 'joint'
      at++
      continue
    }
    if (isExplanation(tokens, at, atoms.at(-1))) {
      at += token.text === 'as' ? 3 : 2
      continue
    }
    const { ways, end } = readAtom(tokens, at)
    atoms.push({ ways, start: at, end, before: gap })
    at = end
    gap = 'none'
  }
  return atoms
}

/** Whether the words after a letter explain it: `as in echo`, `for Victor`. */
function isExplanation(tokens: readonly Token[], at: number, before: SpokenAtom | undefined): boolean {
  if (before === undefined || before.ways[0]?.length !== 1 || before.end !== at) return false
  const word = tokens[at]?.text
  const explains = word === 'for' || word === 'like' ? tokens[at + 1] : word === 'as' ? tokens[at + 2] : undefined
  return explains?.kind === 'word' && explains.text.startsWith(before.ways[0])
}

function readAtom(tokens: readonly Token[], at: number): { readonly ways: readonly string[]; readonly end: number } {
  const { text, kind } = tokens[at] as Token
  if (kind === 'number') return { ways: [text.replaceAll(/[.,]/g, '')], end: at + 1 }
  const next = tokens[at + 1]?.text ?? ''
  const times = repeats.get(text)
  if (times !== undefined) {
    const digit = readDigit(next)?.toString() ?? (/^[\da-z]$/.test(next) ? next : undefined)
    if (digit !== undefined) return { ways: [digit.repeat(times)], end: at + 2 }
  }
  const ten = readTen(text)
  if (ten !== undefined) {
    const unitAt = next === '-' ? at + 2 : at + 1
    const unit = readDigit(tokens[unitAt]?.text ?? '')
    if (unit !== undefined && unit > 0) return { ways: [String(ten + unit), `${ten}${unit}`], end: unitAt + 1 }
    return { ways: [String(ten)], end: at + 1 }
  }
  const value = readTeen(text) ?? readDigit(text)
  if (text === 'o') return { ways: ['0', 'o'], end: at + 1 }
  if (value !== undefined) return { ways: [String(value)], end: at + 1 }
  const letter = letters.get(text)
  if (letter !== undefined) return { ways: [letter, text], end: at + 1 }
  return { ways: omitted.has(text) ? ['', text] : [text], end: at + 1 }
}
