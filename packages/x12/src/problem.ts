/** A fault of the envelope, of a segment or of an element. */
export type X12ProblemCode =
  | 'interchange-trailer-missing'
  | 'interchange-control-number'
  | 'interchange-count'
  | 'stray-segment'
  | 'unterminated'
  | 'group-header-missing'
  | 'group-trailer-missing'
  | 'group-control-number'
  | 'group-count'
  | 'group-repeated'
  | 'set-unsupported'
  | 'set-trailer-missing'
  | 'set-control-number'
  | 'set-control-missing'
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

/** No more than so many faults are listed for one transaction, or for one envelope. */
export const maxProblems = 1000

/** The first faults of a run, at most `limit`. */
export function listProblems(problems: Iterable<X12Problem>, limit = maxProblems): X12Problem[] {
  const listed: X12Problem[] = []
  if (limit < 1) return listed
  for (const found of problems) {
    listed.push(found)
    if (listed.length >= limit) break
  }
  return listed
}
