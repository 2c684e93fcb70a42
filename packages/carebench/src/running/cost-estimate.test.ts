import { expect, it } from 'vitest'
import { boundOfRun, estimateCosts, formatEstimates } from './cost-estimate.js'

const price = { input: 1, output: 4, source: 'list', asOf: '2026-11-22' }
const models = [{ agent: 'm', price }]
const scored = [1, 2].map((trial) => ({ agent: 'm', task: 'A', trial, usd: trial / 10 }))

it('expects what the trials before have cost, for those that are left', () => {
  const [estimate] = estimateCosts({ models, tasks: ['A', 'B'], trials: 3, limits: { cost: 1 }, scored })
  expect(estimate).toEqual({ agent: 'm', price, trials: 4, at_most_usd: 4, expected_usd: expect.closeTo(0.6) })
  expect(formatEstimates(estimate === undefined ? [] : [estimate], undefined)).toContain(
    'at most $4.00, about $0.60 if they cost as much as the trials before\n',
  )
})

it.each([
  [{ tokens: { total: 1_000_000 } }, 4],
  [{ tokens: { input: 1_000_000, output: 500_000 } }, 3],
  [{ tokens: { total: 1_000_000, input: 1_000_000, output: 500_000 }, cost: 2 }, 2],
  [{ tokens: { input: 1_000_000 } }, null],
  [{}, null],
])('with the limits %j, a trial costs at most %j', (limits, most) => {
  const estimates = estimateCosts({ models, tasks: ['A'], trials: 1, limits, scored: [] })
  expect(estimates[0]?.at_most_usd).toBe(most)
  expect(boundOfRun(estimates, undefined)).toBe(most)
  expect(boundOfRun(estimates, 1)).toBe(most === null ? 1 : Math.min(most, 1))
})
