import type { Hl7Error } from './error.js'

/** Error conditions of HL7 table 0357, by code. */
export const conditions = {
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
export type ConditionCode = keyof typeof conditions

/** Something wrong with a message that could be read: where, which condition, and why in words. */
export interface Issue {
  readonly code: ConditionCode
  readonly segment: string
  /** Which segment of that name, counted from 1; for one that is missing, the number it would have. */
  readonly occurrence: number
  readonly field?: number
  readonly repetition?: number
  readonly component?: number
  /** What was expected and what came. */
  readonly reason: string
}

/** Turns an error of the parser into an issue that `buildAck` can report. */
export function issueFromError(error: Hl7Error): Issue {
  return {
    code: error.code === 'invalid-segment' ? 100 : 102,
    segment: error.segment ?? 'MSH',
    occurrence: 1,
    ...(error.field === undefined ? {} : { field: error.field }),
    reason: error.message,
  }
}

/** Writes where an issue is as a path: `PID-5`, `OBX[2].3.1`. */
export function issuePath({ segment, occurrence, field, repetition = 1, component }: Issue): string {
  const which = occurrence === 1 ? segment : `${segment}[${occurrence}]`
  if (field === undefined) return which
  const inField = repetition === 1 ? `${field}` : `${field}[${repetition}]`
  return `${which}-${inField}${component === undefined ? '' : `.${component}`}`
}
