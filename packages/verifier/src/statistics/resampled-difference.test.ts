import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ClusterTotal, clusterTotals } from './cluster-totals.js'
import { mcNemar } from './mc-nemar.js'
import { resampledDifference } from './resampled-difference.js'

function makeClusters(...differences: readonly number[]): readonly ClusterTotal[] {
  return differences.map((sum) => ({ sum, size: 1 }))
}

it("is Student's interval for few clusters, and a randomization test that tries all swaps", () => {
  // scipy: mean 0.2, stats.sem 0.0577350, stats.t.ppf(0.975, 3) 3.1824463; of 16 swaps, 2 reach a sum of 0.8.
  const difference = resampledDifference(makeClusters(0.1, 0.1, 0.3, 0.3))
  expect(difference?.value).toBeCloseTo(0.2, 14)
  expect(difference?.high).toBeCloseTo(0.2 + 3.1824463 * 0.0577350269, 6)
  // Student's interval begins at 0.016, but no result of four clusters is that unlikely.
  expect(difference?.low).toBe(0)
  expect(difference?.p_value).toBe(0.125)
})

it('is a bootstrap for many clusters, always the same for the same seed', () => {
  const clusters = makeClusters(...Array.from({ length: 40 }, (_, index) => ((index * 7) % 11) / 10 - 0.4))
  const difference = resampledDifference(clusters, { seed: 3 })
  expect(difference).toEqual(resampledDifference(clusters, { seed: 3 }))
  expect(difference).not.toEqual(resampledDifference(clusters, { seed: 4 }))
  // The standard error is 0.0500, so that 2.023 times as much is close to both ends.
  expect(difference?.low).toBeCloseTo((difference?.value ?? 0) - 2.023 * 0.05, 1)
  expect(difference?.high).toBeCloseTo((difference?.value ?? 0) + 2.023 * 0.05, 1)
})

it('weighs a family by its tasks', () => {
  const tasks = [
    { task_id: 'a1', values: [1] },
    { task_id: 'a2', values: [1] },
    { task_id: 'b1', values: [-1] },
  ]
  const clusters = clusterTotals(tasks, { familyOf: (id) => id.slice(0, 1) })
  expect(clusters).toEqual([
    { sum: 2, size: 2 },
    { sum: -1, size: 1 },
  ])
  expect(resampledDifference(clusters)?.value).toBeCloseTo(1 / 3, 14)
})

it('allows for clusters that were not seen, if no two differ', () => {
  const bound = 1 - 0.025 ** (1 / 3)
  const difference = resampledDifference(makeClusters(0, 0, 0))
  expect(difference).toMatchObject({ value: 0, p_value: 1 })
  expect([difference?.low, difference?.high]).toEqual([expect.closeTo(-bound, 14), expect.closeTo(bound, 14)])
  expect(resampledDifference([])).toBeNull()
})

it('is the exact McNemar test for one attempt at each task', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(-1, 0, 1), { minLength: 1, maxLength: 14 }), (differences) => {
      const [won, lost] = [1, -1].map((sign) => differences.filter((one) => one === sign).length)
      expect(resampledDifference(makeClusters(...differences), { resamples: 100 })?.p_value).toBeCloseTo(
        mcNemar(won ?? 0, lost ?? 0),
        12,
      )
    }),
  )
})

it('rejects impossible options', () => {
  expect(() => resampledDifference([], { seed: -1 })).toThrow('seed to be a whole number from 0, got -1')
  expect(() => resampledDifference([], { resamples: 10 })).toThrow('resamples to be a whole number from 100, got 10')
  expect(() => resampledDifference([], { confidence: 95 })).toThrow('confidence between 0 and 1, got 95')
})
