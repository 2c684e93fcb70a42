import { bytesFromBase64 } from '@carebench/protocol/wire'

/** Number of characters that are decoded at once, and the number of bytes that two pieces of base64 have in common. */
const piece = 5_000
const common = 300

/** Maximum number of encodings in one another: a file in base64 may be JSON whose texts have escapes. */
const maxDepth = 2

/**
 * Yields what a text says when it is decoded, in pieces of limited length: texts in base64 as UTF-8 or ISO 8859-1, and
 * the text without the escapes of JSON, HL7, XML and addresses. Yields undefined where a reader may pause.
 */
export function* decodedTexts(text: string, depth = maxDepth): Iterable<string | undefined> {
  if (depth === 0) return
  for (const part of partsOf(text)) {
    for (const decode of [withoutEscapes, withoutHl7Escapes]) {
      const decoded = decode(part)
      if (decoded === part) continue
      yield decoded
      yield* decodedTexts(decoded, depth - 1)
    }
    yield undefined
  }
  for (const encoded of encodedIn(text)) {
    if (encoded === undefined) yield undefined
    for (const decoded of encoded === undefined ? [] : textsInBase64(encoded)) {
      yield decoded
      yield* decodedTexts(decoded, depth - 1)
    }
  }
}

/** Yields parts that overlap, so that no name is cut. */
function* partsOf(text: string): Iterable<string> {
  for (let start = 0; start < text.length; start += piece) yield text.slice(start, start + piece + common)
}

const escapes = /\\u([\da-fA-F]{4})|\\([bfnrt"\\/])|&#[xX]([\da-fA-F]{1,6});|&#(\d{1,7});|((?:%[\da-fA-F]{2}){1,2000})/g

function withoutEscapes(text: string): string {
  if (!/[\\&%]/.test(text)) return text
  return text.replaceAll(
    escapes,
    (whole: string, unicode?: string, control?: string, hex?: string, decimal?: string, address?: string) => {
      if (unicode !== undefined) return String.fromCharCode(Number.parseInt(unicode, 16))
      if (control !== undefined) return /[bfnrt]/.test(control) ? ' ' : control
      if (address !== undefined) return textOfBytes(bytesFromHex(address.replaceAll('%', ''))) ?? whole
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0x10ffff ? whole : String.fromCodePoint(code)
    },
  )
}

const hl7Escapes = /\\(?:X((?:[\da-f]{2}){1,2000})|[FSTREP]|([HN]|[CMZ]\w{0,20})|\.[a-z]{2}[+-]?\d{0,3})\\/gi

function withoutHl7Escapes(text: string): string {
  if (!text.includes('\\')) return text
  return text.replaceAll(hl7Escapes, (whole: string, hex?: string, format?: string) => {
    if (hex !== undefined) return textOfBytes(bytesFromHex(hex)) ?? whole
    return format === undefined ? ' ' : ''
  })
}

function bytesFromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16))
}

/**
 * Yields the words of a text that may be base64, long ones in pieces, and lines of it together; undefined where a
 * reader may pause.
 */
function* encodedIn(text: string): Iterable<string | undefined> {
  let read = 0
  for (let start = 0; start < text.length; ) {
    const part = text.slice(start, start + piece + 4 * common)
    const isLast = start + part.length === text.length
    let next = start + piece
    for (const { index, 0: word } of part.matchAll(/[\w+/-]{8,}/g)) {
      // A word that continues is read from its beginning, and then in pieces of whole groups of four.
      const isCut = !isLast && index > 0 && index + word.length === part.length
      if (isCut) next = start + index
      // A part may begin within a word that the part before it had as a whole.
      else if (start + index >= read) {
        if (mayBeBase64(word)) yield word
        if (index > 0 || word.length < part.length) read = start + index + word.length
      }
    }
    for (const [, lines = ''] of part.matchAll(/(?:^|\n)((?:[\w+/-]{60,}\r?\n)+[\w+/-]+)/g)) {
      yield lines.replaceAll(/\s/g, '')
    }
    start = next
    yield undefined
  }
}

/** Whether a word is more than letters of a language, or digits. */
function mayBeBase64(word: string): boolean {
  return !/^(?:[A-Z]?[a-z]+|[A-Z]+|\d+)$/.test(word)
}

function textsInBase64(encoded: string): Iterable<string> {
  const whole = encoded.length % 4 === 1 ? encoded.slice(0, -1) : encoded
  const bytes = bytesFromBase64(whole.replaceAll('-', '+').replaceAll('_', '/'))
  const text = textOfBytes(bytes)
  return text === undefined ? readableIn(utf8.decode(bytes)) : [text]
}

const utf8 = /* @__PURE__ */ new TextDecoder()

/** Returns bytes as UTF-8, or else as ISO 8859-1; in UTF-16, every other byte is 0. Undefined if they are no text. */
function textOfBytes(all: Uint8Array): string | undefined {
  const bytes = all.filter((byte) => byte !== 0)
  const text = utf8.decode(bytes)
  if (!unreadable.test(text)) return text
  // In a loop, because thousands of arguments are too many.
  let latin = ''
  for (const byte of bytes) latin += String.fromCharCode(byte)
  return unreadable.test(latin) ? undefined : latin
}

const unreadable = /[^\P{Cc}\t\n\r]|\ufffd/u

/** Yields the readable parts of bytes that are no text. Shorter ones would be numbers of somebody by chance. */
function readableIn(text: string): Iterable<string> {
  return text.split(/(?:[^\P{Cc}\t\n\r]|\ufffd)+/u).filter((part) => part.length >= 8)
}
