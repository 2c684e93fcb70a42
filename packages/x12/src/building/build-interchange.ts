import { finish } from '@carebench/protocol/wire'
import { namesGuideInHeader } from '../definitions/transaction-sets.js'
import { argumentError, requireList, requireRecord, showValue } from '../syntax/argument.js'
import { isaWidths, requireDelimiters, standardDelimiters } from '../syntax/delimiters.js'
import { type WriteOptions, writeSegment } from '../syntax/segment-value.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'

/** A trading partner: ISA qualifier (default `ZZ`, mutually defined) and identifier of at most 15 characters. */
export interface Partner {
  readonly qualifier?: string
  readonly id: string
}

/** The contents of ISA and GS. The caller supplies the time and the control numbers. */
export interface EnvelopeValues {
  readonly sender: Partner
  readonly receiver: Partner
  /** Milliseconds since 1970; formatted in UTC. */
  readonly at: number
  /** ISA13, 0 to 999999999. Groups are numbered consecutively from it; the first has the same number. */
  readonly controlNumber: number
  /** ISA15: `T` test (default) or `P` production. */
  readonly usage?: 'T' | 'P'
  /** ISA14: whether to request a TA1 (default false). */
  readonly acknowledge?: boolean
}

/**
 * Writes an interchange from ISA to IEA, of version 00501, or of 00401 if the delimiters have no repetition separator.
 * Consecutive transactions with the same functional identifier and guide share a functional group (GS to GE). Counts
 * and control numbers are computed, so that the result parses with a valid envelope; a `controlNumber` of your own must
 * have 4 to 9 letters or digits for that. Throws X12Error `invalid-value` with segment and element for a value that
 * cannot be written, including an empty identifier, version or control number, or a duplicate control number in a
 * group. Also throws `invalid-delimiters`.
 */
export function buildInterchange(
  envelope: EnvelopeValues,
  transactions: readonly TransactionValues[],
  options: WriteOptions = {},
): string {
  return finish(buildInterchangeInSteps(envelope, transactions, options))
}

/**
 * Does the same as `buildInterchange`, but in steps, so that other work can run between calls of `next()`. The values
 * must not change until the last step.
 */
export function* buildInterchangeInSteps(
  envelope: EnvelopeValues,
  transactions: readonly TransactionValues[],
  options: WriteOptions = {},
): Generator<undefined, string, undefined> {
  requireEnvelope(envelope)
  requireList(transactions, 'a list of transactions', '[buildEligibilityInquiry(inquiry)]')
  for (const transaction of transactions) requireValues(transaction)
  const write = (segment: SegmentValue) => writeSegment(segment, options)
  const control = writeControlNumber(envelope.controlNumber)
  const { date, time } = writeStamp(envelope.at)
  const parts = [writeIsa(envelope, control, date, time, options)]
  const groups = groupRuns(transactions)
  for (const [index, group] of groups.entries()) {
    const [first] = group
    if (first === undefined) continue
    const number = String((envelope.controlNumber + index) % 1_000_000_000)
    const { sender, receiver } = envelope
    parts.push(write(['GS', first.functionalId, sender.id, receiver.id, date, time, number, 'X', first.version]))
    const taken = new Set<string>()
    for (const [place, transaction] of group.entries()) {
      const setNumber = transaction.controlNumber ?? String(place + 1).padStart(4, '0')
      requireSetNumber(setNumber, taken)
      const { id, version, guideInHeader = namesGuideInHeader(id, version) } = transaction
      parts.push(write(guideInHeader ? ['ST', id, setNumber, version] : ['ST', id, setNumber]))
      for (const segment of transaction.segments) {
        requireBody(segment)
        parts.push(write(segment))
        if (parts.length % segmentsPerStep === 0) yield
      }
      parts.push(write(['SE', String(transaction.segments.length + 2), setNumber]))
    }
    parts.push(write(['GE', String(group.length), number]))
  }
  parts.push(write(['IEA', String(groups.length), control]))
  return parts.join('')
}

/** Number of segments written in one step. */
const segmentsPerStep = 128

/** Writes an interchange without functional groups, as required for a TA1. */
export function buildBareInterchange(
  envelope: EnvelopeValues,
  segments: readonly SegmentValue[],
  options: WriteOptions = {},
): string {
  requireEnvelope(envelope)
  const control = writeControlNumber(envelope.controlNumber)
  const { date, time } = writeStamp(envelope.at)
  const inner = segments.map((segment) => writeSegment(segment, options))
  const trailer = writeSegment(['IEA', '0', control], options)
  return [writeIsa(envelope, control, date, time, options), ...inner, trailer].join('')
}

/**
 * Formats a time (milliseconds since 1970) for X12, in UTC: `CCYYMMDD` and `HHMM`. Throws X12Error `invalid-value`
 * outside the years 1900 to 9999.
 */
export function writeStamp(at: number): { readonly date: string; readonly time: string } {
  const moment = new Date(typeof at === 'number' ? at : Number.NaN)
  const year = moment.getUTCFullYear()
  if (!(year >= 1900 && year <= 9999)) {
    throw new X12Error({
      code: 'invalid-value',
      expected: 'a time in milliseconds since 1970, in the years 1900 to 9999',
      received: showValue(at),
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
  requireDelimiters(delimiters)
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
    if (typeof value === 'string' && value.length <= width && (!isPartner || /^[\x20-\x7e]+$/.test(value)))
      return value.padEnd(width)
    throw new X12Error({
      code: 'invalid-value',
      expected: isPartner ? `1 to ${width} printable characters` : `at most ${width} characters`,
      received: showValue(value),
      segment: 'ISA',
      element: index + 1,
      example: "{ qualifier: 'ZZ', id: 'CLINIC' }",
    })
  })
  // ISA11 holds a delimiter, so only the partners are checked for delimiters.
  for (const index of [4, 5, 6, 7]) writeSegment(['ISA', padded[index]], { delimiters })
  const body = ['ISA', ...padded].join(delimiters.element)
  return `${body}${delimiters.element}${delimiters.component}${delimiters.segment}${options.lineEnd ?? ''}`
}

/** Throws an X12Error for a segment that would open or close an envelope inside a transaction. */
function requireBody(segment: SegmentValue): void {
  requireList(segment, 'a segment as a list', "['BHT', '0022', '13', 'R-1']")
  const [id] = segment
  if (!envelopeIds.has(id)) return
  throw new X12Error({
    code: 'invalid-value',
    expected: 'segments of the transaction body; ISA, GS, ST, SE, GE and IEA are written around them',
    received: showValue(id),
    segment: id,
    example: "segments: [['BHT', '0022', '13', 'R-1']], without ST and SE",
  })
}

const envelopeIds: ReadonlySet<string> = new Set(['ISA', 'IEA', 'GS', 'GE', 'ST', 'SE'])

function writeControlNumber(value: number): string {
  if (Number.isInteger(value) && value >= 0 && value <= 999_999_999) return String(value).padStart(9, '0')
  throw new X12Error({
    code: 'invalid-value',
    expected: 'a control number as a number from 0 to 999999999',
    received: showValue(value),
    segment: 'ISA',
    element: 13,
    example: '42',
  })
}

function requireEnvelope(envelope: EnvelopeValues): void {
  const example = "{ sender: { id: 'CLINIC' }, receiver: { id: 'PLAN' }, at: 1767605400000, controlNumber: 42 }"
  requireRecord(envelope, 'the values of an envelope', example)
  requireRecord(envelope.sender, 'a sender', example)
  requireRecord(envelope.receiver, 'a receiver', example)
}

/** Throws an X12Error for empty values that GS and ST require. */
function requireValues(values: TransactionValues): void {
  const example = "{ id: '270', version: '005010X279A1', functionalId: 'HS', segments: [['BHT', '0022', '13', 'R-1']] }"
  requireRecord(values, 'a transaction as values', example)
  const { id, version, functionalId, segments } = values
  requireList(segments, 'segments as a list', example)
  const places = [
    ['an id', id, 'ST', 1],
    ['a version', version, 'GS', 8],
    ['a functionalId', functionalId, 'GS', 1],
  ] as const
  for (const [what, value, segment, element] of places) {
    if (typeof value === 'string' && value !== '') continue
    throw argumentError(`${what} of the transaction`, value, example, { segment, element })
  }
}

/** Throws an X12Error for an invalid ST02, or one that an earlier transaction of the group already uses. */
function requireSetNumber(number: string, taken: Set<string>): void {
  const isValid = typeof number === 'string' && number.length >= 1 && number.length <= 9
  if (isValid && !taken.has(number)) {
    taken.add(number)
    return
  }
  const expected = isValid ? 'a controlNumber that is unique in its group' : 'a controlNumber of 1 to 9 characters'
  throw argumentError(expected, number, "'0001', or none to number them in order", { segment: 'ST', element: 2 })
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
