import { argumentError } from './argument.js'
import { Hl7Error, quote } from './error.js'

/** The supported character sets. ASCII is a subset of both. */
export type Charset = 'utf-8' | 'iso-8859-1'

/**
 * Returns the character set that MSH-18 names, or UTF-8 if it names none or one that is not supported.
 *
 * `decodeText` rejects bytes of an unsupported set unless they are UTF-8, so nothing is misread.
 */
export function charsetFor(declared: string | null | undefined): Charset {
  return /^(8859\/1|ISO[ _-]?8859[-/]1|LATIN-?1)$/i.test(declared ?? '') ? 'iso-8859-1' : 'utf-8'
}

/** Whether MSH-18 names an unsupported character set: not ISO 8859-1, UTF-8 or its subset ASCII. */
export function isUnsupported(declared: string): boolean {
  const isUtf8 = /^(UNICODE|(UNICODE[ _-]?)?UTF-?8|(US-?)?ASCII|ISO IR6|)$/i.test(declared)
  return !isUtf8 && charsetFor(declared) === 'utf-8'
}

/** Throws an `Hl7Error` `invalid-value` unless a value is a supported character set or undefined. */
export function requireCharset(value: unknown): void {
  if (value === undefined || value === 'utf-8' || value === 'iso-8859-1') return
  throw argumentError('a character set utf-8 or iso-8859-1', value, "{ charset: 'iso-8859-1' }")
}

/**
 * Decodes bytes to text, keeping a byte order mark. `declared` is the value of MSH-18, for the error message.
 *
 * Throws an `Hl7Error` `invalid-encoding` at the first byte that is not UTF-8, and at an escape (1B) if the declared
 * set is not supported: sets such as ISO IR87 use escapes to switch alphabets but otherwise consist of ASCII bytes.
 */
export function decodeText(bytes: Uint8Array, charset: Charset, declared = ''): string {
  if (charset === 'iso-8859-1') return readLatin1(bytes)
  const unsupported = isUnsupported(declared)
  const escapeAt = unsupported ? bytes.indexOf(0x1b) : -1
  if (escapeAt >= 0) throw encodingError('an escape (1B)', escapeAt, declared)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw encodingError('a byte sequence that is not UTF-8', firstBadByte(bytes), unsupported ? declared : '', cause)
  }
}

function encodingError(found: string, offset: number, unsupported: string, cause?: unknown): Hl7Error {
  return new Hl7Error({
    code: 'invalid-encoding',
    expected: 'bytes in UTF-8, or in ISO 8859-1 with 8859/1 in MSH-18',
    received:
      unsupported === '' ? found : `${found}; the character set ${quote(unsupported)} of MSH-18 is not supported`,
    segment: 'MSH',
    field: 18,
    offset,
    example: '8859/1 in MSH-18, or the option charset: "iso-8859-1".',
    cause,
  })
}

/**
 * Encodes text as bytes. Throws an `Hl7Error` `invalid-encoding` for a character that the character set lacks, and for
 * half of a surrogate pair.
 */
export function encodeText(text: string, charset: Charset): Uint8Array {
  if (charset === 'utf-8') {
    const lone = text.search(/\p{Cs}/u)
    if (lone < 0) return new TextEncoder().encode(text)
    throw new Hl7Error({
      code: 'invalid-encoding',
      expected: 'whole characters',
      received: 'half of a surrogate pair, which cannot be encoded',
      offset: byteLength(text, lone, charset),
      example: 'value.slice(0, 60).toWellFormed()',
    })
  }
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code > 0xff) {
      throw new Hl7Error({
        code: 'invalid-encoding',
        expected: 'characters of ISO 8859-1',
        received: `U+${code.toString(16).toUpperCase().padStart(4, '0')}`,
        offset: index,
        example: 'build the message with "UNICODE UTF-8" in MSH-18.',
      })
    }
    bytes[index] = code
  }
  return bytes
}

/** Returns the number of bytes that the first `length` UTF-16 units of a text take in a character set. */
export function byteLength(text: string, length: number, charset: Charset): number {
  return byteLengthBetween(text, 0, length, charset)
}

/** Returns the number of bytes that the UTF-16 units from `start` to `end` take in a character set, without a copy. */
export function byteLengthBetween(text: string, start: number, end: number, charset: Charset): number {
  if (charset === 'iso-8859-1') return end - start
  const last = Math.min(end, text.length)
  let bytes = 0
  for (let index = start; index < last; index++) {
    const code = text.charCodeAt(index)
    if (code < 0x80) bytes++
    else if (code < 0x800) bytes += 2
    else {
      bytes += 3
      // A pair takes four bytes; half of one counts as U+FFFD, which takes three.
      if (code >= 0xd800 && code <= 0xdbff && index + 1 < last && isLowSurrogate(text.charCodeAt(index + 1))) {
        bytes++
        index++
      }
    }
  }
  return bytes
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

/** Maps each byte to the character with the same number; TextDecoder's "latin1" is really windows-1252. */
export function readLatin1(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192))
  }
  return text
}

/** Returns the offset of the first sequence that is not UTF-8, found by bisection. */
function firstBadByte(bytes: Uint8Array): number {
  const decodes = (length: number, stream: boolean) => {
    try {
      // A streaming decoder accepts a truncated sequence at the end.
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream })
      return true
    } catch {
      return false
    }
  }
  let good = 0
  let bad = bytes.length + 1
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (decodes(middle, true)) good = middle
    else bad = middle
  }
  while (good > 0 && !decodes(good, false)) good--
  return good
}
