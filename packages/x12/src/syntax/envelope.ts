import { type FunctionalGroup, type Interchange, requireInterchange } from './interchange.js'
import { createProblem, listProblems, type X12Problem, type X12ProblemCode } from './problem.js'
import type { Segment } from './segment.js'
import type { Transaction } from './transaction.js'
import { quoteValue } from './x12-error.js'

/**
 * Lists the problems of an envelope: missing headers and trailers, control numbers that are malformed, repeated or
 * different in header and trailer, wrong counts, text in unused ISA02 and ISA04, segments outside transactions, an
 * unterminated last segment. Returns at most 1,000, those of ISA and IEA first, or an empty list if the envelope is
 * valid. Throws X12Error `invalid-value` for anything but an interchange.
 */
export function checkEnvelope(interchange: Interchange): X12Problem[] {
  requireInterchange(interchange)
  return listProblems(checkAll(interchange))
}

function* checkAll(interchange: Interchange): Generator<X12Problem> {
  yield* checkInterchange(interchange)
  for (const group of interchange.groups) {
    yield* checkGroup(group)
    for (const transaction of group.transactions) yield* checkTransaction(transaction)
    yield* checkRepeatedSets(group)
  }
}

/**
 * Yields the problems of ISA and IEA, segments outside transactions, missing GS segments, repeated group control
 * numbers, and an unterminated last segment.
 */
export function* checkInterchange(interchange: Interchange): Generator<X12Problem> {
  const { header, trailer, groups, strays, terminated } = interchange
  if (trailer === undefined) {
    yield createMissing(
      'interchange-trailer-missing',
      'IEA',
      header,
      'an IEA segment at the end of the interchange, such as IEA*1*000000042',
    )
  } else {
    yield* checkInterchangeValues(header)
    yield* compareNumbers('interchange-control-number', header, 13, trailer, 2)
    yield* compareCount('interchange-count', trailer, 1, groups.length, 'functional groups')
  }
  for (const segment of strays) {
    yield createProblemAt(
      'stray-segment',
      segment,
      'segments only between ST and SE',
      `${quoteValue(segment.text)} outside`,
    )
  }
  for (const group of groups) {
    const first = group.transactions[0]?.header
    if (group.header === undefined && first !== undefined) {
      yield createMissing(
        'group-header-missing',
        'GS',
        first,
        'a GS segment before the ST segment, such as GS*HS*CLINIC*PLAN*20260105*0930*42*X*005010X279A1',
      )
    }
  }
  yield* checkRepeated(listHeaders(groups), 6, 'group-repeated')
  if (!terminated) {
    const expected = `the segment terminator ${quoteValue(header.source.delimiters.segment)} after the last segment`
    yield createProblemAt('unterminated', trailer ?? header, expected, 'the end of the input')
  }
}

/** Yields the problems of GS and GE. */
export function* checkGroup({ header, trailer, transactions }: FunctionalGroup): Generator<X12Problem> {
  if (header === undefined) return
  if (trailer === undefined) {
    yield createMissing(
      'group-trailer-missing',
      'GE',
      header,
      'a GE segment at the end of the functional group, such as GE*1*42',
    )
    return
  }
  yield* checkNumber('group-control-invalid', header, 6, { form: /^\d{1,9}$/, expected: 'a number of 1 to 9 digits' })
  yield* compareNumbers('group-control-number', header, 6, trailer, 2)
  yield* compareCount('group-count', trailer, 1, transactions.length, 'transaction sets')
}

/** Yields a problem for each ST02 that an earlier transaction of the group already has. */
export function checkRepeatedSets({ transactions }: FunctionalGroup): Generator<X12Problem> {
  return checkRepeated(listHeaders(transactions), 2, 'set-repeated')
}

/** Yields the problems of ST and SE. */
export function* checkTransaction(transaction: Transaction): Generator<X12Problem> {
  const { header, trailer, segmentCount: position } = transaction
  if (header.element(2) === undefined) {
    yield {
      ...createProblemAt(
        'set-control-missing',
        header,
        'a control number of 4 to 9 characters, such as 0001',
        'none',
        2,
      ),
      position: 1,
    }
  } else {
    for (const found of checkNumber('set-control-invalid', header, 2, setControl)) yield { ...found, position: 1 }
  }
  if (trailer === undefined) {
    yield createMissing(
      'set-trailer-missing',
      'SE',
      header,
      'an SE segment at the end of the transaction set, such as SE*14*0001',
    )
    return
  }
  for (const found of compareNumbers('set-control-number', header, 2, trailer, 2)) yield { ...found, position }
  for (const found of compareCount('set-count', trailer, 1, position, 'segments')) yield { ...found, position }
}

function* listHeaders(parts: readonly { readonly header: Segment | undefined }[]): Generator<Segment> {
  for (const { header } of parts) if (header !== undefined) yield header
}

const setControl: Form = { form: /^[A-Za-z0-9]{4,9}$/, expected: 'a control number of 4 to 9 letters or digits' }

interface Form {
  readonly form: RegExp
  readonly expected: string
}

/**
 * Checks the control number, and that unused ISA02 and ISA04 are blank, because text there could be a hidden message.
 */
function* checkInterchangeValues(header: Segment): Generator<X12Problem> {
  yield* checkNumber('interchange-control-invalid', header, 13, { form: /^\d{9}$/, expected: 'a number of 9 digits' })
  for (const [qualifier, code] of [
    [1, 'interchange-authorization'],
    [3, 'interchange-security'],
  ] as const) {
    const value = header.element(qualifier + 1) ?? ''
    if (header.element(qualifier) !== '00' || value.trim() === '') continue
    const expected = `10 spaces, because ISA0${qualifier} is 00`
    yield createProblemAt(code, header, expected, quoteValue(value), qualifier + 1)
  }
}

function* checkNumber(
  code: X12ProblemCode,
  header: Segment,
  element: number,
  { form, expected }: Form,
): Generator<X12Problem> {
  const number = header.element(element)
  if (number === undefined || form.test(number)) return
  yield createProblemAt(code, header, expected, quoteValue(number), element)
}

function compareNumbers(
  code: X12ProblemCode,
  header: Segment,
  headerElement: number,
  trailer: Segment,
  trailerElement: number,
): X12Problem[] {
  const expected = header.element(headerElement)
  const received = trailer.element(trailerElement)
  if (expected === received) return []
  const name = `${header.id}${String(headerElement).padStart(2, '0')}`
  const number = `the control number ${expected === undefined ? 'of the header' : quoteValue(expected)} of ${name}`
  return [
    createProblemAt(code, trailer, number, received === undefined ? 'none' : quoteValue(received), trailerElement),
  ]
}

function compareCount(
  code: X12ProblemCode,
  trailer: Segment,
  element: number,
  count: number,
  what: string,
): X12Problem[] {
  const received = trailer.element(element)
  if (received !== undefined && /^\d{1,10}$/.test(received) && Number(received) === count) return []
  const shown = received === undefined ? 'none' : quoteValue(received)
  return [createProblemAt(code, trailer, `a count of ${count} ${what}`, shown, element)]
}

function* checkRepeated(headers: Iterable<Segment>, element: number, code: X12ProblemCode): Generator<X12Problem> {
  const seen = new Set<string>()
  for (const header of headers) {
    const number = header.element(element)
    if (number === undefined) continue
    if (seen.has(number)) {
      yield createProblemAt(code, header, 'a unique control number', `${quoteValue(number)} again`, element)
    }
    seen.add(number)
  }
}

function createProblemAt(
  code: X12ProblemCode,
  segment: Segment,
  expected: string,
  received: string,
  element?: number,
): X12Problem {
  const value = element === undefined ? undefined : segment.element(element)
  return createProblem({
    code,
    segment: segment.id.slice(0, 3),
    ...(element === undefined ? {} : { element }),
    ...(value === undefined ? {} : { value }),
    offset: segment.offset,
    expected,
    received,
  })
}

function createMissing(code: X12ProblemCode, id: string, near: Segment, expected: string): X12Problem {
  return createProblem({ code, segment: id, offset: near.offset, expected, received: 'none' })
}
