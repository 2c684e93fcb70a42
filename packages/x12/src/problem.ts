/** A fault of the envelope, of a segment or of an element. */
export type X12ProblemCode =
  | 'INTERCHANGE_TRAILER_MISSING'
  | 'INTERCHANGE_CONTROL_NUMBER'
  | 'INTERCHANGE_COUNT'
  | 'STRAY_SEGMENT'
  | 'UNTERMINATED'
  | 'GROUP_HEADER_MISSING'
  | 'GROUP_TRAILER_MISSING'
  | 'GROUP_CONTROL_NUMBER'
  | 'GROUP_COUNT'
  | 'GROUP_REPEATED'
  | 'SET_UNSUPPORTED'
  | 'SET_TRAILER_MISSING'
  | 'SET_CONTROL_NUMBER'
  | 'SET_CONTROL_MISSING'
  | 'SET_COUNT'
  | 'SET_REPEATED'
  | 'SEGMENT_UNKNOWN'
  | 'SEGMENT_UNEXPECTED'
  | 'SEGMENT_MISSING'
  | 'SEGMENT_REPEATS'
  | 'LOOP_MISSING'
  | 'LOOP_REPEATS'
  | 'HIERARCHY'
  | 'ELEMENT_MISSING'
  | 'ELEMENT_CONDITION'
  | 'ELEMENT_EXCLUDED'
  | 'ELEMENT_SHORT'
  | 'ELEMENT_LONG'
  | 'ELEMENT_CHARACTER'
  | 'ELEMENT_CODE'
  | 'ELEMENT_DATE'
  | 'ELEMENT_TIME'
  | 'ELEMENT_REPEATS'
  | 'TOO_MANY_ELEMENTS'
  | 'TOO_MANY_COMPONENTS'

/** What is wrong, and exactly where. Plain data. */
export interface X12Problem {
  readonly code: X12ProblemCode
  /** The segment identifier; of a missing segment, the one that should stand there. */
  readonly segment: string
  /** The segment's position in its transaction, 1 = ST; absent outside transactions. */
  readonly position?: number
  /** The loop of the transaction set, such as `2110C`. */
  readonly loop?: string
  /** The element, 1-based. */
  readonly element?: number
  /** The component, 1-based. */
  readonly component?: number
  /** The repetition, 1-based, where elements repeat. */
  readonly repetition?: number
  /** The data element's number in the X12 dictionary, such as `67`. */
  readonly reference?: string
  /** The offending value. */
  readonly value?: string
  /** The byte of the input at which the segment begins. */
  readonly offset: number
  readonly expected: string
  readonly received: string
  /** One sentence: expected, received, where. */
  readonly message: string
}

/** Completes a problem with its sentence. */
export function problem(details: Omit<X12Problem, 'message'>): X12Problem {
  const { segment, element, component, position, loop, offset, expected, received } = details
  const name = `${segment}${element === undefined ? '' : String(element).padStart(2, '0')}${component === undefined ? '' : `-${component}`}`
  const where = [
    name,
    ...(position === undefined ? [] : [`segment ${position}`]),
    ...(loop === undefined ? [] : [`loop ${loop}`]),
    `byte ${offset}`,
  ]
  return { ...details, message: `Expected ${expected}, got ${received} (${where.join(', ')}).` }
}
