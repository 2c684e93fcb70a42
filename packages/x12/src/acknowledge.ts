import {
  buildBareInterchange,
  buildInterchange,
  type EnvelopeValues,
  type Partner,
  writeStamp,
} from './build-interchange.js'
import { checkGroup, checkInterchange, checkRepeatedSets } from './envelope.js'
import type { FunctionalGroup, Interchange } from './interchange.js'
import { parseInterchange } from './parse.js'
import type { X12Problem } from './problem.js'
import { problemNotes } from './problem-note.js'
import type { Segment } from './segment.js'
import type { Transaction } from './transaction.js'
import type { TransactionSet } from './transaction-set.js'
import { transactionSets } from './transaction-sets.js'
import { validateTransaction } from './validate.js'
import type { SegmentValue, TransactionValues } from './values.js'
import { X12Error } from './x12-error.js'

/** What an acknowledgment needs from outside. */
export interface AcknowledgeOptions {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The control number of the answer's envelope. */
  readonly controlNumber: number
  /** The sets to validate against: default all of this package. */
  readonly sets?: readonly TransactionSet[]
  /** Who answers, where ISA cannot tell: default `UNKNOWN`. */
  readonly sender?: Partner
  /** Who is answered, where ISA cannot tell: default `UNKNOWN`. */
  readonly receiver?: Partner
}

/** The verdict on one transaction. */
export interface TransactionVerdict {
  readonly transaction: Transaction
  readonly accepted: boolean
  readonly problems: readonly X12Problem[]
}

/** The answer to an interchange. */
export interface Acknowledgment {
  /** `TA1` when the envelope is broken, else `999`; `none` where nothing is due: acknowledgments and empty interchanges. */
  readonly kind: 'TA1' | '999' | 'none'
  /** Whether everything was accepted. */
  readonly accepted: boolean
  /** The answer as an interchange, empty for `none`. */
  readonly text: string
  /** The faults of the envelope and of all transactions. */
  readonly problems: readonly X12Problem[]
  /** The verdicts in order; empty under TA1. */
  readonly transactions: readonly TransactionVerdict[]
  /** Why the input could not be read at all. */
  readonly error?: X12Error
}

/**
 * Answers an interchange: a TA1 when its envelope is broken, else one 999 for each functional group that names segment
 * (IK3) and element (IK4) of each fault. Functional groups of 999 (FA) are not answered. Takes any input and throws
 * only for `at` and `controlNumber` that cannot be written (X12Error `invalid-value`).
 */
export function acknowledge(input: string | Uint8Array | Interchange, options: AcknowledgeOptions): Acknowledgment {
  let interchange: Interchange
  try {
    interchange = typeof input === 'string' || input instanceof Uint8Array ? parseInterchange(input) : input
  } catch (error) {
    if (error instanceof X12Error) return refuseUnreadable(error, options)
    throw error
  }
  const envelope = answerEnvelope(interchange.header, options)
  const broken = checkInterchange(interchange)
  const [first] = broken
  if (first !== undefined) {
    const [number, date, time] = [13, 9, 10].map((element) => interchange.header.element(element))
    const stamp = writeStamp(options.at)
    const ta1: SegmentValue = [
      'TA1',
      digits(number, 9),
      digits(date, 6, stamp.date.slice(2)),
      digits(time, 4, stamp.time),
    ]
    const text = buildBareInterchange(envelope, [[...ta1, 'R', problemNotes[first.code].code]], lenient)
    return { kind: 'TA1', accepted: false, text, problems: broken, transactions: [] }
  }
  const due = interchange.groups.filter(({ header }) => header !== undefined && header.element(1) !== 'FA')
  const answers = due.map((group) => answerGroup(group, options.sets ?? transactionSets))
  const problems = answers.flatMap((answer) => answer.problems)
  return {
    kind: due.length === 0 ? 'none' : '999',
    accepted: problems.length === 0,
    text: due.length === 0 ? '' : buildInterchange(envelope, numbered(answers), lenient),
    problems,
    transactions: answers.flatMap((answer) => answer.verdicts),
  }
}

const lenient = { onDelimiter: 'space' } as const

interface GroupAnswer {
  readonly values: TransactionValues
  readonly problems: readonly X12Problem[]
  readonly verdicts: readonly TransactionVerdict[]
}

function refuseUnreadable(error: X12Error, options: AcknowledgeOptions): Acknowledgment {
  const { date, time } = writeStamp(options.at)
  const unknown: Partner = { id: 'UNKNOWN' }
  const envelope = { ...options, sender: options.sender ?? unknown, receiver: options.receiver ?? unknown }
  const ta1: SegmentValue = ['TA1', '000000000', date.slice(2), time, 'R', '022']
  return {
    kind: 'TA1',
    accepted: false,
    text: buildBareInterchange(envelope, [ta1]),
    problems: [],
    transactions: [],
    error,
  }
}

function answerEnvelope(isa: Segment, options: AcknowledgeOptions): EnvelopeValues {
  const partner = (qualifier: number, id: number, otherwise: Partner | undefined): Partner => {
    const found = isa.element(id)?.trim() ?? ''
    const kind = isa.element(qualifier)?.trim() ?? ''
    if (!/^[A-Za-z0-9 ]{1,15}$/.test(found)) return otherwise ?? { id: 'UNKNOWN' }
    return { qualifier: /^[A-Z0-9]{2}$/.test(kind) ? kind : 'ZZ', id: found }
  }
  return {
    sender: partner(7, 8, options.sender),
    receiver: partner(5, 6, options.receiver),
    at: options.at,
    controlNumber: options.controlNumber,
    usage: isa.element(15) === 'P' ? 'P' : 'T',
  }
}

function answerGroup(group: FunctionalGroup, sets: readonly TransactionSet[]): GroupAnswer {
  const own = checkGroup(group)
  const repeated = new Map(checkRepeatedSets(group).map((found) => [found.offset, found]))
  const verdicts = group.transactions.map((transaction): TransactionVerdict => {
    const { offset } = transaction.header
    const again = repeated.get(offset)
    const problems = [...(again === undefined ? [] : [again]), ...validateTransaction(transaction, sets)]
    return { transaction, accepted: problems.length === 0, problems }
  })
  const accepted = own.length > 0 ? 0 : verdicts.filter((verdict) => verdict.accepted).length
  const received = verdicts.length
  const verdict = own.length > 0 ? 'R' : accepted === received ? 'A' : accepted === 0 ? 'R' : 'P'
  const declared = group.trailer?.element(1) ?? ''
  const [functionalId = '', number, version] = [1, 6, 8].map((element) => group.header?.element(element) ?? '')
  const segments: SegmentValue[] = [
    ['AK1', /^[A-Z0-9]{2}$/.test(functionalId) ? functionalId : 'ZZ', digits(number, 9), version?.slice(0, 12)],
    ...verdicts.flatMap(answerTransaction),
    ['AK9', verdict, /^\d{1,6}$/.test(declared) ? declared : received, received, accepted, ...noteCodes(own)],
  ]
  const values = { id: '999', version: '005010X231A1', functionalId: 'FA', segments }
  return { values, problems: [...own, ...verdicts.flatMap((found) => found.problems)], verdicts }
}

function answerTransaction({ transaction, accepted, problems }: TransactionVerdict): SegmentValue[] {
  const { id = '', controlNumber = '', version } = transaction
  const set = /^[A-Z0-9]{3}$/.test(id) ? id : '000'
  const notes: SegmentValue[] = [['AK2', set, controlNumber.slice(0, 9).padStart(4, '0'), version?.slice(0, 35)]]
  let open = -1
  for (const found of problems) {
    const note = problemNotes[found.code]
    if (note.level !== 'segment' && note.level !== 'element') continue
    const name = /^[A-Z0-9]{2,3}$/.test(found.segment) ? found.segment : 'UNK'
    const place = [name, found.position ?? 1, found.loop?.slice(0, 4)] as const
    if (note.level === 'segment') {
      notes.push(['IK3', ...place, note.code])
      open = -1
      continue
    }
    if (open !== found.position) notes.push(['IK3', ...place, '8'])
    open = found.position ?? -1
    const where = [found.element, found.component, found.repetition]
    notes.push(['IK4', where, found.reference?.replace(/\D.*$/, ''), note.code, found.value?.slice(0, 99)])
  }
  return [...notes, ['IK5', accepted ? 'A' : 'R', ...noteCodes(problems)]]
}

/** The distinct codes of IK5 or AK9, at most five; faults of segments and elements count as one. */
function noteCodes(problems: readonly X12Problem[]): string[] {
  const codes = problems.map(({ code }) => {
    const note = problemNotes[code]
    return note.level === 'segment' || note.level === 'element' ? '5' : note.code
  })
  return [...new Set(codes)].slice(0, 5)
}

/** A run of 999s shares one group; each gets its own number. */
function numbered(answers: readonly GroupAnswer[]): TransactionValues[] {
  return answers.map(({ values }, index) => ({ ...values, controlNumber: String(index + 1).padStart(4, '0') }))
}

function digits(value: string | undefined, width: number, otherwise = '0'.repeat(width)): string {
  return value !== undefined && /^\d+$/.test(value) && value.length <= width ? value : otherwise
}
