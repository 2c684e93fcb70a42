import type { Steps } from '@carebench/protocol'
import { jsonPieces } from '../playground/calls/json-pieces.js'

/** Minimum length of text that is encoded as bytes. */
const longText = 65_536

/**
 * Returns the JSON text of a value, as `JSON.stringify` writes it, in steps, for values of many megabytes: a long text
 * as its UTF-8, because strings of that length would be in the heap, with two bytes for each character if one is not of
 * Latin-1.
 */
export function* writeJson(value: unknown): Steps<string | Uint8Array> {
  const chunks: Uint8Array[] = []
  let text = ''
  for (const piece of jsonPieces(value)) {
    text += piece
    if (text.length >= longText) {
      chunks.push(utf8.encode(text))
      text = ''
    }
    yield
  }
  if (chunks.length === 0) return text
  chunks.push(utf8.encode(text))
  return yield* joined(chunks)
}

const utf8 = /* @__PURE__ */ new TextEncoder()

function* joined(chunks: readonly Uint8Array[]): Steps<Uint8Array> {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
    yield
  }
  return all
}

/**
 * Returns the length of the JSON text of a value, or any number greater than `most`. Stops as soon as that is certain,
 * and never builds the text, which may exceed the maximum length of a string.
 */
export function* jsonLength(value: unknown, most: number): Steps<number> {
  let length = 0
  for (const piece of jsonPieces(value)) {
    length += piece.length
    if (length > most) break
    yield
  }
  return length
}
