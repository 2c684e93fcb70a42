import { argumentError, isBytes } from './argument.js'

/** The encoding of decoded bytes: UTF-8 if they are valid, else ISO 8859-1 with one character per byte. */
export type Charset = 'utf-8' | 'iso-8859-1'

const CHUNK = 8192
const STEP = 1024

/** Decoded text from which byte positions in the input can be computed. */
export class SourceText {
  /**
   * The number of bytes before each STEP-th character, computed on first use, so that looking up many offsets is cheap.
   */
  #checkpoints: number[] | undefined

  constructor(
    readonly text: string,
    readonly charset: Charset,
  ) {}

  /** Returns the number of bytes before the character at `index`. */
  byteOffset(index: number): number {
    if (this.charset === 'iso-8859-1') return index
    this.#checkpoints ??= countCheckpoints(this.text)
    const step = Math.floor(index / STEP)
    return (this.#checkpoints[step] ?? 0) + countBytes(this.text, step * STEP, index)
  }
}

/**
 * Decodes bytes to text without loss: `encodeText` restores the same bytes. A string is used unchanged. Throws X12Error
 * `invalid-value` for anything else.
 */
export function decodeText(input: string | Uint8Array): SourceText {
  if (typeof input === 'string') return new SourceText(input, 'utf-8')
  if (!isBytes(input)) throw argumentError('a string or a Uint8Array', input, 'new Uint8Array(buffer)')
  try {
    return new SourceText(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(input), 'utf-8')
  } catch {
    const parts: string[] = []
    for (let at = 0; at < input.length; at += CHUNK) parts.push(String.fromCharCode(...input.subarray(at, at + CHUNK)))
    return new SourceText(parts.join(''), 'iso-8859-1')
  }
}

/** Encodes text as bytes; the inverse of `decodeText`. */
export function encodeText(text: string, charset: Charset): Uint8Array {
  if (charset === 'utf-8') return new TextEncoder().encode(text)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at)
  return bytes
}

function countCheckpoints(text: string): number[] {
  const checkpoints = [0]
  let total = 0
  for (let at = STEP; at <= text.length; at += STEP) {
    total += countBytes(text, at - STEP, at)
    checkpoints.push(total)
  }
  return checkpoints
}

function countBytes(text: string, from: number, to: number): number {
  let bytes = 0
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x80) bytes += 1
    else if (code < 0x800) bytes += 2
    else if (isLow(code) && isHigh(text.charCodeAt(at - 1))) bytes += 1
    else bytes += 3
  }
  return bytes
}

// A surrogate pair takes four bytes: three are counted for its first half and one for its second.
function isHigh(code: number) {
  return code >= 0xd800 && code < 0xdc00
}

function isLow(code: number) {
  return code >= 0xdc00 && code < 0xe000
}
