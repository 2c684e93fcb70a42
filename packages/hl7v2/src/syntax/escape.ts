import { requireText } from './argument.js'
import type { Charset } from './charset.js'
import type { Delimiters } from './delimiters.js'

/** The delimiters and the character set for reading the text of a leaf; `Message` and `Segment` implement it. */
export interface Encoding {
  readonly delimiters: Delimiters
  readonly charset: Charset
}

/** Escape sequences of the standard for text formatting, or for characters of unsupported sets. */
const formatting = /^(?:\.[a-z]{2}[+-]?\d*|H|N|[CM][0-9A-Fa-f]+|Z\w*)$/

/**
 * Replaces the escape sequences of a leaf with their characters.
 *
 * `\F\ \S\ \T\ \R\ \E\ \P\` become the delimiters of the message and `\Xhh..\` the bytes in its character set (bytes
 * that are not UTF-8 are read as ISO 8859-1). Every other sequence (`\.br\`, `\H\`, `\N\`, `\C..\`, `\M..\`, `\Z..\`)
 * and a lone escape character stay as they are.
 */
export function unescapeText(raw: string, encoding: Encoding): string {
  requireText(raw, 'DOE \\T\\ CO')
  if (raw.length < longText) return replaceEscapes(raw, encoding)
  const cached = lastLong.get(encoding)
  if (cached?.raw === raw) return cached.text
  const text = replaceEscapes(raw, encoding)
  lastLong.set(encoding, { raw, text })
  return text
}

/** Minimum length of cached texts: unescaping them takes milliseconds, and callers read a field several times. */
const longText = 16_384

/** The last long text that was read from each message. */
const lastLong = new WeakMap<Encoding, { readonly raw: string; readonly text: string }>()

function replaceEscapes(raw: string, encoding: Encoding): string {
  const { delimiters } = encoding
  const mark = delimiters.escape
  if (!mark) return raw
  let open = raw.indexOf(mark)
  if (open < 0) return raw
  const pieces: string[] = []
  let copied = 0
  while (open >= 0) {
    const close = raw.indexOf(mark, open + 1)
    if (close < 0) break
    const meaning = decodeSequence(raw.slice(open + 1, close), encoding)
    if (meaning === undefined) {
      // A mark that closes no valid escape sequence may open one: "C:\dir\T\".
      open = formatting.test(raw.slice(open + 1, close)) ? raw.indexOf(mark, close + 1) : close
      continue
    }
    if (open > copied) pieces.push(raw.slice(copied, open))
    pieces.push(meaning)
    copied = close + 1
    open = raw.indexOf(mark, copied)
  }
  pieces.push(raw.slice(copied))
  return pieces.join('')
}

/**
 * Escapes a value so that `unescapeText` restores it. The result contains no line end, no frame byte, and no delimiter
 * but the escape character.
 *
 * Returns undefined if a character needs an escape sequence and the message has no escape character. The text `""`
 * is written in hexadecimal, because two quotes alone mean null.
 */
export function escapeText(value: string, delimiters: Delimiters): string | undefined {
  requireText(value, 'DOE & CO')
  if (value === '""') return delimiters.escape ? writeHexadecimal(value, delimiters.escape) : undefined
  let escaped = ''
  for (const character of value) {
    const replacement = escapeCharacter(character, delimiters)
    if (replacement === undefined) return undefined
    escaped += replacement
  }
  return escaped
}

function decodeSequence(sequence: string, encoding: Encoding): string | undefined {
  const { delimiters } = encoding
  switch (sequence) {
    case 'F':
      return delimiters.field
    case 'S':
      return delimiters.component
    case 'T':
      return delimiters.subcomponent
    case 'R':
      return delimiters.repetition
    case 'E':
      return delimiters.escape
    case 'P':
      return delimiters.truncation
  }
  return sequence.startsWith('X') ? decodeHexadecimal(sequence, encoding.charset) : undefined
}

const utf8 = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Returns the characters of `X` and pairs of hexadecimal digits; undefined if anything else follows the `X`. */
function decodeHexadecimal(sequence: string, charset: Charset): string | undefined {
  if (sequence.length < 3 || sequence.length % 2 === 0) return undefined
  let latin1 = ''
  let isAscii = true
  // Without a regular expression or a slice for each byte: a field may have 200,000 sequences.
  for (let at = 1; at < sequence.length; at += 2) {
    const byte = 16 * readDigit(sequence.charCodeAt(at)) + readDigit(sequence.charCodeAt(at + 1))
    if (Number.isNaN(byte)) return undefined
    latin1 += String.fromCharCode(byte)
    isAscii &&= byte < 0x80
  }
  // A decoder is slow for few bytes, and a field may have one sequence for each of its characters.
  if (charset !== 'utf-8' || isAscii) return latin1
  const bytes = new Uint8Array(latin1.length)
  for (let index = 0; index < latin1.length; index++) bytes[index] = latin1.charCodeAt(index)
  try {
    return utf8.decode(bytes)
  } catch {
    return latin1
  }
}

/** Returns the value of a hexadecimal digit; NaN for any other character. */
function readDigit(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30
  const lower = code | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : Number.NaN
}

/** Escapes a character if necessary; returns undefined if it needs an escape sequence but there is none. */
function escapeCharacter(character: string, delimiters: Delimiters): string | undefined {
  const mark = delimiters.escape
  const letter = findEscapeLetter(character, delimiters)
  if (letter !== undefined) return mark ? `${mark}${letter}${mark}` : undefined
  if (character >= ' ' && character !== '\x7f') return character
  return mark ? writeHexadecimal(character, mark) : undefined
}

function findEscapeLetter(character: string, delimiters: Delimiters): string | undefined {
  switch (character) {
    case delimiters.escape:
      return 'E'
    case delimiters.field:
      return 'F'
    case delimiters.component:
      return 'S'
    case delimiters.subcomponent:
      return 'T'
    case delimiters.repetition:
      return 'R'
    case delimiters.truncation:
      return 'P'
  }
  return undefined
}

function writeHexadecimal(ascii: string, mark: string): string {
  const digits = Array.from(ascii, (character) => character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0'))
  return `${mark}X${digits.join('')}${mark}`
}
