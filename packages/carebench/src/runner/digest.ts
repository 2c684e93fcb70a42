import { createHash } from 'node:crypto'

/** Returns the SHA-256 of bytes, or of a text in UTF-8, in hex. */
export function digestBytes(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex')
}
