import type { FunctionalGroup, Interchange } from './interchange.js'
import { problem, type X12Problem, type X12ProblemCode } from './problem.js'
import type { Segment } from './segment.js'
import type { Transaction } from './transaction.js'
import { quoteValue } from './x12-error.js'

/**
 * Lists the faults of an envelope: missing headers and trailers, control numbers of header and trailer that differ
 * or repeat, wrong counts, segments outside transactions, a last segment without terminator. Empty when sound.
 */
export function checkEnvelope(interchange: Interchange): X12Problem[] {
  return [
    ...checkInterchange(interchange),
    ...interchange.groups.flatMap((group) => [
      ...checkGroup(group),
      ...group.transactions.flatMap((transaction) => checkTransaction(transaction)),
      ...checkRepeatedSets(group),
    ]),
  ]
}

/** The faults of ISA, IEA and of what stands outside groups. */
export function checkInterchange(interchange: Interchange): X12Problem[] {
  const { header, trailer, groups, strays, terminated } = interchange
  const problems: X12Problem[] = []
  if (trailer === undefined) {
    problems.push(missing('interchange-trailer-missing', 'IEA', header, 'an IEA segment at the end of the interchange'))
  } else {
    problems.push(
      ...compareNumbers('interchange-control-number', header, 13, trailer, 2),
      ...compareCount('interchange-count', trailer, 1, groups.length, 'functional groups'),
    )
  }
  for (const segment of strays) {
    problems.push(
      at('stray-segment', segment, 'segments to stand between ST and SE', `${quoteValue(segment.text)} outside`),
    )
  }
  for (const group of groups) {
    const first = group.transactions[0]?.header
    if (group.header === undefined && first !== undefined) {
      problems.push(missing('group-header-missing', 'GS', first, 'a GS segment before the ST segment'))
    }
  }
  problems.push(
    ...checkRepeated(
      groups.flatMap(({ header: own }) => (own === undefined ? [] : [own])),
      6,
      'group-repeated',
    ),
  )
  if (!terminated) {
    const expected = `the segment terminator ${quoteValue(header.source.delimiters.segment)} after the last segment`
    problems.push(at('unterminated', trailer ?? header, expected, 'the end of the input'))
  }
  return problems
}

/** The faults of GS and GE. */
export function checkGroup({ header, trailer, transactions }: FunctionalGroup): X12Problem[] {
  if (header === undefined) return []
  if (trailer === undefined) {
    return [missing('group-trailer-missing', 'GE', header, 'a GE segment at the end of the functional group')]
  }
  return [
    ...compareNumbers('group-control-number', header, 6, trailer, 2),
    ...compareCount('group-count', trailer, 1, transactions.length, 'transaction sets'),
  ]
}

/** The ST02 that an earlier transaction of the group has had. */
export function checkRepeatedSets({ transactions }: FunctionalGroup): X12Problem[] {
  return checkRepeated(
    transactions.map((transaction) => transaction.header),
    2,
    'set-repeated',
  )
}

/** The faults of ST and SE. */
export function checkTransaction(transaction: Transaction): X12Problem[] {
  const { header, trailer } = transaction
  const problems: X12Problem[] = []
  if (header.element(2) === undefined) {
    problems.push({
      ...at('set-control-missing', header, 'a control number of 4 to 9 characters', 'none', 2),
      position: 1,
    })
  }
  if (trailer === undefined) {
    problems.push(missing('set-trailer-missing', 'SE', header, 'an SE segment at the end of the transaction set'))
    return problems
  }
  for (const found of [
    ...compareNumbers('set-control-number', header, 2, trailer, 2),
    ...compareCount('set-count', trailer, 1, transaction.segmentCount, 'segments'),
  ]) {
    problems.push({ ...found, position: transaction.segmentCount })
  }
  return problems
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
  const wanted = `the control number ${expected === undefined ? 'of the header' : quoteValue(expected)} of ${name}`
  return [at(code, trailer, wanted, received === undefined ? 'none' : quoteValue(received), trailerElement)]
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
  return [at(code, trailer, `a count of ${count} ${what}`, shown, element)]
}

function checkRepeated(headers: readonly Segment[], element: number, code: X12ProblemCode): X12Problem[] {
  const seen = new Set<string>()
  const problems: X12Problem[] = []
  for (const header of headers) {
    const number = header.element(element)
    if (number === undefined) continue
    if (seen.has(number)) {
      problems.push(at(code, header, 'a control number of its own', `${quoteValue(number)} again`, element))
    }
    seen.add(number)
  }
  return problems
}

function at(code: X12ProblemCode, segment: Segment, expected: string, received: string, element?: number): X12Problem {
  const value = element === undefined ? undefined : segment.element(element)
  return problem({
    code,
    segment: segment.id.slice(0, 3),
    ...(element === undefined ? {} : { element }),
    ...(value === undefined ? {} : { value }),
    offset: segment.offset,
    expected,
    received,
  })
}

function missing(code: X12ProblemCode, id: string, near: Segment, expected: string): X12Problem {
  return problem({ code, segment: id, offset: near.offset, expected, received: 'none' })
}
