import { expect, it } from 'vitest'
import { findFaxStepFaults } from './scenario.js'

const step = { type: 'receive_fax', from: '+15550100142' }

it.each([
  ['\f'.repeat(499), []],
  ['\f'.repeat(500), [{ path: '/text', message: 'must have at most 500 pages; got 501' }]],
  ['\n'.repeat(19_999), []],
  ['\r\n'.repeat(20_000), [{ path: '/text', message: 'must have at most 20000 lines; got 20001' }]],
])('a received fax has a limited number of pages and lines (%#)', (text, faults) => {
  expect(findFaxStepFaults({ ...step, text })).toEqual(faults)
})
