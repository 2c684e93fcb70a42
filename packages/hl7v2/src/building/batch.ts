import { argumentError, isRecord, requireBytes } from '../syntax/argument.js'
import { byteLength, type Charset, charsetFor, decodeText, requireCharset } from '../syntax/charset.js'
import { type Delimiters, standardDelimiters } from '../syntax/delimiters.js'
import { Hl7Error, quote } from '../syntax/error.js'
import { findHeaderStart, readDeclaredCharset, readHeaderDelimiters } from '../syntax/header.js'
import type { Issue } from '../syntax/issue.js'
import { scanLines } from '../syntax/lines.js'
import { type Message, type ParseOptions, parseText, requireMessage } from '../syntax/message.js'
import { stripFrame } from '../syntax/mllp.js'
import { Segment } from '../syntax/segment.js'
import { type SegmentFields, writeSegment } from './build.js'

/** Messages sent together: those between BHS and BTS, or consecutive messages without them. */
export interface BatchGroup {
  readonly header: Segment | undefined
  readonly messages: readonly Message[]
  readonly trailer: Segment | undefined
}

/** A file of batches, `[FHS] [{ [BHS] [{ message }] [BTS] }] [FTS]`, with at least an FHS, a BHS or a message. */
export interface Batch {
  /** The whole text as received, without an MLLP frame. */
  readonly text: string
  readonly fileHeader: Segment | undefined
  readonly groups: readonly BatchGroup[]
  readonly fileTrailer: Segment | undefined
}

const example = 'FHS|^~\\&<CR>BHS|^~\\&<CR>MSH|^~\\&|...<CR>BTS|1<CR>FTS|1<CR>'
const envelope = /^(?:FHS|BHS|BTS|FTS|MSH)(?![A-Za-z0-9])/

/**
 * Reads a batch, or several messages in a row, or one message, from text or bytes.
 *
 * Throws an `Hl7Error` as `parseMessage` does for one of its messages (`offset` counts from the start of the whole
 * input), `empty` if there is neither a message nor an FHS or BHS, `invalid-segment` for a misplaced envelope segment
 * or a line before the first header, and `invalid-encoding` for bytes whose messages name different character sets.
 * Does not check the trailer counts; see `checkBatch`.
 */
export function parseBatch(input: string | Uint8Array, options: ParseOptions = {}): Batch {
  requireCharset(options.charset)
  if (typeof input !== 'string') requireBytes(input, 'a string or a Uint8Array')
  const declared = typeof input === 'string' || options.charset !== undefined ? '' : readDeclaredCharset(input)
  const charset = options.charset ?? charsetFor(declared)
  const whole = typeof input === 'string' ? input : decodeText(input, charset, declared)
  const text = stripFrame(whole)
  const framed = whole.charCodeAt(0) === 0x0b ? 1 : 0
  const offsetCharset = typeof input === 'string' ? 'utf-8' : charset
  const batch = readBatch(text, options.charset, (index) => byteLength(text, index, offsetCharset) + framed)
  if (typeof input !== 'string') checkCharsets(batch, charset, framed)
  return batch
}

/** Throws an `Hl7Error` for a message with characters beyond ASCII in another set than the bytes were decoded in. */
function checkCharsets(batch: Batch, charset: Charset, framed: number): void {
  for (const { messages } of batch.groups) {
    for (const message of messages) {
      if (message.charset === charset || !/[^\0-\x7f]/.test(message.text)) continue
      throw new Hl7Error({
        code: 'invalid-encoding',
        expected: 'one character set in a batch',
        received: `${message.charset} after ${charset}`,
        segment: 'MSH',
        field: 18,
        offset: byteLength(batch.text, batch.text.indexOf(message.text), charset) + framed,
        example: 'the same MSH-18 in every message, or one file for each character set.',
      })
    }
  }
}

/** Returns the text of a batch, exactly as it was read but without an MLLP frame. */
export function serializeBatch(batch: Batch): string {
  requireBatch(batch)
  return batch.text
}

function requireBatch(value: unknown): void {
  if (isRecord(value) && Array.isArray(value.groups) && typeof value.text === 'string') return
  throw argumentError('a batch (parseBatch makes one)', value, 'checkBatch(parseBatch(input))')
}

interface OpenGroup {
  header: Segment | undefined
  messages: Message[]
  trailer: Segment | undefined
}

function readBatch(text: string, charset: ParseOptions['charset'], byteOffset: (index: number) => number): Batch {
  const { starts, ends } = scanLines(text, findHeaderStart(text))
  const groups: OpenGroup[] = []
  let fileHeader: Segment | undefined
  let fileTrailer: Segment | undefined
  let open: OpenGroup | undefined
  let messageStart = -1
  let delimiters: Delimiters | undefined
  let fileDelimiters: Delimiters | undefined

  const group = (): OpenGroup => {
    if (open !== undefined) return open
    open = { header: undefined, messages: [], trailer: undefined }
    groups.push(open)
    return open
  }
  const finishMessage = (end: number) => {
    if (messageStart < 0) return
    const start = messageStart
    const message = parseText(text.slice(start, end), charset, (index) => byteOffset(start + index))
    group().messages.push(message)
    messageStart = -1
  }

  for (let index = 0; index < starts.length; index++) {
    const start = starts[index] ?? 0
    const name = envelope.exec(text.slice(start, start + 4))?.[0]
    if (fileTrailer !== undefined) {
      if (text.slice(start, ends[index]).trim() === '') continue
      throw misplacedError(text.slice(start, ends[index]), 'nothing after FTS', byteOffset(start))
    }
    if (name === undefined) {
      if (messageStart >= 0 || text.slice(start, ends[index]).trim() === '') continue
      throw misplacedError(text.slice(start, ends[index]), 'MSH, FHS, BHS, BTS or FTS', byteOffset(start))
    }
    finishMessage(start)
    const line = text.slice(start, ends[index])
    if (name === 'FHS' || name === 'BHS') delimiters = readHeaderDelimiters(line, () => byteOffset(start))
    else if (name === 'FTS') delimiters = fileDelimiters ?? delimiters
    // A trailer without a header of its own uses the delimiters of the messages before it.
    const last = delimiters ?? open?.messages.at(-1)?.delimiters ?? standardDelimiters
    const segment = new Segment(line, index + 1, { delimiters: last, charset: charset ?? 'utf-8' })
    switch (name) {
      case 'MSH':
        messageStart = start
        break
      case 'FHS':
        if (index > 0) throw misplacedError(line, 'FHS only at the very start', byteOffset(start))
        fileHeader = segment
        fileDelimiters = delimiters
        break
      case 'BHS':
        open = { header: segment, messages: [], trailer: undefined }
        groups.push(open)
        break
      case 'BTS':
        if (open === undefined) throw misplacedError(line, 'BTS only after BHS or a message', byteOffset(start))
        open.trailer = segment
        open = undefined
        delimiters = fileDelimiters
        break
      case 'FTS':
        fileTrailer = segment
        open = undefined
    }
  }
  finishMessage(text.length)
  if (starts.length === 0 || (groups.length === 0 && fileHeader === undefined)) {
    throw new Hl7Error({ code: 'empty', expected: 'a batch', received: 'no header segment', offset: 0, example })
  }
  return { text, fileHeader, groups, fileTrailer }
}

/**
 * Compares the trailer counts (BTS-1 messages, FTS-1 batches) with the actual numbers, and reports headers without a
 * trailer. An empty count is not an issue.
 */
export function checkBatch(batch: Batch): Issue[] {
  requireBatch(batch)
  const issues: Issue[] = []
  const compare = (trailer: Segment | undefined, occurrence: number, what: string, present: number) => {
    const counted = trailer?.read('1')
    if (typeof counted !== 'string' || (/^\d+$/.test(counted) && Number(counted) === present)) return
    const message = `Expected the count ${present} of the ${what} present, got ${quote(counted)}.`
    issues.push({ code: 102, segment: trailer?.name ?? '', occurrence, field: 1, message })
  }
  const missing = (segment: string, occurrence: number, header: string) => {
    issues.push({ code: 100, segment, occurrence, message: `Expected ${segment} to close ${header}, got none.` })
  }
  batch.groups.forEach((group, index) => {
    compare(group.trailer, index + 1, 'messages', group.messages.length)
    if (group.header !== undefined && group.trailer === undefined) missing('BTS', index + 1, 'BHS')
  })
  compare(batch.fileTrailer, 1, 'batches', batch.groups.length)
  if (batch.fileHeader !== undefined && batch.fileTrailer === undefined) missing('FTS', 1, 'FHS')
  return issues
}

/** The contents from which a batch is built. */
export interface BatchValue {
  /** The fields of FHS from 3 on. */
  readonly fileHeader?: SegmentFields
  readonly groups: readonly { readonly header?: SegmentFields; readonly messages: readonly Message[] }[]
}

/**
 * Builds a batch file with headers, and trailers with correct counts. Envelope segments end with CR.
 *
 * Throws an `Hl7Error` as `buildMessage` does.
 */
export function buildBatch(value: BatchValue, delimiters: Delimiters = standardDelimiters): Batch {
  const good = '{ groups: [{ messages: [message] }] }'
  if (!isRecord(value) || !Array.isArray(value.groups)) throw argumentError('groups of messages', value, good)
  let text = `${writeSegment('FHS', value.fileHeader ?? {}, delimiters)}\r`
  const separator = delimiters.field
  for (const group of value.groups) {
    if (!Array.isArray(group?.messages)) throw argumentError('a group of messages', group, good)
    const { header, messages } = group
    text += `${writeSegment('BHS', header ?? {}, delimiters)}\r`
    for (const message of messages) {
      requireMessage(message)
      // White space and a byte order mark are skipped only before the first header.
      const trimmed = message.text.slice(findHeaderStart(message.text))
      text += /[\r\n]$/.test(trimmed) ? trimmed : `${trimmed}\r`
    }
    text += `BTS${separator}${messages.length}\r`
  }
  text += `FTS${separator}${value.groups.length}\r`
  return readBatch(text, undefined, (index) => byteLength(text, index, 'utf-8'))
}

function misplacedError(line: string, expected: string, offset: number): Hl7Error {
  return new Hl7Error({
    code: 'invalid-segment',
    expected,
    received: quote(line),
    segment: line.slice(0, 3),
    offset,
    example,
  })
}
