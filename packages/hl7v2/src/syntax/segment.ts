import type { Charset } from './charset.js'
import type { Delimiters } from './delimiters.js'
import { type Encoding, unescapeText } from './escape.js'
import { type FieldPath, toFieldPath } from './path.js'

/**
 * One line of a message, parsed on demand.
 *
 * Values are strings, null where the message has `""`, and undefined where it is empty.
 */
export class Segment {
  /** The line without its line end. */
  readonly text: string
  /**
   * The position in the message, counted from 1 (the header); for BHS, BTS, FHS and FTS, the line in the file, not
   * counting empty ones.
   */
  readonly position: number
  private readonly encoding: Encoding

  constructor(text: string, position: number, encoding: Encoding) {
    this.text = text
    this.position = position
    this.encoding = encoding
  }

  /** The delimiters of its message; for a batch trailer, those of the header before it or else of the messages. */
  get delimiters(): Delimiters {
    return this.encoding.delimiters
  }

  /** The character set in which its `\X..\` sequences are read: that of its message. */
  get charset(): Charset {
    return this.encoding.charset
  }

  /** The three characters that name the segment. */
  get name(): string {
    return this.text.slice(0, 3)
  }

  /** The number of fields in the segment, including empty ones; the separator of a header counts as its field 1. */
  get fieldCount(): number {
    const { field } = this.delimiters
    let count = isHeaderName(this.text) ? 1 : 0
    for (let at = this.text.indexOf(field, 3); at >= 0; at = this.text.indexOf(field, at + 1)) count++
    return count
  }

  /** The number of repetitions of a field; 0 if it is empty. */
  repetitionCount(field: number): number {
    const raw = readRawField(this.text, field, this.delimiters)
    if (raw === '') return 0
    return isWholeField(this.text, field) ? 1 : divide(raw, this.delimiters.repetition).length
  }

  /**
   * Reads the value at a path inside the segment, `F[r].C.S`, as `readValue` reads it in a message.
   *
   * Throws an `Hl7Error` `invalid-path` for any other form, including a number (use `'5'`, not 5).
   */
  read(path: string | FieldPath): string | null | undefined {
    return readField(this.text, toFieldPath(path), this.encoding)
  }

  /**
   * Reads the value at a path inside the segment in each repetition of its field, whichever repetition the path names;
   * empty if the field is. One call takes as long as dividing the field, however many repetitions it has.
   *
   * Throws an `Hl7Error` `invalid-path` as {@link Segment.read} does.
   */
  readRepetitions(path: string | FieldPath): (string | null | undefined)[] {
    const at = toFieldPath(path)
    const field = at.field === 0 ? this.text : readRawField(this.text, at.field, this.delimiters)
    if (field === '') return []
    if (at.field === 0 || isWholeField(this.text, at.field)) return [readField(this.text, at, this.encoding)]
    return divide(field, this.delimiters.repetition).map((one) => readRepetition(one, at, this.encoding))
  }
}

/** Whether a line is a header: field 1 is its separator, and field 2 is not divided. */
export function isHeaderName(line: string): boolean {
  return line.startsWith('MSH') || line.startsWith('BHS') || line.startsWith('FHS')
}

/** Reads the value at a position of a line: raw text if it has parts, unescaped text for a leaf. */
export function readField(line: string, at: FieldPath, encoding: Encoding): string | null | undefined {
  if (at.field === 0) return line
  const { delimiters } = encoding
  const field = readRawField(line, at.field, delimiters)
  if (field === '') return undefined
  if (at.field <= 2 && isWholeField(line, at.field)) {
    return at.repetition === 1 && at.component <= 1 && at.subcomponent <= 1 ? field : undefined
  }
  return readRepetition(selectPart(field, delimiters.repetition, at.repetition), at, encoding)
}

function readRepetition(repetition: string, at: FieldPath, encoding: Encoding): string | null | undefined {
  const { delimiters } = encoding
  let node = repetition
  if (at.component > 0) node = selectPart(node, delimiters.component, at.component)
  if (at.subcomponent > 0) node = selectPart(node, delimiters.subcomponent, at.subcomponent)
  if (node === '') return undefined
  if (node === '""') return null
  if (isDivided(node, delimiters)) return isBlank(node, delimiters) ? undefined : node
  return unescapeText(node, encoding)
}

/** Returns the raw text of a field with all its repetitions; the empty string if the line has no such field. */
export function readRawField(line: string, field: number, delimiters: Delimiters): string {
  const start = findFieldStart(line, field, delimiters.field)
  if (start < 0) return ''
  if (field === 1 && isHeaderName(line)) return line.charAt(3)
  const end = line.indexOf(delimiters.field, start)
  return end < 0 ? line.slice(start) : line.slice(start, end)
}

/** Returns the index of a field in its line; -1 if the line ends before it. Field 1 of a header is the separator. */
export function findFieldStart(line: string, field: number, separator: string): number {
  const header = isHeaderName(line)
  if (header && field === 1) return 3
  let at = 3
  for (let passed = header ? 2 : 1; passed < field; passed++) {
    at = line.indexOf(separator, at + 1)
    if (at < 0) return -1
  }
  return at < line.length ? at + 1 : -1
}

/** Splits a text at every separator; an undeclared separator does not split. */
export function divide(text: string, separator: string | undefined): string[] {
  return separator ? text.split(separator) : [text]
}

/** Whether a field is read literally, without unescaping or splitting: fields 1 and 2 of MSH, BHS and FHS. */
export function isWholeField(line: string, field: number): boolean {
  return field <= 2 && isHeaderName(line)
}

function selectPart(text: string, separator: string | undefined, number: number): string {
  if (separator === undefined) return number === 1 ? text : ''
  let start = 0
  for (let passed = 1; passed < number; passed++) {
    start = text.indexOf(separator, start) + 1
    if (start === 0) return ''
  }
  const end = text.indexOf(separator, start)
  return end < 0 ? (start === 0 ? text : text.slice(start)) : text.slice(start, end)
}

function isDivided(node: string, { component, subcomponent }: Delimiters): boolean {
  return node.includes(component) || (subcomponent !== undefined && node.includes(subcomponent))
}

/** Whether a node consists of separators only, such as `^^`, so that it has no value. */
function isBlank(node: string, { component, subcomponent }: Delimiters): boolean {
  for (let index = 0; index < node.length; index++) {
    const character = node.charAt(index)
    if (character !== component && character !== subcomponent) return false
  }
  return true
}
