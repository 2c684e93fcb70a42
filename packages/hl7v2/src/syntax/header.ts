import { type Charset, charsetOf, decodeLatin1 } from './charset.js'
import { type Delimiters, readDelimiters } from './delimiters.js'
import { Hl7Error } from './error.js'
import { readField } from './segment.js'

const charsetPath = { field: 18, repetition: 1, component: 1, subcomponent: 0 }

/** MSH-18 of the first header in the bytes; `''` if it is empty or there is no header. */
export function declaredCharset(bytes: Uint8Array): string {
  const line = /(?:^|[\s\v\u00BF])(MSH[^\r\n]*)/.exec(decodeLatin1(bytes.subarray(0, 65_536)))?.[1]
  try {
    return line === undefined ? '' : (readField(line, charsetPath, reading(readDelimiters(line))) ?? '')
  } catch {
    return ''
  }
}

/** The character set that a header line names in MSH-18, else UTF-8. */
export function charsetInHeader(line: string, delimiters: Delimiters): Charset {
  return charsetOf(readField(line, charsetPath, reading(delimiters)))
}

function reading(delimiters: Delimiters) {
  return { delimiters, charset: 'utf-8' } as const
}

/**
 * The start of the header: after white space and a byte order mark (which decodes to three characters as ISO 8859-1).
 */
export function headerStart(text: string): number {
  if (text.charCodeAt(0) === 77) return 0
  return /^(?:\uFEFF|\u00EF\u00BB\u00BF)?[\s\uFEFF]*/.exec(text)?.[0].length ?? 0
}

/** Reads the delimiters of a header line; `offset`, which scans the preceding text, is called only for an error. */
export function headerDelimiters(line: string, offset: () => number): Delimiters {
  try {
    return readDelimiters(line)
  } catch (error) {
    if (!(error instanceof Hl7Error)) throw error
    return readDelimiters(line, offset())
  }
}

/** The header line of a text, without its line end. */
export function firstLine(text: string): string {
  const start = headerStart(text)
  const end = text.slice(start).search(/[\r\n]/)
  return end < 0 ? text.slice(start) : text.slice(start, start + end)
}
