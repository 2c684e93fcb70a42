import type { RecordedBody, Steps } from '@carebench/protocol'
import { hasMoreValues } from '@carebench/protocol/wire'
import { digestPiecesInSteps } from '@carebench/verifier/kinds'
import { jsonPieces } from './json-pieces.js'

/** Computes the SHA-256 of a text's UTF-8, in hex; a platform may have a faster implementation. */
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

/**
 * Returns the SHA-256 of the text of a body in hex, in steps: a long one is hashed by our own code, because the
 * platform's function cannot pause.
 */
export function* digestBodyInSteps(body: RecordedBody | null, sha256?: Sha256): Steps<string> {
  const text = readShortText(body)
  if (text !== undefined && sha256 !== undefined) return sha256(text)
  return (yield* summarizeBody(body, 0)).digest
}

/** Summarizes a body in steps, with at most this many characters as its head. */
export function summarizeBody(body: RecordedBody | null, headLength: number): Steps<BodySummary> {
  return summarizeText(body !== null && 'json' in body ? jsonPieces(body.json) : [readPlainText(body)], headLength)
}

/** A text of more characters is digested in steps. */
const stepCharacters = 262_144

/** Maximum number of JSON values of a short body; a body with more is long, whatever its text. */
const manyValues = 1000

/** Returns the text of a body as it was sent, for binary bodies their base64; undefined if it is long. */
export function readShortText(body: RecordedBody | null): string | undefined {
  if (body !== null && 'json' in body) {
    if (hasMoreValues(body.json, manyValues)) return undefined
    return withoutLong(JSON.stringify(body.json))
  }
  return withoutLong(readPlainText(body))
}

function withoutLong(text: string): string | undefined {
  return text.length <= stepCharacters ? text : undefined
}

function readPlainText(body: Exclude<RecordedBody, { readonly json: unknown }> | null): string {
  if (body === null) return ''
  return 'text' in body ? body.text : body.base64
}

function* summarizeText(pieces: Iterable<string>, headLength: number): Steps<BodySummary> {
  let length = 0
  let head = ''
  function* measured(): Iterable<string> {
    for (const piece of pieces) {
      length += piece.length
      if (head.length < headLength) head += piece.slice(0, headLength - head.length)
      yield piece
    }
  }
  const digest = yield* digestPiecesInSteps(measured())
  return { digest, length, head }
}
