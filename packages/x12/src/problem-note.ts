import type { X12ProblemCode } from './problem.js'

/** Where an acknowledgment reports a fault, and with which code. */
export interface ProblemNote {
  /** TA1-05, AK9-05, IK5-02, IK3-04 or IK4-03. */
  readonly level: 'interchange' | 'group' | 'transaction' | 'segment' | 'element'
  readonly code: string
}

/** The code of each fault in TA1 and 999. */
export const problemNotes: Readonly<Record<X12ProblemCode, ProblemNote>> = {
  INTERCHANGE_TRAILER_MISSING: { level: 'interchange', code: '023' },
  INTERCHANGE_CONTROL_NUMBER: { level: 'interchange', code: '001' },
  INTERCHANGE_COUNT: { level: 'interchange', code: '021' },
  STRAY_SEGMENT: { level: 'interchange', code: '022' },
  UNTERMINATED: { level: 'interchange', code: '023' },
  GROUP_HEADER_MISSING: { level: 'interchange', code: '022' },
  GROUP_REPEATED: { level: 'interchange', code: '022' },
  GROUP_TRAILER_MISSING: { level: 'group', code: '3' },
  GROUP_CONTROL_NUMBER: { level: 'group', code: '4' },
  GROUP_COUNT: { level: 'group', code: '5' },
  SET_UNSUPPORTED: { level: 'transaction', code: '1' },
  SET_TRAILER_MISSING: { level: 'transaction', code: '2' },
  SET_CONTROL_NUMBER: { level: 'transaction', code: '3' },
  SET_COUNT: { level: 'transaction', code: '4' },
  SET_CONTROL_MISSING: { level: 'transaction', code: '7' },
  SET_REPEATED: { level: 'transaction', code: '23' },
  SEGMENT_UNKNOWN: { level: 'segment', code: '1' },
  SEGMENT_UNEXPECTED: { level: 'segment', code: '2' },
  SEGMENT_MISSING: { level: 'segment', code: '3' },
  LOOP_REPEATS: { level: 'segment', code: '4' },
  SEGMENT_REPEATS: { level: 'segment', code: '5' },
  LOOP_MISSING: { level: 'segment', code: 'I7' },
  HIERARCHY: { level: 'element', code: '7' },
  ELEMENT_MISSING: { level: 'element', code: '1' },
  ELEMENT_CONDITION: { level: 'element', code: '2' },
  TOO_MANY_ELEMENTS: { level: 'element', code: '3' },
  ELEMENT_SHORT: { level: 'element', code: '4' },
  ELEMENT_LONG: { level: 'element', code: '5' },
  ELEMENT_CHARACTER: { level: 'element', code: '6' },
  ELEMENT_CODE: { level: 'element', code: '7' },
  ELEMENT_DATE: { level: 'element', code: '8' },
  ELEMENT_TIME: { level: 'element', code: '9' },
  ELEMENT_EXCLUDED: { level: 'element', code: '10' },
  ELEMENT_REPEATS: { level: 'element', code: '12' },
  TOO_MANY_COMPONENTS: { level: 'element', code: '13' },
}
