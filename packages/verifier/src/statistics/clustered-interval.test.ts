import fc from 'fast-check'
import { expect, it } from 'vitest'
import { twoSidedStudentQuantile } from './beta-distribution.js'
import { clusterTotals } from './cluster-totals.js'
import { clusteredInterval } from './clustered-interval.js'

it.each([
  [0.95, 1, 12.706204736],
  [0.95, 4, 2.776445105],
  [0.95, 311, 1.967621],
  [0.8, 9, 1.383028738],
])("Student's quantile of %d with %i degrees is that of scipy.stats.t", (probability, degrees, quantile) => {
  expect(twoSidedStudentQuantile(probability, degrees)).toBeCloseTo(quantile, 5)
})

it('uses the number of independent values with the same standard error', () => {
  // Cluster means 1, 0.5, 0.5 and 0: a variance of the mean of 1/24, so 6 values, times (1.959964 / 3.182446)².
  const clusters = clusterTotals([
    { task_id: 'a', values: [1, 1] },
    { task_id: 'b', values: [0, 1] },
    { task_id: 'c', values: [1, 0] },
    { task_id: 'd', values: [0, 0] },
  ])
  const size = 6 * (1.959963985 / 3.182446305) ** 2
  const square = 1.959963985 ** 2
  const spread = (1.959963985 * Math.sqrt(square / 4 + 0.25 * size)) / (size + square)
  const { low, high } = clusteredInterval(0.5, clusters)
  expect([low, high]).toEqual([expect.closeTo(0.5 - spread, 8), expect.closeTo(0.5 + spread, 8)])
})

it('counts clusters, not attempts, if all values are equal', () => {
  const often = clusterTotals([{ task_id: 'a', values: Array.from({ length: 50 }, () => 1) }])
  const { low, high } = clusteredInterval(1, often)
  expect([low, high]).toEqual([expect.closeTo(0.20654931, 7), 1])
})

it('contains the mean and lies from 0 to 1', () => {
  const tasks = fc.array(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 6,
  })
  fc.assert(
    fc.property(tasks, (lists) => {
      const flat = lists.flat()
      const mean = Math.min(1, flat.reduce((sum, value) => sum + value, 0) / flat.length)
      const clusters = clusterTotals(lists.map((values, index) => ({ task_id: String(index), values })))
      const { low, high } = clusteredInterval(mean, clusters)
      expect(0 <= low && low <= mean && mean <= high && high <= 1).toBe(true)
    }),
  )
})
