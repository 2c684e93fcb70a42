import { type Charset, charsetFor, readLatin1 } from './charset.js'
import { type Delimiters, readDelimiters } from './delimiters.js'
import { Hl7Error } from './error.js'
import { readField } from './segment.js'

const charsetPath = { field: 18, repetition: 1, component: 1, subcomponent: 0 }

/** Reads MSH-18 of the first header in the first 64 KiB; `''` if it is empty or there is no readable header. */
export function readDeclaredCharset(bytes: Uint8Array): string {
  const line = /(?:^|[\s\v\u00BF])(MSH[^\r\n]*)/.exec(readLatin1(bytes.subarray(0, 65_536)))?.[1]
  try {
    return line === undefined ? '' : (readField(line, charsetPath, createEncoding(readDelimiters(line))) ?? '')
  } catch {
    return ''
  }
}

/** Returns the character set that a header line names in MSH-18, else UTF-8. */
export function readHeaderCharset(line: string, delimiters: Delimiters): Charset {
  return charsetFor(readField(line, charsetPath, createEncoding(delimiters)))
}

function createEncoding(delimiters: Delimiters) {
  return { delimiters, charset: 'utf-8' } as const
}

/**
 * Returns the index of the header, after white space and a byte order mark (three characters if read as ISO 8859-1).
 */
export function findHeaderStart(text: string): number {
  if (text.charCodeAt(0) === 77) return 0
  return /^(?:\uFEFF|\u00EF\u00BB\u00BF)?[\s\uFEFF]*/.exec(text)?.[0].length ?? 0
}

/** Reads the delimiters of a header line. Calls `offset`, which scans the preceding text, only for an error. */
export function readHeaderDelimiters(line: string, offset: () => number): Delimiters {
  try {
    return readDelimiters(line)
  } catch (error) {
    if (!(error instanceof Hl7Error)) throw error
    return readDelimiters(line, offset())
  }
}

/** Returns the header line of a text, without its line end. */
export function firstLine(text: string): string {
  const start = findHeaderStart(text)
  const end = text.slice(start).search(/[\r\n]/)
  return end < 0 ? text.slice(start) : text.slice(start, start + end)
}
