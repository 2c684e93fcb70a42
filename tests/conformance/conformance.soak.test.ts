import { expect, it } from 'vitest'
import { ourGaps } from './gaps.js'
import { checkInMemory, wrongIn } from './in-memory-target.js'

// The profile core is checked in every run.
it('our service conforms, and every requirement is checked', async () => {
  const report = await checkInMemory({ gaps: ourGaps })
  expect(wrongIn(report)).toEqual([])
  expect(
    report.results.filter(({ outcome }) => outcome === 'untestable').map(({ id, cause }) => `${id}: ${cause}`),
  ).toEqual([])
  expect(report.counts.passed).toBeGreaterThan(500)
})
