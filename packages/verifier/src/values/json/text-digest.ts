import { finish, type Steps } from '@carebench/protocol/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The part of an incremental hash that is used here. */
interface Hash {
  update(bytes: Uint8Array): unknown
  digest(): Uint8Array
}

type CreateHash = (name: 'sha256') => Hash

/** Node's hash, about ten times as fast; null in runtimes without it. Looked up on first use. */
let native: CreateHash | null | undefined

function nativeHash(): CreateHash | null {
  const runtime = Reflect.get(globalThis, 'process') as { getBuiltinModule?: (name: string) => unknown } | undefined
  const crypto = runtime?.getBuiltinModule?.('node:crypto') as { createHash?: CreateHash } | undefined
  return crypto?.createHash ?? null
}

/** Number of characters that are hashed in one step. */
const stepLength = 65_536

/**
 * Hashes the pieces of a text with SHA-256, in steps; returns hex. A surrogate pair may be split between two pieces.
 */
export function* digestPiecesInSteps(pieces: Iterable<string>): Steps<string> {
  native ??= nativeHash()
  const hash: Hash = native?.('sha256') ?? sha256.create()
  let text = ''
  for (const piece of pieces) {
    text += piece
    let start = 0
    for (; text.length - start >= stepLength; yield) {
      const end = start + stepLength
      // Each half of a pair would be encoded as U+FFFD.
      const whole = isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end
      hash.update(utf8ToBytes(text.slice(start, whole)))
      start = whole
    }
    if (start > 0) text = text.slice(start)
  }
  hash.update(utf8ToBytes(text))
  return toHex(hash.digest())
}

/** Returns the SHA-256 of a text in hex. */
export function digestText(text: string): string {
  return finish(digestPiecesInSteps([text]))
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00
}

const digits = '0123456789abcdef'

/**
 * Builds the hex text in one call: a string concatenated from single characters takes a kilobyte, and the log keeps one
 * for each call.
 */
function toHex(bytes: Uint8Array): string {
  const codes: number[] = []
  for (const byte of bytes) codes.push(digits.charCodeAt(byte >> 4), digits.charCodeAt(byte & 15))
  return String.fromCharCode(...codes)
}
