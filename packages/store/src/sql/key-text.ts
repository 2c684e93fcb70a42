import { createHash } from 'node:crypto'
import type { DocumentKeys } from '../document-keys.js'

/** Maximum length in UTF-16 code units: an entry of an index must fit on a third of an 8 KiB page. */
const maxKeyLength = 300
const plain = /^[ -~]*$/
/**
 * Halves of surrogate pairs and NUL, which PostgreSQL text cannot contain, and the escape characters of this module.
 */
const unwritable = /[\p{Cc}\p{Surrogate}]/gu

/**
 * A text that PostgreSQL can keep in an index: different for different texts, and the same for printable ASCII that is
 * not long. Control characters and halves of surrogate pairs are replaced; a long text is its digest.
 */
export function keyText(text: string): string {
  if (text.length <= maxKeyLength && plain.test(text)) return text
  const written = text.replaceAll(unwritable, (unit) => `\u0001${unit.charCodeAt(0).toString(16)};`)
  if (written.length <= maxKeyLength) return written
  return `\u0002${createHash('sha256').update(written).digest('hex')}`
}

/** One entry of an index or filter: `name=value`. */
export function entryText(name: string, value: string): string {
  return `${name}=${keyText(value)}`
}

/** Returns the entries of a document in its indexes, and in its filters. */
export function entriesOf({ unique, filters }: DocumentKeys): { unique: string[]; filters: string[] } {
  return {
    unique: Object.entries(unique).map(([name, key]) => entryText(name, key)),
    filters: Object.entries(filters).flatMap(([name, values]) => values.map((value) => entryText(name, value))),
  }
}
