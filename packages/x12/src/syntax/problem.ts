/**
 * The code of a problem. They are listed by level: envelope, transaction, segments and loops, elements.
 *
 * - `interchange-trailer-missing`: no IEA at the end.
 * - `interchange-control-number`: IEA02 differs from ISA13.
 * - `interchange-control-invalid`: ISA13 is not a number of 9 digits.
 * - `interchange-authorization`: ISA02 is not blank although ISA01 is 00.
 * - `interchange-security`: ISA04 is not blank although ISA03 is 00.
 * - `interchange-count`: IEA01 is not the number of groups.
 * - `stray-segment`: a segment outside ST and SE that is not part of the envelope.
 * - `unterminated`: the last segment has no terminator.
 * - `group-header-missing`: a transaction is outside any GS.
 * - `group-trailer-missing`: no GE at the end of a group.
 * - `group-control-number`: GE02 differs from GS06.
 * - `group-control-invalid`: GS06 is not a number of 1 to 9 digits.
 * - `group-count`: GE01 is not the number of transactions.
 * - `group-repeated`: GS06 was already used by an earlier group.
 * - `set-unsupported`: no known transaction set has this ST01.
 * - `set-group`: GS01 is not the identifier of the set's functional group.
 * - `set-trailer-missing`: no SE at the end of a transaction.
 * - `set-control-number`: SE02 differs from ST02.
 * - `set-control-missing`: ST02 is empty.
 * - `set-control-invalid`: ST02 does not have 4 to 9 letters or digits.
 * - `set-count`: SE01 is not the number of segments.
 * - `set-repeated`: ST02 was already used by an earlier transaction of the group.
 * - `segment-unknown`: no transaction set of this package uses this segment.
 * - `segment-unexpected`: the segment is not allowed here.
 * - `segment-missing`: a loop lacks a required segment.
 * - `segment-repeats`: a segment occurs too often in its loop.
 * - `loop-missing`: a required loop is missing.
 * - `loop-repeats`: a loop occurs too often.
 * - `hierarchy`: HL01 or HL02 does not number the loops correctly.
 * - `element-missing`: a required element or component is missing or empty.
 * - `element-condition`: an element that another element makes required is missing.
 * - `element-unused`: an element that this transaction set does not use.
 * - `element-excluded`: an element and another one that excludes it are both present.
 * - `element-short`: fewer characters than the standard requires.
 * - `element-long`: more characters than the standard allows.
 * - `element-character`: a character that the type of the element does not allow.
 * - `element-code`: a value that is not one of the codes allowed here.
 * - `element-date`: not a calendar date, or not in the format of its qualifier.
 * - `element-time`: not a time of day.
 * - `element-repeats`: more repetitions than the standard allows.
 * - `too-many-elements`: an element after the last one the segment defines.
 * - `too-many-components`: a component after the last one the composite defines.
 */
export type X12ProblemCode =
  | 'interchange-trailer-missing'
  | 'interchange-control-number'
  | 'interchange-control-invalid'
  | 'interchange-authorization'
  | 'interchange-security'
  | 'interchange-count'
  | 'stray-segment'
  | 'unterminated'
  | 'group-header-missing'
  | 'group-trailer-missing'
  | 'group-control-number'
  | 'group-control-invalid'
  | 'group-count'
  | 'group-repeated'
  | 'set-unsupported'
  | 'set-group'
  | 'set-trailer-missing'
  | 'set-control-number'
  | 'set-control-missing'
  | 'set-control-invalid'
  | 'set-count'
  | 'set-repeated'
  | 'segment-unknown'
  | 'segment-unexpected'
  | 'segment-missing'
  | 'segment-repeats'
  | 'loop-missing'
  | 'loop-repeats'
  | 'hierarchy'
  | 'element-missing'
  | 'element-condition'
  | 'element-unused'
  | 'element-excluded'
  | 'element-short'
  | 'element-long'
  | 'element-character'
  | 'element-code'
  | 'element-date'
  | 'element-time'
  | 'element-repeats'
  | 'too-many-elements'
  | 'too-many-components'

/** A problem of an interchange or a transaction with its exact location, as plain data. */
export interface X12Problem {
  readonly code: X12ProblemCode
  /** The segment identifier, even if the segment is missing. */
  readonly segment: string
  /** The position of the segment in its transaction, where ST is 1; absent outside transactions. */
  readonly position?: number
  /** The loop of the transaction set, such as `2110C`. */
  readonly loop?: string
  /** The position of the element, from 1. */
  readonly element?: number
  /** The position of the component, from 1. */
  readonly component?: number
  /** The position of the repetition, from 1, if the element repeats. */
  readonly repetition?: number
  /** The data element's number in the X12 dictionary, such as `67`. */
  readonly reference?: string
  /** The offending value. */
  readonly value?: string
  /** The byte offset in the input at which the segment begins. */
  readonly offset: number
  readonly expected: string
  readonly received: string
  /** One sentence with the expected value, the received value and the location. */
  readonly message: string
}

/** Creates a problem from its details and composes the message. */
export function createProblem(details: Omit<X12Problem, 'message'>): X12Problem {
  const { segment, element, component, position, loop, offset, expected, received } = details
  const name =
    `${segment}${element === undefined ? '' : String(element).padStart(2, '0')}` +
    `${component === undefined ? '' : `-${component}`}`
  const where = [
    name,
    ...(position === undefined ? [] : [`segment ${position}`]),
    ...(loop === undefined ? [] : [`loop ${loop}`]),
    `byte ${offset}`,
  ]
  return { ...details, message: `Expected ${expected}, got ${received} (${where.join(', ')}).` }
}

/** Maximum number of problems per transaction and per envelope. */
export const maxProblems = 1000

/** Returns the first `limit` problems. */
export function listProblems(problems: Iterable<X12Problem>, limit = maxProblems): X12Problem[] {
  const listed: X12Problem[] = []
  if (limit < 1) return listed
  for (const found of problems) {
    listed.push(found)
    if (listed.length >= limit) break
  }
  return listed
}
