import { argumentError, isRecord } from './argument.js'
import type { Hl7Error, Hl7ErrorCode } from './error.js'

/** Error conditions of HL7 table 0357, by code. */
export const errorConditions = {
  100: 'Segment sequence error',
  101: 'Required field missing',
  102: 'Data type error',
  103: 'Table value not found',
  200: 'Unsupported message type',
  201: 'Unsupported event code',
  202: 'Unsupported processing id',
  203: 'Unsupported version id',
  204: 'Unknown key identifier',
  205: 'Duplicate key identifier',
  206: 'Application record locked',
  207: 'Application error',
} as const

/** A code of HL7 table 0357. */
export type ConditionCode = keyof typeof errorConditions

/** A finding about a message: location, condition and reason. */
export interface Issue {
  readonly code: ConditionCode
  readonly segment: string
  /** The number of the segment among those of its name, from 1; for a missing one, the number it would have. */
  readonly occurrence: number
  readonly field?: number
  readonly repetition?: number
  readonly component?: number
  /**
   * The position of the segment in the message, counted from 1 (the header); for a missing one, where it should be.
   * `checkBatch` leaves out this and `offset`.
   */
  readonly position?: number
  /**
   * The byte offset, from 0, of the segment in the output of `encodeMessage` or, in an issue made by `issueFromError`,
   * of the error in the input.
   */
  readonly offset?: number
  /** What was expected and what was received, in one sentence. */
  readonly message: string
}

/** The condition code for each error code. */
const conditionByError: Readonly<Record<Hl7ErrorCode, ConditionCode>> = {
  empty: 100,
  'no-header': 100,
  'invalid-delimiters': 102,
  'invalid-segment': 100,
  'several-messages': 100,
  'invalid-encoding': 102,
  'invalid-path': 207,
  'no-such-segment': 100,
  'invalid-value': 102,
  'invalid-structure': 207,
  'invalid-frame': 207,
  'too-large': 207,
}

/**
 * Converts an error of the parser to an issue that `buildAck` can report.
 *
 * The location is that of the error. A line that is not a segment is named by its text up to the field separator, at
 * most 8 characters; an error without a segment is located at MSH. An error has the position of its segment, but not
 * its occurrence, which is always 1 here. Throws an `Hl7Error` `invalid-value`, with the
 * argument as its `cause`, for any other kind of error.
 */
export function issueFromError(error: Hl7Error): Issue {
  if (!isRecord(error) || !Object.hasOwn(conditionByError, error.code)) {
    const example = 'if (error instanceof Hl7Error) issueFromError(error)'
    throw argumentError('an Hl7Error', error, example, { cause: error })
  }
  const { segment = 'MSH', position, field, offset, message } = error
  return {
    code: conditionByError[error.code],
    segment,
    occurrence: 1,
    ...(field === undefined ? {} : { field }),
    ...(position === undefined ? {} : { position }),
    ...(offset === undefined ? {} : { offset }),
    message,
  }
}

/** Formats the location of an issue as a path: `PID-5`, `OBX[2]-3.1`. */
export function issuePath(issue: Issue): string {
  if (!isRecord(issue) || typeof issue.segment !== 'string') {
    throw argumentError('an issue', issue, "{ code: 101, segment: 'PID', occurrence: 1, field: 5, message: '' }")
  }
  const { segment, occurrence, field, repetition = 1, component } = issue
  const which = occurrence === 1 ? segment : `${segment}[${occurrence}]`
  if (field === undefined) return which
  const inField = repetition === 1 ? `${field}` : `${field}[${repetition}]`
  return `${which}-${inField}${component === undefined ? '' : `.${component}`}`
}
