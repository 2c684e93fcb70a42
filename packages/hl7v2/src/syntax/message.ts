import { argumentError, isRecord, requireBytes, requireText } from './argument.js'
import { byteLength, type Charset, charsetFor, decodeText, encodeText, readLatin1, requireCharset } from './charset.js'
import type { Delimiters } from './delimiters.js'
import { Hl7Error, quote } from './error.js'
import { findHeaderStart, firstLine, readDeclaredCharset, readHeaderCharset, readHeaderDelimiters } from './header.js'
import { encodeName, encodeNameAt, type Lines, scanLines } from './lines.js'
import { stripFrame } from './mllp.js'
import { type Path, toPath } from './path.js'
import { readField, Segment } from './segment.js'

/** How bytes are decoded. */
export interface ParseOptions {
  /** The character set of the message, overriding MSH-18; default: the one in MSH-18, else UTF-8. */
  readonly charset?: Charset
}

const example = 'MSH|^~\\&|SENDER|CLINIC|RECEIVER|LAB|20260105090000||ADT^A01^ADT_A01|1|P|2.5.1'
const envelopeNames: readonly string[] = ['MSH', 'FHS', 'BHS', 'BTS', 'FTS']
/** The maximum number of characters kept in an error about an invalid segment name. */
const maxNameLength = 8

/**
 * One immutable message: its text and the positions of its segments. Fields are read from the text on demand.
 *
 * Created by `parseMessage`, `parseHeader`, `parseBatch`, `buildMessage`, `setValue` and `buildAck`.
 */
export class Message {
  /** The whole text as received, including line ends but not the MLLP frame. */
  readonly text: string
  /** The delimiters that MSH-1 and MSH-2 declare. */
  readonly delimiters: Delimiters
  private readonly lines: Lines
  private readonly codes: readonly number[]
  /** The character set requested when parsing, if any. */
  readonly statedCharset: Charset | undefined
  private knownCharset: Charset | undefined

  constructor(text: string, charset: Charset | undefined, delimiters: Delimiters, lines: Lines, codes: number[]) {
    this.text = text
    this.statedCharset = charset
    this.knownCharset = charset
    this.delimiters = delimiters
    this.lines = lines
    this.codes = codes
  }

  /** The character set from the parse options, else from MSH-18, else UTF-8. */
  get charset(): Charset {
    this.knownCharset ??= readHeaderCharset(this.line(0), this.delimiters)
    return this.knownCharset
  }

  /** The number of segments, including the header. */
  get segmentCount(): number {
    return this.codes.length
  }

  /**
   * Message code and trigger event of MSH-9, always joined by `^`, whatever the delimiters: `ADT^A01`; `ACK` without
   * event.
   */
  get messageType(): string {
    const code = this.read('MSH-9.1') ?? ''
    const event = this.read('MSH-9.2') ?? ''
    return event === '' ? code : `${code}^${event}`
  }

  /** MSH-10, or the empty string. */
  get controlId(): string {
    return this.read('MSH-10.1') ?? ''
  }

  /** The version in MSH-12.1, or the empty string. */
  get version(): string {
    return this.read('MSH-12.1') ?? ''
  }

  /** Reads a value; the same as `readValue(message, path)`. */
  read(path: string | Path): string | null | undefined {
    const compiled = toPath(path)
    const index = this.indexOf(compiled)
    return index < 0 ? undefined : readField(this.line(index), compiled, this)
  }

  /** Returns the position of the segment that a path selects, counted from 1 (the header); 0 if there is none. */
  find(path: Path): number {
    return this.indexOf(path) + 1
  }

  private indexOf(path: Path): number {
    const code = encodeName(path.segment)
    const { codes } = this
    const { condition } = path
    let remaining = path.occurrence
    for (let index = 0; index < codes.length; index++) {
      if (codes[index] !== code) continue
      if (condition === undefined) {
        if (--remaining === 0) return index
      } else {
        const value = readField(this.line(index), condition.at, this)
        if (value === condition.equals || (value === null && condition.equals === '""')) return index
      }
    }
    return -1
  }

  /** Returns the segment at a position counted from 1 (the header), or undefined. */
  segment(position: number): Segment | undefined {
    return position - 1 in this.codes ? new Segment(this.line(position - 1), position, this) : undefined
  }

  /** Returns all segments in order, or those of one name. */
  segments(name?: string): Segment[] {
    if (name !== undefined) requireText(name, 'OBX')
    const found: Segment[] = []
    const code = name === undefined ? undefined : encodeNameAt(name, 0, name.length, -1)
    for (let index = 0; index < this.codes.length; index++) {
      if (code !== undefined && this.codes[index] !== code) continue
      found.push(new Segment(this.line(index), index + 1, this))
    }
    return found
  }

  /** Returns the start and end in `text` of the segment at a position counted from 1, excluding its line end. */
  range(position: number): { readonly start: number; readonly end: number } {
    return { start: this.lines.starts[position - 1] ?? 0, end: this.lines.ends[position - 1] ?? 0 }
  }

  private line(index: number): string {
    return this.text.slice(this.lines.starts[index], this.lines.ends[index])
  }
}

/**
 * Reads one message from text or bytes; fields are not parsed yet.
 *
 * Lines end with CR, LF or CRLF; empty lines, white space and a byte order mark before the header, and an enclosing
 * MLLP frame are skipped. Throws an `Hl7Error`: `empty`, `no-header`, `invalid-delimiters`, `invalid-segment`,
 * `invalid-encoding`, `several-messages` for a batch, which `parseBatch` reads, `invalid-frame` for several MLLP
 * frames, which `createFrameReader` splits, or `invalid-value` for an input or a character set of the wrong type.
 */
export function parseMessage(input: string | Uint8Array, options: ParseOptions = {}): Message {
  requireCharset(options.charset)
  if (typeof input === 'string') return parseFramed(input, options.charset, 'utf-8')
  requireBytes(input, 'a string or a Uint8Array')
  const declared = options.charset === undefined ? readDeclaredCharset(input) : ''
  const charset = options.charset ?? charsetFor(declared)
  const message = parseFramed(decodeText(input, charset, declared), options.charset, charset)
  // MSH-18 is searched only in the first 64 KiB, and the header may be beyond.
  if (message.charset === charset) return message
  return parseFramed(decodeText(input, message.charset), undefined, message.charset)
}

/**
 * Throws an `Hl7Error` `invalid-value` for anything but a message; one from another copy of this package is accepted.
 */
export function requireMessage(value: unknown): void {
  if (value instanceof Message || (isRecord(value) && 'segmentCount' in value && 'text' in value)) return
  throw argumentError('a message (parseMessage makes one)', value, 'checkStructure(parseMessage(input))')
}

function parseFramed(whole: string, stated: Charset | undefined, counted: Charset): Message {
  const text = stripFrame(whole)
  // Removing a frame drops one byte at the front; dropping bytes at the end shifts no offsets.
  const framed = whole.charCodeAt(0) === 0x0b ? 1 : 0
  return parseText(text, stated, (index) => byteLength(text, index, counted) + framed)
}

/**
 * Reads only the header, so that a message whose other segments are malformed can still be acknowledged.
 *
 * Returns undefined if the header cannot be read either. Never throws.
 */
export function parseHeader(input: string | Uint8Array): Message | undefined {
  try {
    if (typeof input !== 'string') requireBytes(input)
    const text = stripFrame(typeof input === 'string' ? input : readLatin1(input.subarray(0, 65_536)))
    const line = firstLine(text)
    if (!line.startsWith('MSH')) return undefined
    // Bytes are decoded again, because the header itself may have characters beyond ASCII.
    if (typeof input === 'string') return parseMessage(line)
    const start = text.indexOf(line) + (input[0] === 0x0b ? 1 : 0)
    return parseMessage(input.subarray(start, start + line.length))
  } catch {
    return undefined
  }
}

/** Returns the text of a message, exactly as it was read but without an MLLP frame. */
export function serializeMessage(message: Message): string {
  requireMessage(message)
  return message.text
}

/**
 * Encodes a message in its character set. Throws an `Hl7Error` `invalid-encoding` for a character that the set lacks,
 * and for half of a surrogate pair.
 */
export function encodeMessage(message: Message): Uint8Array {
  requireMessage(message)
  return encodeText(message.text, message.charset)
}

/**
 * Reads the value at a path, `SEG[n].F[r].C.S`.
 *
 * A divided node returns its raw text, a leaf its unescaped text; `X.1` of an undivided field is the field itself;
 * `""` returns null; an empty or missing value returns undefined. Throws an `Hl7Error` `invalid-path`.
 */
export function readValue(message: Message, path: string | Path): string | null | undefined {
  requireMessage(message)
  return message.read(path)
}

/** Reads a message from text without a frame. `byteOffset` converts an index of the text to an offset for errors. */
export function parseText(text: string, charset: Charset | undefined, byteOffset: (index: number) => number): Message {
  const start = findHeaderStart(text)
  const lines = scanLines(text, start)
  const { starts, ends } = lines
  if (starts.length === 0) {
    throw new Hl7Error({
      code: 'empty',
      expected: 'a message',
      received: 'nothing',
      segment: 'MSH',
      offset: 0,
      example,
    })
  }
  const first = text.slice(start, Math.min(ends[0] ?? start, start + 64))
  if (!first.startsWith('MSH')) throw headerError(first, byteOffset(start))
  const delimiters = readHeaderDelimiters(text.slice(start, ends[0] ?? start), () => byteOffset(start))
  const separator = delimiters.field.charCodeAt(0)
  const codes: number[] = []
  for (let index = 0; index < starts.length; index++) {
    const from = starts[index] ?? 0
    const to = ends[index] ?? 0
    const code = encodeNameAt(text, from, to, separator)
    if (code < 0) {
      if (text.slice(from, to).trim() === '') continue
      throw segmentError(text.slice(from, to), delimiters.field, codes.length + 1, byteOffset(from))
    }
    if (index > 0 && isEnvelope(text, from, code)) throw severalMessagesError(text, from, byteOffset(from))
    // Blank lines leave gaps, which are closed here in place.
    starts[codes.length] = from
    ends[codes.length] = to
    codes.push(code)
  }
  return new Message(text, charset, delimiters, lines, codes)
}

/** Whether a segment belongs to the envelope of a batch, or begins another message. */
function isEnvelope(text: string, start: number, code: number): boolean {
  const last = code & 0xff
  // A cheap check first: all five names end with H or S, few others do.
  return (last === 72 || last === 83) && envelopeNames.includes(text.slice(start, start + 3))
}

function headerError(line: string, offset: number): Hl7Error {
  if (/^(?:FHS|BHS)/.test(line)) return severalMessagesError(line, 0, offset)
  return new Hl7Error({
    code: 'no-header',
    expected: 'the header segment MSH first',
    received: quote(line),
    segment: 'MSH',
    offset,
    example,
  })
}

function severalMessagesError(text: string, at: number, offset: number): Hl7Error {
  const name = text.slice(at, at + 3)
  return new Hl7Error({
    code: 'several-messages',
    expected: 'one message (parseBatch reads several)',
    received: `a segment ${name} of a batch`,
    segment: name,
    offset,
    example: 'const { groups } = parseBatch(input)',
  })
}

function segmentError(line: string, separator: string, position: number, offset: number): Hl7Error {
  const first = line.charCodeAt(0)
  if (first === 0x0b || first === 0x1c) {
    return new Hl7Error({
      code: 'invalid-frame',
      expected: 'one message in one frame (createFrameReader cuts a stream of them)',
      received: `the byte ${first === 0x0b ? '0B' : '1C'} before segment ${position}`,
      position,
      offset,
      example: 'const frames = createFrameReader().push(bytes)',
    })
  }
  const name = line.split(separator, 1)[0] || line
  return new Hl7Error({
    code: 'invalid-segment',
    expected: `segment ${position} to begin with three upper-case letters or digits and the field separator`,
    received: quote(line),
    // Truncated between characters, so that it can be written in an acknowledgment.
    segment: Array.from(name.slice(0, 2 * maxNameLength))
      .slice(0, maxNameLength)
      .join(''),
    position,
    offset,
    example: 'PID|1||12345^^^CLINIC^MR||DOE^JANE',
  })
}
