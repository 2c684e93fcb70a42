import { hasMoreValues, type RecordedBody, type Steps } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { jsonPieces } from './json-pieces.js'

/** The SHA-256 of a text's UTF-8 in hex, of which a platform has a faster implementation. */
export type Sha256 = (text: string) => string

/** The text of a body, as far as an entry of the log keeps it. */
export interface BodySummary {
  /** The SHA-256 of its UTF-8 in hex. */
  readonly digest: string
  /** The number of its characters. */
  readonly length: number
  /** Its first characters. */
  readonly head: string
}

/** The SHA-256 of the text of a body in hex, in steps: those of a long one are our own, because a platform has none. */
export function* digestBodyInSteps(body: RecordedBody | null, sha256?: Sha256): Steps<string> {
  const text = shortTextOf(body)
  if (text !== undefined && sha256 !== undefined) return sha256(text)
  return (yield* summarizeBody(body, 0)).digest
}

/** Summarizes a body in steps, with at most so many characters as its head. */
export function summarizeBody(body: RecordedBody | null, headLength: number): Steps<BodySummary> {
  return summarizeText(body !== null && 'json' in body ? jsonPieces(body.json) : [plainTextOf(body)], headLength)
}

/** So many characters are digested in one step. */
const stepCharacters = 262_144

/** A body with so many JSON values is long, whatever its text. */
const manyValues = 1000

/** The text of a body as it was sent, for binary bodies their base64; undefined if it is long. */
export function shortTextOf(body: RecordedBody | null): string | undefined {
  if (body !== null && 'json' in body) {
    if (hasMoreValues(body.json, manyValues)) return undefined
    return withoutLong(JSON.stringify(body.json))
  }
  return withoutLong(plainTextOf(body))
}

function withoutLong(text: string): string | undefined {
  return text.length <= stepCharacters ? text : undefined
}

function plainTextOf(body: Exclude<RecordedBody, { readonly json: unknown }> | null): string {
  if (body === null) return ''
  return 'text' in body ? body.text : body.base64
}

function* summarizeText(pieces: Iterable<string>, headLength: number): Steps<BodySummary> {
  const hash = sha256.create()
  let length = 0
  let head = ''
  let rest = ''
  for (const piece of pieces) {
    length += piece.length
    if (head.length < headLength) head += piece.slice(0, headLength - head.length)
    rest += piece
    while (rest.length > stepCharacters) {
      const end = isHighSurrogate(rest.charCodeAt(stepCharacters - 1)) ? stepCharacters - 1 : stepCharacters
      hash.update(utf8ToBytes(rest.slice(0, end)))
      rest = rest.slice(end)
      yield
    }
  }
  hash.update(utf8ToBytes(rest))
  return { digest: hexOf(hash.digest()), length, head }
}

/** The first half of a character whose halves must not be encoded apart. */
function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

const digits = '0123456789abcdef'

/** Each call of the log keeps a digest; one that is put together from single characters would take a kilobyte. */
function hexOf(bytes: Uint8Array): string {
  const codes: number[] = []
  for (const byte of bytes) codes.push(digits.charCodeAt(byte >> 4), digits.charCodeAt(byte & 15))
  return String.fromCharCode(...codes)
}
