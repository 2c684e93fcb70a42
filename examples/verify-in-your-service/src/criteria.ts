import type { Criteria } from './grading.js'

/** A good answer has the code of the ordered study, and a summary that names the reason. */
export const criteria: Criteria = [
  {
    label: 'The procedure code is right',
    weight: 2,
    assertion: { assert: 'output-match', fields: [{ path: 'code', expected: '72148' }] },
  },
  {
    label: 'The summary names the reason',
    weight: 1,
    assertion: { assert: 'output-match', fields: [{ path: 'summary', expected: { $contains: 'radiculopathy' } }] },
  },
]
