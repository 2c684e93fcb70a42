import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { fromBase64url, toBase64url } from './base64url.js'
import { InvalidCursorError } from './invalid-cursor.js'
import type { PagePosition } from './position.js'

/** A secret that signs cursors. */
export interface CursorKey {
  /** The id of the secret in the cursors that it signed: 1 to 16 printable ASCII characters without spaces. */
  readonly id: string
  /** At least 16 bytes; 32 random ones are recommended. */
  readonly secret: Uint8Array
}

/** Options of {@link createCursorCodec}. */
export interface CursorCodecOptions {
  /** The first signs, all verify: to rotate secrets, put the new one first and remove the old one after a lifetime. */
  readonly keys: readonly CursorKey[]
  /** The current time in milliseconds since 1970. */
  readonly now: () => number
  /** Lifetime of a cursor in milliseconds. Default 24 hours. */
  readonly lifetime?: number | undefined
}

/** Encodes positions in lists as opaque signed texts, and decodes them (Specification 4.4). */
export interface CursorCodec {
  /**
   * Encodes a cursor of at most 512 characters of `A–Z a–z 0–9 - _`. `scope` identifies the list, its filters and its
   * owner; the cursor is valid only with the same scope. Throws a RangeError if the key is too long for a cursor.
   */
  encode(position: PagePosition, scope: string): string
  /**
   * Decodes a cursor. Throws {@link InvalidCursorError} for every text that {@link encode} did not return for this
   * scope, and for an expired cursor.
   */
  decode(cursor: string, scope: string): PagePosition
}

const version = 1
const maxCursorLength = 512
const dayInMilliseconds = 86_400_000
// 128 bits each, so that nobody can find a second scope with the same digest, or guess a tag.
const scopeLength = 16
const tagLength = 16
const timeLength = 6

/**
 * Creates a codec for cursors, signed with HMAC-SHA-256 truncated to 128 bits. Throws a RangeError if there is no key,
 * a key id is repeated or not a short ASCII text, or a secret is too short.
 */
export function createCursorCodec(options: CursorCodecOptions): CursorCodec {
  const { keys, now, lifetime = dayInMilliseconds } = options
  assertKeys(keys)
  const signers = new Map(keys.map((key) => [key.id, createSigner(key.secret)]))
  const signingKey = keys[0]?.id ?? ''
  const digestScope = createScopeDigest()
  const scratch = new Uint8Array(1024)

  // version · key id · direction · expiry · scope · created at · id · tag; each text is preceded by a byte with its
  // length.
  return {
    encode(position, scope) {
      let end = 0
      scratch[end++] = version
      end = writeText(scratch, end, signingKey)
      scratch[end++] = position.direction === 'next' ? 0 : 1
      end = writeInteger(scratch, end, now() + lifetime)
      scratch.set(digestScope(scope), end)
      end = writeText(scratch, end + scopeLength, position.key.createdAt)
      end = writeText(scratch, end, position.key.id)
      const sign = signers.get(signingKey)
      if (sign !== undefined) scratch.set(sign(scratch.subarray(0, end)).subarray(0, tagLength), end)
      const cursor = toBase64url(scratch.subarray(0, end + tagLength))
      if (cursor.length > maxCursorLength) throw tooLong(position)
      return cursor
    },
    decode(cursor, scope) {
      const bytes = cursor.length > maxCursorLength ? undefined : fromBase64url(cursor)
      if (bytes === undefined || bytes.length <= tagLength || bytes[0] !== version)
        throw new InvalidCursorError('malformed')
      const signed = bytes.subarray(0, bytes.length - tagLength)
      const reader = new Reader(signed, 1)
      const sign = signers.get(reader.text())
      if (sign === undefined || !areEqual(sign(signed), bytes.subarray(signed.length), tagLength)) {
        throw new InvalidCursorError('tampered')
      }
      const direction = reader.byte() === 0 ? 'next' : 'prev'
      const expiry = reader.integer()
      if (!areEqual(digestScope(scope), reader.bytes(scopeLength), scopeLength)) throw new InvalidCursorError('foreign')
      if (now() >= expiry) throw new InvalidCursorError('expired')
      return { direction, key: { createdAt: reader.text(), id: reader.text() } }
    },
  }
}

/**
 * Creates a function that computes tags. It caches the state of the HMAC after its key, and the object to which this
 * state is copied. A tag is valid until the next call.
 */
function createSigner(secret: Uint8Array): (message: Uint8Array) => Uint8Array {
  const primed = hmac.create(sha256, secret)
  const tag = new Uint8Array(primed.outputLen)
  let scratch = primed.clone()
  return (message) => {
    scratch = primed._cloneInto(scratch)
    scratch.update(message).digestInto(tag)
    return tag
  }
}

/**
 * Creates a function that computes the digest of a scope. It caches the last one: a page decodes one cursor and encodes
 * two, all with one scope.
 */
function createScopeDigest(): (scope: string) => Uint8Array {
  let lastScope: string | null = null
  let lastDigest = new Uint8Array(scopeLength)
  return (scope) => {
    if (scope !== lastScope) {
      lastDigest = sha256(encoder.encode(scope)).slice(0, scopeLength)
      lastScope = scope
    }
    return lastDigest
  }
}

const encoder = /* @__PURE__ */ new TextEncoder()
const decoder = /* @__PURE__ */ new TextDecoder()

function writeText(target: Uint8Array, start: number, text: string): number {
  const { read, written } = encoder.encodeInto(text, target.subarray(start + 1, start + 256))
  if (read < text.length)
    throw new RangeError(`The texts in a cursor must have at most 255 bytes, got ${text.length} characters.`)
  target[start] = written
  return start + 1 + written
}

function writeInteger(target: Uint8Array, start: number, value: number): number {
  for (let index = timeLength - 1, rest = value; index >= 0; index--) {
    target[start + index] = rest % 256
    rest = Math.floor(rest / 256)
  }
  return start + timeLength
}

/** Reads the parts of a cursor one after the other; past the end, all parts are empty. */
class Reader {
  readonly #source: Uint8Array
  #offset: number

  constructor(source: Uint8Array, offset: number) {
    this.#source = source
    this.#offset = offset
  }

  bytes(length: number): Uint8Array {
    const start = this.#offset
    this.#offset += length
    return this.#source.subarray(start, this.#offset)
  }

  byte(): number | undefined {
    return this.#source[this.#offset++]
  }

  text(): string {
    return decoder.decode(this.bytes(this.byte() ?? 0))
  }

  integer(): number {
    let value = 0
    for (let index = 0; index < timeLength; index++) value = value * 256 + (this.byte() ?? 0)
    return value
  }
}

/** Compares in constant time. */
function areEqual(a: Uint8Array, b: Uint8Array, length: number): boolean {
  let difference = 0
  for (let index = 0; index < length; index++) difference |= (a[index] ?? 256) ^ (b[index] ?? 257)
  return difference === 0
}

function assertKeys(keys: readonly CursorKey[]): void {
  if (keys.length === 0) throw new RangeError('A cursor codec needs at least one key, got none.')
  const seen = new Set<string>()
  for (const { id, secret } of keys) {
    if (!/^[!-~]{1,16}$/.test(id))
      throw new RangeError(
        `A key id must have 1 to 16 printable ASCII characters without spaces, got ${JSON.stringify(id)}.`,
      )
    if (seen.has(id)) throw new RangeError(`Key ids must be unique, got ${id} twice.`)
    if (secret.length < 16)
      throw new RangeError(`The secret of key ${id} must have at least 16 bytes, got ${secret.length}.`)
    seen.add(id)
  }
}

function tooLong({ key }: PagePosition): RangeError {
  return new RangeError(
    `A cursor must have at most ${maxCursorLength} characters; too long: ${key.createdAt} ${key.id}.`,
  )
}
