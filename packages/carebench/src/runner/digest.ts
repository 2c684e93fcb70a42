import { createHash } from 'node:crypto'

/** The SHA-256 of bytes, or of a text in UTF-8; hex. */
export function digestOf(value: string | Uint8Array): string {
  return createHash('sha256').update(value).digest('hex')
}
