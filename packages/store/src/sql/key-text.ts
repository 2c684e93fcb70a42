import { createHash } from 'node:crypto'
import type { DocumentKeys } from '../document-keys.js'

/** Maximum length in UTF-16 code units: an entry of an index must fit into a third of an 8 KiB page. */
const maxKeyLength = 300
const plain = /^[ -~]*$/
/** Includes NUL and halves of surrogate pairs, which PostgreSQL text cannot contain, and the escapes of this module. */
const escaped = /[\p{Cc}\p{Surrogate}]/gu

/**
 * Encodes a text for an index of PostgreSQL, different texts differently. Short printable ASCII is unchanged; control
 * characters and halves of surrogate pairs are escaped; a long text becomes its digest.
 */
export function encodeKey(text: string): string {
  if (text.length <= maxKeyLength && plain.test(text)) return text
  const written = text.replaceAll(escaped, (unit) => `\u0001${unit.charCodeAt(0).toString(16)};`)
  if (written.length <= maxKeyLength) return written
  return `\u0002${createHash('sha256').update(written).digest('hex')}`
}

/** Returns an entry of an index or filter: `name=value`. */
export function encodeEntry(name: string, value: string): string {
  return `${name}=${encodeKey(value)}`
}

/** Returns the entries of a document in its indexes, and in its filters. */
export function encodeEntries({ unique, filters }: DocumentKeys): { unique: string[]; filters: string[] } {
  return {
    unique: Object.entries(unique).map(([name, key]) => encodeEntry(name, key)),
    filters: Object.entries(filters).flatMap(([name, values]) => values.map((value) => encodeEntry(name, value))),
  }
}
