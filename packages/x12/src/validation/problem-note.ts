import type { X12ProblemCode } from '../syntax/problem.js'

/** The location and code with which an acknowledgment reports a problem. */
export interface ProblemNote {
  /** The level determines the element of the code: TA105, AK905, IK502, IK304 or IK403. */
  readonly level: 'interchange' | 'group' | 'transaction' | 'segment' | 'element'
  readonly code: string
}

/** The code of each problem in TA1 and 999. */
export const problemNotes: Readonly<Record<X12ProblemCode, ProblemNote>> = {
  'interchange-trailer-missing': { level: 'interchange', code: '023' },
  'interchange-control-number': { level: 'interchange', code: '001' },
  'interchange-control-invalid': { level: 'interchange', code: '018' },
  'interchange-authorization': { level: 'interchange', code: '011' },
  'interchange-security': { level: 'interchange', code: '013' },
  'interchange-count': { level: 'interchange', code: '021' },
  'stray-segment': { level: 'interchange', code: '022' },
  unterminated: { level: 'interchange', code: '023' },
  'group-header-missing': { level: 'interchange', code: '022' },
  'group-repeated': { level: 'interchange', code: '022' },
  'group-trailer-missing': { level: 'group', code: '3' },
  'group-control-number': { level: 'group', code: '4' },
  'group-control-invalid': { level: 'group', code: '6' },
  'group-count': { level: 'group', code: '5' },
  'set-unsupported': { level: 'transaction', code: '1' },
  'set-trailer-missing': { level: 'transaction', code: '2' },
  'set-control-number': { level: 'transaction', code: '3' },
  'set-count': { level: 'transaction', code: '4' },
  'set-control-invalid': { level: 'transaction', code: '7' },
  'set-control-missing': { level: 'transaction', code: '7' },
  'set-group': { level: 'transaction', code: '18' },
  'set-repeated': { level: 'transaction', code: '23' },
  'segment-unknown': { level: 'segment', code: '1' },
  'segment-unexpected': { level: 'segment', code: '2' },
  'segment-missing': { level: 'segment', code: '3' },
  'loop-repeats': { level: 'segment', code: '4' },
  'segment-repeats': { level: 'segment', code: '5' },
  'loop-missing': { level: 'segment', code: 'I7' },
  hierarchy: { level: 'element', code: '7' },
  'element-missing': { level: 'element', code: '1' },
  'element-condition': { level: 'element', code: '2' },
  'too-many-elements': { level: 'element', code: '3' },
  'element-short': { level: 'element', code: '4' },
  'element-long': { level: 'element', code: '5' },
  'element-character': { level: 'element', code: '6' },
  'element-code': { level: 'element', code: '7' },
  'element-date': { level: 'element', code: '8' },
  'element-time': { level: 'element', code: '9' },
  'element-unused': { level: 'element', code: 'I10' },
  'element-excluded': { level: 'element', code: '10' },
  'element-repeats': { level: 'element', code: '12' },
  'too-many-components': { level: 'element', code: '13' },
}
