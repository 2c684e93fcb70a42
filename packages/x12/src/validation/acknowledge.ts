import { finish, type Steps } from '@carebench/protocol/wire'
import {
  buildBareInterchange,
  buildInterchangeInSteps,
  type EnvelopeValues,
  type Partner,
  writeStamp,
} from '../building/build-interchange.js'
import type { TransactionSet } from '../definitions/transaction-set.js'
import { transactionSets } from '../definitions/transaction-sets.js'
import { isBytes, requireRecord } from '../syntax/argument.js'
import { checkGroup, checkInterchange, checkRepeatedSets } from '../syntax/envelope.js'
import { excerpt } from '../syntax/excerpt.js'
import { type FunctionalGroup, type Interchange, requireInterchange } from '../syntax/interchange.js'
import { parseInterchange, readHeader } from '../syntax/parse.js'
import { listProblems, maxProblems, type X12Problem } from '../syntax/problem.js'
import type { Segment } from '../syntax/segment.js'
import type { Transaction } from '../syntax/transaction.js'
import type { SegmentValue, TransactionValues } from '../syntax/values.js'
import { X12Error } from '../syntax/x12-error.js'
import { problemNotes } from './problem-note.js'
import { validateInSteps } from './validate.js'

/** Options for {@link acknowledge}. */
export interface AcknowledgeOptions {
  /** The time of the acknowledgment, in milliseconds since 1970. */
  readonly at: number
  /** The control number of the acknowledgment's envelope. */
  readonly controlNumber: number
  /** The transaction sets to validate against; default: all sets of this package. */
  readonly sets?: readonly TransactionSet[]
  /** The sender of the acknowledgment if ISA cannot be read; default `UNKNOWN`. */
  readonly sender?: Partner
  /** The receiver of the acknowledgment if ISA cannot be read; default `UNKNOWN`. */
  readonly receiver?: Partner
}

/** The verdict on one transaction. */
export interface TransactionVerdict {
  readonly transaction: Transaction
  readonly accepted: boolean
  /** At most 1,000 problems. Also empty for a rejected transaction if 10,000 problems of the interchange precede it. */
  readonly problems: readonly X12Problem[]
}

/** The acknowledgment of an interchange. */
export interface Acknowledgment {
  /** `TA1` for an invalid envelope; `none` for an interchange without transactions other than 999s; otherwise `999`. */
  readonly kind: 'TA1' | '999' | 'none'
  /** Whether everything was accepted. */
  readonly accepted: boolean
  /** The acknowledgment as an interchange; empty for `none`. */
  readonly text: string
  /** The problems of the envelope (at most 1,000) and of all transactions, at most 10,000 in total. */
  readonly problems: readonly X12Problem[]
  /** The verdicts in order; empty for a TA1. */
  readonly transactions: readonly TransactionVerdict[]
  /** The reason if the input could not be read at all. */
  readonly error?: X12Error
}

/** Maximum number of problems per interchange, which limits the size of an acknowledgment. */
const maxListed = 10_000

/**
 * Acknowledges an interchange: with a TA1 if its envelope is invalid, else with a 999 for each functional group, which
 * names the segment (IK3) and element (IK4) of each problem. Functional groups of 999 (FA) are not acknowledged. An
 * input with several interchanges is rejected with one TA1 to the sender of the first, and `error`; to acknowledge
 * each, use `parseInterchanges(input).map((each) => acknowledge(each, options))`.
 *
 * At most 1,000 problems per transaction and 10,000 per interchange are reported; every transaction still gets its
 * verdict and IK5. Accepts any text or bytes. Throws X12Error `invalid-value` only for arguments of the wrong type, and
 * for values of `at`, `controlNumber`, `sender` and `receiver` that cannot be written.
 */
export function acknowledge(input: string | Uint8Array | Interchange, options: AcknowledgeOptions): Acknowledgment {
  return finish(acknowledgeInSteps(input, options))
}

/**
 * Does the same as `acknowledge`, but in steps, so that other work can run between calls of `next()`. The input must
 * not change until the last step. Text is parsed in a single step; pass a parsed interchange to avoid that.
 */
export function* acknowledgeInSteps(
  input: string | Uint8Array | Interchange,
  options: AcknowledgeOptions,
): Generator<undefined, Acknowledgment, undefined> {
  requireRecord(
    options,
    'the time and the control number of the acknowledgment',
    '{ at: 1767605400000, controlNumber: 7 }',
  )
  const isText = typeof input === 'string' || isBytes(input)
  if (!isText) requireInterchange(input)
  let interchange: Interchange
  try {
    interchange = isText ? parseInterchange(input) : input
  } catch (error) {
    if (!(error instanceof X12Error)) throw error
    return reject(isText ? readHeader(input) : undefined, '022', { problems: [], error }, options)
  }
  const broken = listProblems(checkInterchange(interchange))
  const [first] = broken
  if (first !== undefined)
    return reject(interchange.header, problemNotes[first.code].code, { problems: broken }, options)
  const due = interchange.groups.filter(({ header }) => header !== undefined && header.element(1) !== 'FA')
  const problems: X12Problem[] = []
  const acknowledgments: GroupAcknowledgment[] = []
  for (const group of due) {
    yield
    acknowledgments.push(yield* acknowledgeGroup(group, options.sets ?? transactionSets, problems))
  }
  const envelope = createEnvelope(interchange.header, options)
  return {
    kind: due.length === 0 ? 'none' : '999',
    accepted: problems.length === 0,
    text:
      due.length === 0 ? '' : yield* buildInterchangeInSteps(envelope, numberTransactions(acknowledgments), lenient),
    problems,
    transactions: acknowledgments.flatMap((acknowledgment) => acknowledgment.verdicts),
  }
}

const lenient = { onDelimiter: 'space' } as const

interface GroupAcknowledgment {
  readonly values: TransactionValues
  readonly verdicts: readonly TransactionVerdict[]
}

/** Writes a TA1 to the sender of an ISA segment, or to `UNKNOWN`. */
function reject(
  isa: Segment | undefined,
  note: string,
  found: Pick<Acknowledgment, 'problems' | 'error'>,
  options: AcknowledgeOptions,
): Acknowledgment {
  const stamp = writeStamp(options.at)
  const [number, date, time] = [13, 9, 10].map((element) => isa?.element(element))
  const received = [digitsOr(number, 9), digitsOr(date, 6, stamp.date.slice(2)), digitsOr(time, 4, stamp.time)]
  const text = buildBareInterchange(createEnvelope(isa, options), [['TA1', ...received, 'R', note]], lenient)
  return { kind: 'TA1', accepted: false, text, transactions: [], ...found }
}

function createEnvelope(isa: Segment | undefined, options: AcknowledgeOptions): EnvelopeValues {
  const partner = (qualifier: number, id: number, otherwise: Partner | undefined): Partner => {
    const found = isa?.element(id)?.trim() ?? ''
    const kind = isa?.element(qualifier)?.trim() ?? ''
    // GS02 and GS03 use the same identifiers and need at least two characters.
    if (!/^[A-Za-z0-9 ]{2,15}$/.test(found)) return otherwise ?? { id: 'UNKNOWN' }
    return { qualifier: /^[A-Z0-9]{2}$/.test(kind) ? kind : 'ZZ', id: found }
  }
  return {
    sender: partner(7, 8, options.sender),
    receiver: partner(5, 6, options.receiver),
    at: options.at,
    controlNumber: options.controlNumber,
    usage: isa?.element(15) === 'P' ? 'P' : 'T',
  }
}

/** Acknowledges a group and adds its problems to those of the interchange. */
function* acknowledgeGroup(
  group: FunctionalGroup,
  sets: readonly TransactionSet[],
  problems: X12Problem[],
): Steps<GroupAcknowledgment> {
  const own = listProblems(checkGroup(group))
  for (const found of own) if (problems.length < maxListed) problems.push(found)
  // The problems of repeated numbers are generated lazily, in the order of the transactions.
  const repeated = checkRepeatedSets(group)
  let next = repeated.next()
  const verdicts: TransactionVerdict[] = []
  const segments: SegmentValue[] = []
  for (const transaction of group.transactions) {
    yield
    const left = maxListed - problems.length
    const limit = Math.max(1, Math.min(left, maxProblems))
    const found: X12Problem[] = []
    if (next.done !== true && next.value.offset === transaction.header.offset) {
      found.push(next.value)
      next = repeated.next()
    }
    if (found.length < limit) {
      for (const one of yield* validateInSteps(transaction, sets, limit - found.length)) found.push(one)
    }
    const listed = left > 0 ? found : []
    for (const one of listed) problems.push(one)
    verdicts.push({ transaction, accepted: found.length === 0, problems: listed })
    for (const segment of acknowledgeTransaction(transaction, found, listed)) segments.push(segment)
  }
  const accepted = own.length > 0 ? 0 : verdicts.filter((verdict) => verdict.accepted).length
  const received = verdicts.length
  const verdict = own.length > 0 ? 'R' : accepted === received ? 'A' : accepted === 0 ? 'R' : 'P'
  const declared = group.trailer?.element(1) ?? ''
  const [functionalId = '', number, version] = [1, 6, 8].map((element) => group.header?.element(element) ?? '')
  const ak1: SegmentValue = [
    'AK1',
    /^[A-Z0-9]{2}$/.test(functionalId) ? functionalId : 'ZZ',
    digitsOr(number, 9),
    version?.slice(0, 12),
  ]
  const counts = [/^\d{1,6}$/.test(declared) ? Number(declared) : received, received, accepted]
  const ak9: SegmentValue = ['AK9', verdict, ...counts.map((count) => Math.min(count, 999_999)), ...noteCodes(own)]
  const acknowledgment = { id: '999', version: '005010X231A1', functionalId: 'FA', segments: [ak1, ...segments, ak9] }
  return { values: acknowledgment, verdicts }
}

/** Yields the segments from AK2 to IK5. `found` determines the verdict; only the problems in `listed` are reported. */
function* acknowledgeTransaction(
  { id = '', controlNumber = '', header }: Transaction,
  found: readonly X12Problem[],
  listed: readonly X12Problem[],
): Generator<SegmentValue> {
  const set = /^[A-Z0-9]{3}$/.test(id) ? id : '000'
  yield ['AK2', set, controlNumber.slice(0, 9).padStart(4, '0'), header.element(3)?.slice(0, 35)]
  let open = -1
  for (const problem of listed) {
    const note = problemNotes[problem.code]
    if (note.level !== 'segment' && note.level !== 'element') continue
    const name = /^[A-Z0-9]{2,3}$/.test(problem.segment) ? problem.segment : 'UNK'
    const place = [name, problem.position ?? 1, problem.loop?.slice(0, 4)] as const
    if (note.level === 'segment') {
      yield ['IK3', ...place, note.code]
      open = -1
      continue
    }
    if (open !== problem.position) yield ['IK3', ...place, '8']
    open = problem.position ?? -1
    // In IK401, element and component have at most two digits.
    const where = [clampPosition(problem.element), clampPosition(problem.component), problem.repetition]
    yield [
      'IK4',
      where,
      problem.reference?.replace(/\D.*$/s, ''),
      note.code,
      problem.value === undefined ? '' : excerpt(problem.value, 99),
    ]
  }
  yield ['IK5', found.length === 0 ? 'A' : 'R', ...noteCodes(found)]
}

/** Returns at most five distinct codes for IK5 or AK9. All problems of segments and elements share one code. */
function noteCodes(problems: readonly X12Problem[]): string[] {
  const codes = problems.map(({ code }) => {
    const note = problemNotes[code]
    return note.level === 'segment' || note.level === 'element' ? '5' : note.code
  })
  return [...new Set(codes)].slice(0, 5)
}

/** Numbers the 999s consecutively, because they share one group. */
function numberTransactions(acknowledgments: readonly GroupAcknowledgment[]): TransactionValues[] {
  return acknowledgments.map(({ values }, index) => ({ ...values, controlNumber: String(index + 1).padStart(4, '0') }))
}

function digitsOr(value: string | undefined, width: number, otherwise = '0'.repeat(width)): string {
  return value !== undefined && /^\d+$/.test(value) && value.length <= width ? value : otherwise
}

function clampPosition(position: number | undefined) {
  return position === undefined ? undefined : Math.min(position, 99)
}
