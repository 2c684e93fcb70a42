import * as fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { coveredItems } from './cover.js'

it('covers each item once, and at most as many as an allowance may', () => {
  expect(coveredItems([[0], [0], [0]], [2])).toEqual([true, true, false])
  expect(coveredItems([[], [0]], [1])).toEqual([false, true])
  expect(coveredItems([[0], [0]], [Number.POSITIVE_INFINITY])).toEqual([true, true])
})

it('moves an item to another allowance to make room', () => {
  expect(coveredItems([[0, 1], [0]], [1, 1])).toEqual([true, true])
  expect(coveredItems([[0, 1], [1, 2], [0], [1]], [1, 1, 1])).toEqual([true, true, true, false])
})

const cases = fc.integer({ min: 1, max: 4 }).chain((count) =>
  fc.record({
    items: fc.array(fc.uniqueArray(fc.nat(count - 1)), { maxLength: 6 }),
    capacities: fc.array(fc.oneof(fc.nat(3), fc.constant(Number.POSITIVE_INFINITY)), {
      minLength: count,
      maxLength: count,
    }),
    order: fc.shuffledSubarray(
      Array.from({ length: count }, (_, index) => index),
      { minLength: count, maxLength: count },
    ),
  }),
)

/** Returns the largest number of items that can be covered, by trying every choice. */
function mostCovered(items: readonly (readonly number[])[], left: readonly number[], from = 0): number {
  const fitting = items[from]
  if (fitting === undefined) return 0
  const choices = fitting
    .filter((allowance) => (left[allowance] ?? 0) > 0)
    .map((allowance) => 1 + mostCovered(items, left.with(allowance, (left[allowance] ?? 0) - 1), from + 1))
  return Math.max(mostCovered(items, left, from + 1), ...choices)
}

it('covers as many items as the best choice, in any order of the allowances', () => {
  fc.assert(
    fc.property(cases, ({ items, capacities, order }) => {
      const covered = coveredItems(items, capacities)
      expect(covered.filter(Boolean)).toHaveLength(mostCovered(items, capacities))
      const shuffledItems = items.map((fitting) => fitting.map((allowance) => order.indexOf(allowance)).reverse())
      const shuffled = order.map((allowance) => capacities[allowance] ?? 0)
      expect(coveredItems(shuffledItems, shuffled)).toEqual(covered)
    }),
    { numRuns: 100 * inject('scale') },
  )
})

it('is quick for many items', () => {
  const items = Array.from({ length: 20_000 }, () => [0, 1])
  expect(coveredItems(items, [10, 15_000]).filter(Boolean)).toHaveLength(15_010)
})
