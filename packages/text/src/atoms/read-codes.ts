import { readDigit } from '../spoken/spoken-number.js'
import type { Token } from '../tokens/token.js'
import { readUnit } from '../written/written-unit.js'
import type { Atom, AtomValue } from './atom.js'

/** Maximum number of tokens in a telephone number such as `+1 (618) 555-0175`. */
const maxTelephoneTokens = 11
/** Maximum number of tokens in a code written without spaces. */
const maxRunTokens = 40
/** Maximum number of parts in a code that is spelled out. */
const maxSpelledLength = 60
const telephone = /^(?:(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-./ ])\d{3}[-. ]\d{4}|\d{3}[-.]\d{4}|\+\d{8,15})$/

/**
 * Returns the telephone number that begins at a token: `(618) 555-0175`, `618.555.0175`, `+16185550175`, `555-0175`.
 */
export function readTelephone(tokens: readonly Token[], start: number): Atom | undefined {
  const first = tokens[start]
  if (first === undefined || first.kind === 'word' || (first.kind === 'mark' && !/^[+(]$/.test(first.text)))
    return undefined
  let written = ''
  let found: Atom | undefined
  for (let at = start; at < Math.min(tokens.length, start + maxTelephoneTokens); at++) {
    const { text, kind, spaced } = tokens[at] as Token
    if (kind === 'word' || (kind === 'mark' && !/^[-+()./]$/.test(text)) || text.length > 16) break
    written += at > start && spaced ? ` ${text}` : text
    const next = tokens[at + 1]
    const goesOn = next !== undefined && !next.spaced && (next.kind !== 'mark' || next.text === '-')
    if (kind === 'mark' || goesOn || !telephone.test(written)) continue
    const digits = written.replace(/\D/g, '')
    found = {
      kind: 'telephone',
      start,
      end: at + 1,
      readings: [reading({ is: 'telephone', digits }), reading({ is: 'code', text: digits })],
    }
  }
  return found
}

/** Labels of a letter and a number, or of letters and one digit, that are not identifiers: `B12`, `T4`, `SpO2`. */
const label = /^(?:[bctlsqx]\d{1,2}|[a-z]{1,6}\d)$/

/**
 * Returns the code that begins at a token and is written without spaces: `PA12345678`, `RC-11175`, `M17.11`, `718-7`,
 * `99213`. For a label, which is skipped, `atom` is undefined; without a code or label, the result is undefined.
 */
export function readCode(
  tokens: readonly Token[],
  start: number,
): { readonly end: number; readonly atom: Atom | undefined } | undefined {
  const end = findRunEnd(tokens, start)
  const parts = tokens.slice(start, end).filter(({ kind }) => kind !== 'mark')
  const text = parts.map((part) => part.text.replace(/[.,]/g, '')).join('')
  const digits = text.replace(/\D/g, '').length
  if (digits === 0) return undefined
  const [first, second] = parts as [Token, Token | undefined]
  // In "1O:30" and "6.l", letters imitate digits.
  if (
    parts.some((part, index) => /^[ol]{1,2}$/.test(part.text) && isDigitBeside(parts, index)) &&
    digits === text.replace(/[ol]/g, '').length
  )
    return { end, atom: { kind: 'identifier', start, end, readings: [] } }
  if (first.kind === 'number') {
    if (second === undefined) return /^\d{5,}$/.test(first.text) ? createCode(tokens, start, end, text) : undefined
    // "10mg", "12th", "3-day", "2-3", "3.5-5.1".
    if (second.kind === 'word' && (digits < 4 || readUnit(tokens, start + 1) !== undefined)) return undefined
    if (parts.every(({ kind }) => kind === 'number') && (digits < 4 || /[.,]/.test(first.text))) return undefined
    return createCode(tokens, start, end, text)
  }
  // "mid-2026", "over-65".
  const isJoined = tokens[start + 1]?.kind === 'mark'
  const isProse = isJoined && first.text.length > 3
  if (isProse && (digits >= 4 || first.raw === first.text)) return { end: start + 1, atom: undefined }
  if (isProse) return { end, atom: undefined }
  if (label.test(text) || (first.text.length > 2 && digits < 2)) return { end, atom: undefined }
  return createCode(tokens, start, end, text)
}

function findRunEnd(tokens: readonly Token[], start: number): number {
  let end = start
  if (tokens[start]?.kind === 'mark') return start
  for (end++; end < start + maxRunTokens && tokens[end]?.spaced === false; ) {
    const token = tokens[end] as Token
    if (token.kind !== 'mark') end++
    else if (/^[-_.]$/.test(token.text) && tokens[end + 1]?.spaced === false && tokens[end + 1]?.kind !== 'mark')
      end += 2
    else break
  }
  return end
}

function isDigitBeside(parts: readonly Token[], index: number): boolean {
  return parts[index - 1]?.kind === 'number' || parts[index + 1]?.kind === 'number'
}

function createCode(tokens: readonly Token[], start: number, end: number, text: string) {
  const numbers = tokens.slice(start, end).flatMap(({ kind, text: own }) => (kind === 'number' ? [Number(own)] : []))
  const isNumber = tokens.slice(start, end).every(({ kind }) => kind !== 'word') && numbers.every(Number.isFinite)
  const amount: AtomValue = { is: 'amount', values: numbers, units: [] }
  const telephoneDigits = /^1?\d{10}$/.test(text) ? [reading({ is: 'telephone', digits: text })] : []
  const readings = [reading({ is: 'code', text }), ...telephoneDigits, ...(isNumber ? [reading(amount)] : [])]
  return { end, atom: { kind: 'identifier', start, end, readings } satisfies Atom }
}

/**
 * Returns the code that begins at a token and is spelled out or written in groups: `P A one two three four`, `0285 75
 * 0001`, `six one eight, double five`.
 */
export function readSpelled(tokens: readonly Token[], start: number): Atom | undefined {
  let text = ''
  let count = 0
  let digits = 0
  let end = start
  for (let at = start; count < maxSpelledLength; ) {
    const part = readSpelledPart(tokens, at)
    if (part === undefined) break
    text += part.text
    count++
    digits += part.text.replace(/\D/g, '').length
    end = part.end
    at = /^[-,]$/.test(tokens[end]?.text ?? '') ? end + 1 : end
  }
  if (count < 2 || digits < 3 || (count < 4 && digits < 7)) return undefined
  return { kind: 'identifier', start, end, readings: [reading({ is: 'code', text })] }
}

/** Returns the next part of a spelled code: a digit, a group of digits, a capital letter, or `double five`. */
function readSpelledPart(
  tokens: readonly Token[],
  at: number,
): { readonly text: string; readonly end: number } | undefined {
  const { kind, text = '', raw = '' } = tokens[at] ?? {}
  if (kind === 'number') return /^\d{1,20}$/.test(text) ? { text, end: at + 1 } : undefined
  if (kind !== 'word') return undefined
  const digit = readDigit(text)
  if (digit !== undefined) return { text: String(digit), end: at + 1 }
  const times = text === 'double' ? 2 : text === 'triple' ? 3 : 0
  const repeated = times === 0 ? undefined : readDigit(tokens[at + 1]?.text ?? '')
  if (repeated !== undefined) return { text: String(repeated).repeat(times), end: at + 2 }
  return text.length === 1 && raw !== text ? { text, end: at + 1 } : undefined
}

function reading(value: AtomValue, certain = true) {
  return { value, certain }
}
