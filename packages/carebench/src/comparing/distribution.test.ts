import fc from 'fast-check'
import { expect, it } from 'vitest'
import { describeDistribution, readPercentile } from './distribution.js'

it.each([
  [[], null],
  [[5], { count: 1, median: 5, p90: 5 }],
  [[4, 1, 3, 2], { count: 4, median: 2.5, p90: 4 }],
  [Array.from({ length: 11 }, (_, index) => 11 - index), { count: 11, median: 6, p90: 10 }],
  [Array.from({ length: 10 }, (_, index) => index), { count: 10, median: 4.5, p90: 8.5 }],
])('describes %j', (numbers, distribution) => {
  expect(describeDistribution(numbers)).toEqual(distribution)
})

it('returns a number with at least the percentage of numbers up to it, and at most that below it', () => {
  const percents = fc.integer({ min: 1, max: 99 })
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), percents, (numbers, percent) => {
      const found = readPercentile(numbers, percent) ?? Number.NaN
      const shareUpTo = (limit: number) => (numbers.filter((one) => one <= limit).length / numbers.length) * 100
      expect(shareUpTo(found)).toBeGreaterThanOrEqual(percent)
      const smaller = numbers.filter((one) => one < found)
      if (smaller.length > 0) expect(shareUpTo(Math.max(...smaller))).toBeLessThanOrEqual(percent)
    }),
  )
})
