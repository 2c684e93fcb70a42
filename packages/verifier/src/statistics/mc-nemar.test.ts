import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { mcNemar } from './mc-nemar.js'

// Fagerland, Lydersen and Laake (2013). The McNemar test for binary matched-pairs data: mid-p and asymptotic are better
// than exact conditional. BMC Medical Research Methodology 13:91, table 1: of 21 children 1 and 7 changed. By formulas
// (1) and (2) of its supplement: 2 · (1 + 8) / 2^8, less 8 / 2^8 for mid-p.
it('matches the published values', () => {
  expect(mcNemar(1, 7)).toBe(18 / 256)
  expect(mcNemar(7, 1)).toBe(18 / 256)
  expect(mcNemar(1, 7, 'mid-p')).toBe(10 / 256)
})

it('gives 1 if nothing differs or, without mid-p, if both sides win equally often', () => {
  expect(mcNemar(0, 0)).toBe(1)
  expect(mcNemar(0, 0, 'mid-p')).toBe(1)
  expect(mcNemar(5, 5)).toBe(1)
  // 1 - C(2, 1) / 2^2 / 2
  expect(mcNemar(1, 1, 'mid-p')).toBe(0.75)
  expect(mcNemar(0, 1)).toBe(1)
  expect(mcNemar(0, 5)).toBe(2 / 32)
})

it('rejects invalid counts', () => {
  for (const count of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => mcNemar(count, 1)).toThrow(RangeError)
    expect(() => mcNemar(1, count)).toThrow(/whole numbers of pairs from 0/)
  }
})

/** Returns the probability of a split at least as uneven, by enumerating every outcome of the pairs. */
function countWays(first: number, second: number): number {
  const pairs = first + second
  let ways = 0
  for (let set = 0; set < 2 ** pairs; set++) {
    let won = 0
    for (let index = 0; index < pairs; index++) won += (set >> index) & 1
    if (Math.abs(2 * won - pairs) >= Math.abs(first - second)) ways++
  }
  return ways / 2 ** pairs
}

const few = fc.integer({ min: 0, max: 6 })

it('equals the result of enumerating every outcome', () => {
  fc.assert(
    fc.property(few, few, (first, second) => {
      expect(mcNemar(first, second)).toBeCloseTo(countWays(first, second), 14)
    }),
  )
})

/** Exact, in whole numbers. */
function byWholeNumbers(first: number, second: number): number {
  const pairs = first + second
  let term = 1n
  let sum = 0n
  for (let i = 0; i <= Math.min(first, second); i++) {
    sum += term
    term = (term * BigInt(pairs - i)) / BigInt(i + 1)
  }
  const scaled = (sum * 2n * 10n ** 40n) / 2n ** BigInt(pairs)
  return Math.min(1, Number(scaled) / 1e40)
}

const many = fc.integer({ min: 0, max: 3000 })

it('is accurate to 1e-11 for many pairs', () => {
  fc.assert(
    fc.property(many, many, (first, second) => {
      const exact = byWholeNumbers(first, second)
      expect(Math.abs(mcNemar(first, second) - exact)).toBeLessThanOrEqual(1e-11 * exact + 1e-39)
    }),
    { numRuns: 8 * inject('scale') },
  )
  expect(mcNemar(0, 100_000)).toBe(0)
  expect(mcNemar(500_000, 500_100)).toBeGreaterThan(0.9)
})

it('is a probability, symmetric, smaller for mid-p, and falls as the split becomes more uneven', () => {
  fc.assert(
    fc.property(many, many, (first, second) => {
      const exact = mcNemar(first, second)
      const midP = mcNemar(first, second, 'mid-p')
      expect(exact >= 0 && exact <= 1 && midP >= 0 && midP <= exact).toBe(true)
      expect([mcNemar(second, first), mcNemar(second, first, 'mid-p')]).toEqual([exact, midP])
      if (first >= second && second > 0) expect(mcNemar(first + 1, second - 1)).toBeLessThanOrEqual(exact + 1e-12)
    }),
  )
})
