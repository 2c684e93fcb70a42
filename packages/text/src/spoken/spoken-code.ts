import { decompose } from '../tokens/decompose.js'
import type { SpokenAtom } from './spoken-atoms.js'

/** Whether a character fits a place in a code. */
type Place = (character: string) => boolean

/** A code to find in an utterance: its letters and digits in order. */
export interface SpokenCode {
  readonly places: readonly Place[]
  /** Whether it begins with a digit. */
  readonly isNumber: boolean
  /** The letters and digits it was compiled from; in a pattern, `#` stands for a digit and `@` for a letter. */
  readonly pattern: string
}

/** A code in an utterance: atoms from `start` up to `end`. */
export interface CodeMention {
  /** The code in capitals, without separators. */
  readonly value: string
  readonly start: number
  readonly end: number
}

const maxOmitted = 3

/** Compiles a code; only its letters and digits count. Undefined if it has none. */
export function compileSpokenCode(code: string): SpokenCode | undefined {
  return compile(code, (character) => (other) => other === character)
}

/**
 * Compiles a pattern: `#` matches a digit, `@` a letter, and any other letter or digit itself. Undefined if it has
 * none.
 */
export function compileCodePattern(pattern: string): SpokenCode | undefined {
  return compile(pattern, (character) => {
    if (character === '#') return isDigit
    return character === '@' ? isLetter : (other) => other === character
  })
}

/**
 * Compiles the pattern of all codes with the same form as a code, such as mistyped member numbers; the code itself
 * matches too.
 */
export function compileSimilarCode(code: string): SpokenCode | undefined {
  const pattern = decompose(code).toLowerCase().replaceAll(/[a-z]/g, '@').replaceAll(/[0-9]/g, '#')
  return compileCodePattern(pattern)
}

function compile(code: string, placeOf: (character: string) => Place): SpokenCode | undefined {
  const characters = [...decompose(code).toLowerCase()].filter((character) => /^[\p{L}\p{Nd}#@]$/u.test(character))
  if (characters.length === 0) return undefined
  const isNumber = /^[\d#]$/.test(characters[0] ?? '')
  return { places: characters.map(placeOf), isNumber, pattern: characters.join('') }
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}

function isLetter(character: string): boolean {
  return character >= 'a' && character <= 'z'
}

/**
 * Returns the places where an utterance has a code: in one piece, in groups, letter by letter, in words (`double five`,
 * `oh`, `fifty-five`) or in the spelling alphabet. `starts` lists the atoms at which the code can begin, in ascending
 * order; default: all.
 */
export function findSpokenCode(
  atoms: readonly SpokenAtom[],
  code: SpokenCode,
  starts: Iterable<number> = atoms.keys(),
): readonly CodeMention[] {
  const found: CodeMention[] = []
  let end = 0
  for (const start of starts) {
    if (start < end) continue
    const match = matchAt(atoms, start, code)
    if (match === undefined) continue
    found.push(match)
    end = match.end
  }
  return found
}

/** Returns the code that begins at an atom; undefined if none does. */
export function matchAt(atoms: readonly SpokenAtom[], start: number, code: SpokenCode): CodeMention | undefined {
  if (code.isNumber && atoms[start]?.before === 'none' && start > 0) return undefined
  const match = matchFrom(atoms, start, code)
  return match && { start, ...match }
}

function matchFrom(
  atoms: readonly SpokenAtom[],
  start: number,
  { places }: SpokenCode,
): { readonly value: string; readonly end: number } | undefined {
  // Most atoms match no code, and are left before anything is made for them.
  if (atoms[start]?.ways.some((way) => way !== '' && fits(way, places, 0)) !== true) return undefined
  const failed = new Set<number>()
  const match = (at: number, place: number, omitted: number): { value: string; end: number } | undefined => {
    const atom = atoms[at]
    const key = (at - start) * (places.length + 1) + place
    if (atom === undefined || failed.has(key) || (at > start && atom.before === 'end')) return undefined
    for (const way of atom.ways) {
      if (way === '') {
        if (at === start || omitted >= maxOmitted) continue
        const rest = match(at + 1, place, omitted + 1)
        if (rest !== undefined) return rest
        continue
      }
      if (!fits(way, places, place)) continue
      const next = place + way.length
      if (next === places.length) {
        if (!goesOn(atoms, at)) return { value: way.toUpperCase(), end: at + 1 }
        continue
      }
      const rest = match(at + 1, next, 0)
      if (rest !== undefined) return { value: way.toUpperCase() + rest.value, end: rest.end }
    }
    failed.add(key)
    return undefined
  }
  return match(start, 0, 0)
}

function fits(way: string, places: readonly Place[], from: number): boolean {
  if (from + way.length > places.length) return false
  for (let i = 0; i < way.length; i++) if (places[from + i]?.(way[i] ?? '') !== true) return false
  return true
}

/**
 * Whether the code continues after an atom, because letters or digits follow without a space, or more digits one by
 * one.
 */
function goesOn(atoms: readonly SpokenAtom[], last: number): boolean {
  const next = atoms[last + 1]
  const digits = next?.ways[0] ?? ''
  if (next === undefined || !/^\d+$/.test(digits)) return next?.before === 'none'
  if (next.before === 'none' || next.before === 'joint') return true
  const isSpelled = atoms[last]?.ways[0]?.length === 1 && digits.length === 1
  return isSpelled && next.before === 'space' && next.start === atoms[last]?.end
}
