import { isaLength, readDelimiters, standardDelimiters } from './delimiters.js'
import { checkEnvelope } from './envelope.js'
import type { FunctionalGroup, Interchange } from './interchange.js'
import { Segment, type SegmentSource } from './segment.js'
import { decodeText, type SourceText } from './source-text.js'
import { Transaction } from './transaction.js'
import { X12Error } from './x12-error.js'

/** Options for parsing. */
export interface ParseOptions {
  /**
   * Whether to throw X12Error `invalid-envelope` for the first problem of the envelope. Default false; `checkEnvelope`
   * lists all problems.
   */
  readonly strict?: boolean
}

/**
 * Reads one interchange from text or bytes (UTF-8 or, if they are not valid UTF-8, Latin-1). Accepts any delimiters,
 * line ends after terminators, and white space, NUL, Ctrl-Z or a byte order mark around the interchange. Time and
 * memory grow linearly with the input; elements are not split until they are read. Throws X12Error: `no-header`,
 * `invalid-header`, `invalid-delimiters`, `several-interchanges`, and `invalid-envelope` if strict.
 */
export function parseInterchange(input: string | Uint8Array, options: ParseOptions = {}): Interchange {
  const [interchange, second] = parseInterchanges(input, options)
  if (interchange === undefined || second !== undefined) {
    throw new X12Error({
      code: 'several-interchanges',
      expected: 'one interchange',
      received: 'another ISA after the first',
      segment: 'ISA',
      example: 'parseInterchanges(input) reads them all',
      ...(second === undefined ? {} : { offset: second.header.offset }),
    })
  }
  return interchange
}

/**
 * Reads all consecutive interchanges of an input, at least one. Throws as `parseInterchange` does, except
 * `several-interchanges`.
 */
export function parseInterchanges(input: string | Uint8Array, options: ParseOptions = {}): Interchange[] {
  const decoded = decodeText(input)
  const interchanges: Interchange[] = []
  let from = 0
  do {
    const { interchange, end } = readInterchange(decoded, from)
    interchanges.push(interchange)
    from = end
  } while (from < decoded.text.length)
  if (options.strict === true) {
    for (const interchange of interchanges) {
      const problem = checkEnvelope(interchange)[0]
      if (problem === undefined) continue
      throw new X12Error({
        code: 'invalid-envelope',
        expected: problem.expected,
        received: problem.received,
        segment: problem.segment,
        ...(problem.element === undefined ? {} : { element: problem.element }),
        offset: problem.offset,
        example: 'checkEnvelope(parseInterchange(input)) lists all problems, without the option strict',
      })
    }
  }
  return interchanges
}

/**
 * Reads every transaction, ST to SE, of the interchanges in an input. Also reads a bare transaction without an
 * envelope: its element separator is the character after ST, and its other delimiters are `:`, `^` and `~`. If there is
 * no `~`, each line is a segment. Throws X12Error `no-header`, `invalid-header` or `invalid-delimiters`.
 */
export function parseTransactions(input: string | Uint8Array): Transaction[] {
  const decoded = decodeText(input)
  const start = skipBlanks(decoded.text, 0)
  const isBare = decoded.text.startsWith('ST', start) && /^[^A-Za-z0-9\s:^~]$/.test(decoded.text.charAt(start + 2))
  if (!isBare) return parseInterchanges(input).flatMap((interchange) => interchange.transactions)
  const element = decoded.text.charAt(start + 2)
  const segment = decoded.text.includes('~') ? '~' : (/[\r\n]/.exec(decoded.text.slice(start))?.[0] ?? '~')
  const delimiters = { ...standardDelimiters, element, segment }
  const source: SegmentSource = { text: decoded.text, delimiters, origin: decoded }
  return [...readBody(source, start).transactions]
}

/** Reads the ISA segment at the start of an input and ignores the rest; undefined if ISA is missing or malformed. */
export function readHeader(input: string | Uint8Array): Segment | undefined {
  const decoded = decodeText(input)
  const start = skipBlanks(decoded.text, 0)
  try {
    const source: SegmentSource = { text: decoded.text, delimiters: readDelimiters(decoded, start), origin: decoded }
    return new Segment(source, start, start + isaLength - 1)
  } catch (error) {
    if (error instanceof X12Error) return undefined
    throw error
  }
}

const MAX_STRAYS = 100
const CODE_I = 73
const CODE_G = 71
const CODE_S = 83

function readInterchange(decoded: SourceText, from: number): { interchange: Interchange; end: number } {
  const { text, charset } = decoded
  const start = skipBlanks(text, from)
  const source: SegmentSource = { text, delimiters: readDelimiters(decoded, start), origin: decoded }
  const header = new Segment(source, start, start + isaLength - 1)
  const { end, ...body } = readBody(source, start + isaLength, header)
  const own = from === 0 && end === text.length ? text : text.slice(from, end)
  return { interchange: { source, text: own, charset, header, ...body }, end }
}

type Body = Omit<Interchange, 'source' | 'text' | 'charset' | 'header'>

/** Reads segments up to the next ISA or the end of the text. */
function readBody(source: SegmentSource, from: number, header?: Segment): Body & { end: number } {
  const { text } = source
  const { element, segment: terminator } = source.delimiters
  const groups: FunctionalGroup[] = []
  const transactions: Transaction[] = []
  const strays: Segment[] = []
  const acknowledgments: Segment[] = []
  let trailer: Segment | undefined
  let terminated = true
  let group: { header: Segment | undefined; trailer: Segment | undefined; transactions: Transaction[] } | undefined
  let bounds: number[] | undefined

  const closeTransaction = (hasTrailer: boolean) => {
    if (bounds === undefined) return
    const transaction = new Transaction(source, bounds, hasTrailer, group?.header, header)
    bounds = undefined
    transactions.push(transaction)
    if (group === undefined) {
      group = { header: undefined, trailer: undefined, transactions: [] }
      groups.push(group)
    }
    group.transactions.push(transaction)
  }

  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (isBlank(code)) {
      at++
      continue
    }
    if (code === CODE_I && startsInterchange(text, at)) break
    let end = text.indexOf(terminator, at)
    if (end === -1) {
      terminated = false
      end = text.length
    }
    if (code === CODE_S && hasId(text, at, end, 'ST', element)) {
      closeTransaction(false)
      bounds = [at, end]
    } else if (code === CODE_S && hasId(text, at, end, 'SE', element) && bounds !== undefined) {
      bounds.push(at, end)
      closeTransaction(true)
    } else if (code === CODE_G && hasId(text, at, end, 'GS', element)) {
      closeTransaction(false)
      group = { header: new Segment(source, at, end), trailer: undefined, transactions: [] }
      groups.push(group)
    } else if (code === CODE_G && hasId(text, at, end, 'GE', element) && group?.header !== undefined) {
      closeTransaction(false)
      group.trailer = new Segment(source, at, end)
      group = undefined
    } else if (code === CODE_I && hasId(text, at, end, 'IEA', element) && trailer === undefined) {
      closeTransaction(false)
      group = undefined
      trailer = new Segment(source, at, end)
    } else if (bounds !== undefined) {
      bounds.push(at, end)
    } else if (hasId(text, at, end, 'TA1', element) && acknowledgments.length < MAX_STRAYS) {
      acknowledgments.push(new Segment(source, at, end))
    } else if (strays.length < MAX_STRAYS) {
      strays.push(new Segment(source, at, end))
    }
    at = end + 1
  }
  closeTransaction(false)
  return { groups, transactions, trailer, acknowledgments, strays, terminated, end: Math.min(at, text.length) }
}

function skipBlanks(text: string, from: number): number {
  let at = from
  while (at < text.length && isBlank(text.charCodeAt(at))) at++
  return at
}

/** Whether a character is a line end, space, tab, NUL, Ctrl-Z (an end-of-file mark) or a byte order mark. */
function isBlank(code: number): boolean {
  return code <= 32
    ? code === 10 || code === 13 || code === 32 || code === 9 || code === 0 || code === 26
    : code === 0xfeff
}

function hasId(text: string, at: number, end: number, id: string, element: string): boolean {
  if (!text.startsWith(id, at)) return false
  const next = at + id.length
  return next === end || text.charAt(next) === element
}

function startsInterchange(text: string, at: number): boolean {
  return text.startsWith('ISA', at) && /^[^A-Za-z0-9]$/.test(text.charAt(at + 3))
}
