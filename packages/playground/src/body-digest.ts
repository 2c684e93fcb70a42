import type { RecordedBody } from '@carebench/protocol'
import { finish, type Steps } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'

/** The text of a body as it was sent; for binary bodies, their base64. */
export function textOf(body: RecordedBody | null): string {
  if (body === null) return ''
  if ('json' in body) return JSON.stringify(body.json)
  return 'text' in body ? body.text : body.base64
}

/** The SHA-256 of a text's UTF-8 in hex, of which a platform has a faster implementation. */
export type Sha256 = (text: string) => string

/** {@link Sha256} for every runtime. */
export function digestText(text: string): string {
  return finish(digestInSteps(text))
}

/** The SHA-256 of a body in hex, in steps: those of a long one are our own, because a platform has none. */
export function* digestBodyInSteps(body: RecordedBody | null, sha256?: Sha256): Steps<string> {
  const text = textOf(body)
  return sha256 !== undefined && text.length <= stepBytes ? sha256(text) : yield* digestInSteps(text)
}

const stepBytes = 262_144

function* digestInSteps(text: string): Steps<string> {
  const bytes = utf8ToBytes(text)
  const hash = sha256.create()
  for (let start = 0; start < bytes.length; start += stepBytes) {
    if (start > 0) yield
    hash.update(bytes.subarray(start, start + stepBytes))
  }
  return hexOf(hash.digest())
}

const digits = '0123456789abcdef'

/** Each call of the log keeps a digest; one that is put together from single characters would take a kilobyte. */
function hexOf(bytes: Uint8Array): string {
  const codes: number[] = []
  for (const byte of bytes) codes.push(digits.charCodeAt(byte >> 4), digits.charCodeAt(byte & 15))
  return String.fromCharCode(...codes)
}
