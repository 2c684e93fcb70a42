import { expect, it } from 'vitest'
import { eventRate } from './event-rate.js'

// scipy.stats.binomtest(events, trials).proportion_ci(0.9, 'exact').high, a two-sided interval of 90 %.
it.each([
  [0, 1, 0.95],
  [0, 312, 0.009555756807037],
  [0, 1560, 0.001918498525543],
  [1, 10, 0.394163367],
  [3, 312, 0.024662],
  [5, 5, 1],
])('%i of %i have the exact upper bound', (events, trials, bound) => {
  const rate = eventRate(events, trials)
  expect(rate).toMatchObject({ events, trials, per_100: (100 * events) / trials })
  expect((rate?.per_100_at_most ?? 0) / 100).toBeCloseTo(bound, 5)
})

it('is never 0: without events the bound is close to the rule of three', () => {
  const most = eventRate(0, 1000)?.per_100_at_most ?? 0
  expect(most).toBeGreaterThan(0.29)
  expect(most).toBeLessThan(0.3)
  expect(eventRate(0, 0)).toBeNull()
})

it('rejects impossible counts', () => {
  expect(() => eventRate(2, 1)).toThrow('0 <= events <= trials, got 2 of 1')
  expect(() => eventRate(0, 1, { confidence: 1 })).toThrow('confidence between 0 and 1, got 1')
})
