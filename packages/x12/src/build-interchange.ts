import { canDivide, type Delimiters, isaWidths, standardDelimiters } from './delimiters.js'
import { type WriteOptions, writeSegment } from './segment-value.js'
import type { SegmentValue, TransactionValues } from './values.js'
import { quoteValue, X12Error } from './x12-error.js'

/** A trading partner: ISA qualifier (default `ZZ`, mutually defined) and identifier of at most 15 characters. */
export interface Partner {
  readonly qualifier?: string
  readonly id: string
}

/** What stands in ISA and GS. Time and numbers come from the caller; nothing is invented. */
export interface EnvelopeValues {
  readonly sender: Partner
  readonly receiver: Partner
  /** Milliseconds since 1970, written in UTC. */
  readonly at: number
  /** ISA13, 0 to 999999999. Groups count on from it: the first group has the same number. */
  readonly controlNumber: number
  /** ISA15: `T` test (default) or `P` production. */
  readonly usage?: 'T' | 'P'
  /** ISA14: whether a TA1 is asked for (default false). */
  readonly acknowledge?: boolean
}

/**
 * Writes an interchange of version 00501: ISA, a GS to GE for each run of transactions with the same functional
 * identifier and guide, ST to SE with counts and control numbers, IEA. The answer parses with a sound envelope.
 * Throws X12Error `invalid-value` for what cannot be written, naming segment and element, and `invalid-delimiters`.
 */
export function buildInterchange(
  envelope: EnvelopeValues,
  transactions: readonly TransactionValues[],
  options: WriteOptions = {},
): string {
  const write = (segment: SegmentValue) => writeSegment(segment, options)
  const control = interchangeNumber(envelope.controlNumber)
  const { date, time } = writeStamp(envelope.at)
  const parts = [writeIsa(envelope, control, date, time, options)]
  const groups = groupRuns(transactions)
  for (const [index, group] of groups.entries()) {
    const [first] = group
    if (first === undefined) continue
    const number = String((envelope.controlNumber + index) % 1_000_000_000)
    const { sender, receiver } = envelope
    parts.push(write(['GS', first.functionalId, sender.id, receiver.id, date, time, number, 'X', first.version]))
    for (const [place, transaction] of group.entries()) {
      const own = transaction.controlNumber ?? String(place + 1).padStart(4, '0')
      parts.push(write(['ST', transaction.id, own, transaction.version]))
      for (const segment of transaction.segments) {
        checkBody(segment)
        parts.push(write(segment))
      }
      parts.push(write(['SE', String(transaction.segments.length + 2), own]))
    }
    parts.push(write(['GE', String(group.length), number]))
  }
  parts.push(write(['IEA', String(groups.length), control]))
  return parts.join('')
}

/** Writes an interchange that holds only segments between ISA and IEA, as a TA1 stands. */
export function buildBareInterchange(
  envelope: EnvelopeValues,
  segments: readonly SegmentValue[],
  options: WriteOptions = {},
): string {
  const control = interchangeNumber(envelope.controlNumber)
  const { date, time } = writeStamp(envelope.at)
  const inner = segments.map((segment) => writeSegment(segment, options))
  const trailer = writeSegment(['IEA', '0', control], options)
  return [writeIsa(envelope, control, date, time, options), ...inner, trailer].join('')
}

/** A time (milliseconds since 1970) as X12 writes it in UTC: `CCYYMMDD` and `HHMM`. Throws X12Error `invalid-value`. */
export function writeStamp(at: number): { readonly date: string; readonly time: string } {
  const moment = new Date(at)
  const year = moment.getUTCFullYear()
  if (!(year >= 1900 && year <= 9999)) {
    throw new X12Error({
      code: 'invalid-value',
      expected: 'a time in milliseconds since 1970, in the years 1900 to 9999',
      received: String(at),
      example: '1767605400000 for 2026-01-05 09:30 UTC',
    })
  }
  const digits = moment.toISOString().replace(/\D/g, '')
  return { date: digits.slice(0, 8), time: digits.slice(8, 12) }
}

function writeIsa(
  envelope: EnvelopeValues,
  control: string,
  date: string,
  time: string,
  options: WriteOptions,
): string {
  const delimiters = options.delimiters ?? standardDelimiters
  checkDelimiters(delimiters)
  const { sender, receiver, usage = 'T', acknowledge = false } = envelope
  const values = [
    ...['00', '', '00', ''],
    ...[sender.qualifier ?? 'ZZ', sender.id, receiver.qualifier ?? 'ZZ', receiver.id],
    ...[date.slice(2), time, delimiters.repetition ?? 'U', delimiters.repetition === undefined ? '00401' : '00501'],
    ...[control, acknowledge ? '1' : '0', usage],
  ]
  const padded = values.map((value, index) => {
    const width = isaWidths[index] ?? 0
    const isPartner = index >= 4 && index <= 7
    if (value.length <= width && (!isPartner || /^[\x20-\x7e]+$/.test(value))) return value.padEnd(width)
    throw new X12Error({
      code: 'invalid-value',
      expected: `1 to ${width} printable characters`,
      received: quoteValue(value),
      segment: 'ISA',
      element: index + 1,
      example: "{ qualifier: 'ZZ', id: 'CLINIC' }",
    })
  })
  // The delimiters themselves may stand only in ISA11, which padding must not touch, so partners are checked alone.
  for (const index of [4, 5, 6, 7]) writeSegment(['ISA', padded[index]], { delimiters })
  const body = ['ISA', ...padded].join(delimiters.element)
  return `${body}${delimiters.element}${delimiters.component}${delimiters.segment}${options.lineEnd ?? ''}`
}

/** Refuses delimiters that would not be read back. */
function checkDelimiters({ element, component, repetition, segment }: Delimiters): void {
  const all = [element, component, segment, ...(repetition === undefined ? [] : [repetition])]
  if (all.every(canDivide) && new Set(all).size === all.length) return
  throw new X12Error({
    code: 'invalid-delimiters',
    expected: 'different delimiters of one character each, no letter, digit or space',
    received: quoteValue(all.join(' ')),
    example: "{ element: '*', component: ':', repetition: '^', segment: '~' }",
  })
}

/** Refuses a segment that would open or close an envelope inside a transaction. */
function checkBody([id]: SegmentValue): void {
  if (!envelopeIds.has(id)) return
  throw new X12Error({
    code: 'invalid-value',
    expected: 'segments that stand between ST and SE, as the envelope is written around them',
    received: quoteValue(id),
    segment: id,
    example: "segments: [['BHT', '0022', '13', 'R-1']], without ST and SE",
  })
}

const envelopeIds: ReadonlySet<string> = new Set(['ISA', 'IEA', 'GS', 'GE', 'ST', 'SE'])

function interchangeNumber(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value <= 999_999_999) return String(value).padStart(9, '0')
  throw new X12Error({
    code: 'invalid-value',
    expected: 'a control number from 0 to 999999999',
    received: String(value),
    segment: 'ISA',
    element: 13,
    example: '42',
  })
}

function groupRuns(transactions: readonly TransactionValues[]): TransactionValues[][] {
  const groups: TransactionValues[][] = []
  for (const transaction of transactions) {
    const last = groups.at(-1)
    const model = last?.[0]
    const joins = model?.functionalId === transaction.functionalId && model.version === transaction.version
    if (last !== undefined && joins) last.push(transaction)
    else groups.push([transaction])
  }
  return groups
}
