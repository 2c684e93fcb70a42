import { expect, it } from 'vitest'
import { boundOfRun, estimateCosts, formatEstimates } from './cost-estimate.js'

const price = { input: 1, output: 4, source: 'list', asOf: '2026-11-22' }
const models = [{ agent: 'm', price }]
const scored = [1, 2].map((trial) => ({ agent: 'm', task: 'A', trial, usd: trial / 10 }))

it('estimates the remaining trials by the cost of earlier ones', () => {
  const [estimate] = estimateCosts({ models, tasks: ['A', 'B'], trials: 3, limits: { cost: 1 }, scored })
  expect(estimate).toEqual({
    agent: 'm',
    price,
    trials: 4,
    at_most_usd: 4,
    expected_usd: expect.closeTo(0.6),
    expected_from: 'trials',
  })
  expect(formatEstimates(estimate === undefined ? [] : [estimate], undefined)).toContain(
    'at most $4.00, about $0.60 if they cost as much as the earlier trials\n',
  )
})

it('estimates a new run from the calls of recorded solutions, and says so', () => {
  const input = { models, tasks: ['A', 'B', 'C'], trials: 2, limits: {}, scored: [] }
  const calls = new Map([
    ['A', 1],
    ['B', 3],
  ])
  const estimates = estimateCosts({ ...input, calls })
  // Of A: 2 requests with 10,000 tokens, 1,000 of a call, and 200 of output each; of B: 4 with 6,000 of calls.
  const [a, b] = [(2 * 10_000 + 1_000 + 4 * 400) / 1e6, (4 * 10_000 + 6_000 + 4 * 800) / 1e6]
  expect(estimates).toMatchObject([{ expected_usd: expect.closeTo(((a + b) / 2) * 6), expected_from: 'solutions' }])
  expect(formatEstimates(estimates, undefined)).toContain('by a rough estimate: the calls of the recorded solutions, ')
  expect(estimateCosts(input)).toMatchObject([{ expected_usd: null, expected_from: null }])
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
