import type { Random } from '@carebench/protocol'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { TokenOrigin } from '../documents/collections/creations.js'

/** The kinds of tokens with their prefixes. Specification 5. */
export const tokenPrefixes = { organization: 'vk_', solver: 'vrl_slv_', run: 'vrl_run_', operator: 'vop_' } as const

export type TokenKind = keyof typeof tokenPrefixes

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 43 digits of base 62 carry 256 bits. */
const length = 43

/** Creates a token: its prefix and 256 random bits in base 62. `random` must be fit for secrets. */
export function createToken(kind: TokenKind, random: Random): string {
  let value = 0n
  for (let word = 0; word < 8; word++) value = (value << 32n) | BigInt(random.uint32())
  return tokenPrefixes[kind] + inBase62(value)
}

/**
 * Derives a token from its origin: its prefix and an HMAC-SHA-256 in base 62, always the same for the same secret. The
 * nonce must be 256 random bits, so that neither the secret nor the origin alone reveals the token.
 */
export function deriveToken(secret: Uint8Array, { kind, id, nonce }: TokenOrigin): string {
  // A JSON list, so that different origins never have the same text.
  const mac = hmac(sha256, secret, utf8ToBytes(JSON.stringify(['token', kind, id, nonce])))
  return tokenPrefixes[kind] + inBase62(BigInt(`0x${bytesToHex(mac)}`))
}

function inBase62(value: bigint): string {
  let digits = ''
  for (let rest = value, index = 0; index < length; index++) {
    digits = alphabet.charAt(Number(rest % 62n)) + digits
    rest /= 62n
  }
  return digits
}

/** A test vector for SHA-256 implementations. */
export const digestExample = {
  text: 'carebench',
  digest: '1e30cd79e1942350fd6d9f79968c4fd6b617e5db96347c63bbe882b681eb5eb9',
} as const

let initial: ReturnType<typeof sha256.create> | undefined
let hashing: typeof initial
const digest = /* @__PURE__ */ new Uint8Array(32)

/**
 * Returns the stored form of a token: its SHA-256 in hex. Runs in every runtime; a service can be given a faster
 * implementation.
 */
export function digestToken(token: string): string {
  // Copies the initial state into the same object again, because creating one costs as much as hashing.
  initial ??= sha256.create()
  hashing = initial._cloneInto(hashing)
  hashing.update(utf8ToBytes(token)).digestInto(digest)
  // Erases the block that still contains the token.
  hashing.destroy()
  return bytesToHex(digest)
}

/** Returns the kind of a token by its prefix; null for an unknown prefix or another length. */
export function readTokenKind(token: string): TokenKind | null {
  for (const kind of ['solver', 'run', 'organization', 'operator'] as const) {
    const prefix = tokenPrefixes[kind]
    if (token.length === prefix.length + length && token.startsWith(prefix)) return kind
  }
  return null
}

/** Compares two digests in constant time. */
export function equalDigests(left: string, right: string): boolean {
  // The length of a digest is not secret.
  if (left.length !== right.length) return false
  let difference = 0
  for (let index = 0; index < left.length; index++) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}
