import type { RecordedBody } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The text of a body as it was sent; for binary bodies, their base64. */
function textOf(body: RecordedBody | null): string {
  if (body === null) return ''
  if ('json' in body) return JSON.stringify(body.json)
  return 'text' in body ? body.text : body.base64
}

/** The SHA-256 of a body in hex. */
export function digestBody(body: RecordedBody | null): string {
  return bytesToHex(sha256(utf8ToBytes(textOf(body))))
}
