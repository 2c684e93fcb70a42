import fc from 'fast-check'
import { expect, it } from 'vitest'
import { twoSidedQuantile } from './normal-quantile.js'
import { wilsonInterval } from './wilson-interval.js'

// Newcombe, R. G. (1998). Two-sided confidence intervals for the single proportion: comparison of seven methods.
// Statistics in Medicine 17, 857-872. Table I, method 3 (score without continuity correction), 95 %.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('has the published value for %i of %i', (successes, trials, low, high) => {
  const interval = wilsonInterval(successes, trials)
  expect(interval?.value).toBe(successes / trials)
  expect(interval?.low).toBeCloseTo(low, 4)
  expect(interval?.high).toBeCloseTo(high, 4)
})

// NIST/SEMATECH e-Handbook of Statistical Methods 1.3.6.7.1, and Abramowitz and Stegun (1964), table 26.1: the
// two-sided points of the standard normal distribution.
it.each([
  [0.5, 0.67448975],
  [0.9, 1.64485363],
  [0.95, 1.95996398],
  [0.99, 2.5758293],
  [0.999, 3.29052673],
])('has the quantile of %f', (confidence, z) => {
  expect(twoSidedQuantile(confidence)).toBeCloseTo(z, 8)
})

it('accepts a quantile instead of a level', () => {
  expect(wilsonInterval(9, 10, { z: 1.96 })?.low).toBeCloseTo(0.5958, 4)
  expect(wilsonInterval(9, 10, { confidence: 0.99 })?.low).toBeLessThan(0.5)
})

it('is null without trials and rejects invalid counts and levels', () => {
  expect(wilsonInterval(0, 0)).toBeNull()
  for (const [successes, trials] of [
    [2, 1],
    [-1, 5],
    [0.5, 2],
    [0, Number.NaN],
    [0, Number.POSITIVE_INFINITY],
  ] as const) {
    expect(() => wilsonInterval(successes, trials)).toThrow(RangeError)
  }
  for (const confidence of [0, 1, -1, Number.NaN])
    expect(() => wilsonInterval(1, 2, { confidence })).toThrow(RangeError)
  for (const z of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => wilsonInterval(1, 2, { z })).toThrow(/Expected z to be a finite number above 0/)
  }
})

const counts = fc
  .oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 40 }))
  .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)))
const z = fc.double({ min: 0.01, max: 8, noNaN: true })

it('contains exactly the proportions that a score test would not reject', () => {
  fc.assert(
    fc.property(counts, z, ([successes, trials], quantile) => {
      const interval = wilsonInterval(successes, trials, { z: quantile })
      if (interval === null) throw new Error('Expected an interval.')
      // Both ends solve (share - p)^2 = z^2 p (1 - p) / n, which is how the interval is defined.
      for (const p of [interval.low, interval.high]) {
        const left = (interval.value - p) ** 2
        const right = (quantile ** 2 * p * (1 - p)) / trials
        expect(Math.abs(left - right)).toBeLessThan(1e-11 * (1 + right) + 1e-9 * Math.max(left, right))
      }
    }),
  )
})

it('stays within 0 to 1 around the proportion, mirrors, and widens with a higher level and fewer trials', () => {
  fc.assert(
    fc.property(counts, z, z, ([successes, trials], first, other) => {
      const narrow = wilsonInterval(successes, trials, { z: Math.min(first, other) })
      const wide = wilsonInterval(successes, trials, { z: Math.max(first, other) })
      const mirrored = wilsonInterval(trials - successes, trials, { z: Math.min(first, other) })
      const twice = wilsonInterval(successes * 2, trials * 2, { z: Math.min(first, other) })
      if (narrow === null || wide === null || mirrored === null || twice === null)
        throw new Error('Expected four intervals.')
      expect(narrow.low >= 0 && narrow.low <= narrow.value && narrow.value <= narrow.high && narrow.high <= 1).toBe(
        true,
      )
      expect(narrow.high).toBeGreaterThan(narrow.low)
      expect(wide.low).toBeLessThanOrEqual(narrow.low + 1e-15)
      expect(wide.high).toBeGreaterThanOrEqual(narrow.high - 1e-15)
      expect(1 - mirrored.high).toBeCloseTo(narrow.low, 12)
      expect(twice.high - twice.low).toBeLessThanOrEqual(narrow.high - narrow.low + 1e-15)
    }),
  )
})

it('is the whole range if the confidence exceeds the precision of doubles', () => {
  for (const z of [1e100, 1e154, 1e200, Number.MAX_VALUE]) {
    expect(wilsonInterval(1, 2, { z })).toEqual({ value: 0.5, low: 0, high: 1 })
    expect(wilsonInterval(0, 2, { z })).toEqual({ value: 0, low: 0, high: 1 })
  }
  expect(wilsonInterval(1, 2, { z: Number.MIN_VALUE })).toEqual({ value: 0.5, low: 0.5, high: 0.5 })
})
