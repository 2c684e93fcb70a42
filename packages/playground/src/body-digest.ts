import type { RecordedBody } from '@carebench/protocol'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

/** The text of a body as it is sent; base64 stands for itself. */
function textOf(body: RecordedBody | null): string {
  if (body === null) return ''
  if ('json' in body) return JSON.stringify(body.json)
  return 'text' in body ? body.text : body.base64
}

/** SHA-256 in hex of a body. */
export function digestBody(body: RecordedBody | null): string {
  return bytesToHex(sha256(utf8ToBytes(textOf(body))))
}
