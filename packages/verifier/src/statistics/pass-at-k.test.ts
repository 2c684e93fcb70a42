import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { passAtK, passHatK } from './pass-at-k.js'

// Chen et al. (2021). Evaluating Large Language Models Trained on Code. arXiv:2107.03374, section 2.1: pass@k is the
// mean of 1 - C(n-c, k) / C(n, k). The figures of 3 of 8 attempts are those of the README of pass-at-k 0.0.1 on PyPI.
it.each([
  [8, 3, 1, 0.375],
  [8, 3, 5, 0.9821],
])('estimates pass@k of %i attempts, %i passed, k %i', (attempts, passed, k, expected) => {
  expect(passAtK(attempts, passed, k)).toBeCloseTo(expected, 4)
})

// Yao et al. (2024). tau-bench: A Benchmark for Tool-Agent-User Interaction in Real-World Domains. arXiv:2406.12045,
// section 3: pass^k is the mean of C(c, k) / C(n, k). Counted by hand: C(3, 2) / C(4, 2) = 3 / 6.
it('estimates pass^k of 4 attempts, 3 passed, k 2, and pass@k with 1 passed', () => {
  expect(passHatK(4, 3, 2)).toBe(0.5)
  expect(passAtK(4, 1, 2)).toBe(0.5)
})

it('rejects invalid counts', () => {
  for (const [attempts, passed, k] of [
    [2, 3, 1],
    [2, 1, 3],
    [2, 1, 0],
    [2, -1, 1],
    [2, 1, 1.5],
    [Number.NaN, 1, 1],
  ] as const) {
    expect(() => passAtK(attempts, passed, k)).toThrow(RangeError)
    expect(() => passHatK(attempts, passed, k)).toThrow(/1 <= k <= attempts/)
  }
})

function counts(max: number) {
  return fc
    .integer({ min: 1, max })
    .chain((attempts) =>
      fc.tuple(fc.constant(attempts), fc.integer({ min: 0, max: attempts }), fc.integer({ min: 1, max: attempts })),
    )
}

/** Proportions of all draws of k attempts, the first of which passed, with at least one pass, and with only passes. */
function drawAll(attempts: number, passed: number, k: number) {
  let any = 0
  let all = 0
  let draws = 0
  for (let set = 0; set < 2 ** attempts; set++) {
    const drawn = Array.from({ length: attempts }, (_, index) => index).filter((index) => (set >> index) & 1)
    if (drawn.length !== k) continue
    draws++
    if (drawn.some((index) => index < passed)) any++
    if (drawn.every((index) => index < passed)) all++
  }
  return { any: any / draws, all: all / draws }
}

it('equals the result of enumerating every draw', () => {
  fc.assert(
    fc.property(counts(9), ([attempts, passed, k]) => {
      const { any, all } = drawAll(attempts, passed, k)
      expect(passAtK(attempts, passed, k)).toBeCloseTo(any, 13)
      expect(passHatK(attempts, passed, k)).toBeCloseTo(all, 13)
    }),
  )
})

function choose(n: number, k: number): bigint {
  let value = 1n
  for (let i = 1n; i <= BigInt(k); i++) value = (value * (BigInt(n) - BigInt(k) + i)) / i
  return n < k ? 0n : value
}

/** Returns a quotient of whole numbers to 30 decimal places. */
function quotient(a: bigint, b: bigint): number {
  return Number((a * 10n ** 30n) / b) / 1e30
}

it('is accurate to 1e-12 for many attempts', () => {
  fc.assert(
    fc.property(counts(2000), ([attempts, passed, k]) => {
      const drawn = choose(attempts, k)
      const any = quotient(drawn - choose(attempts - passed, k), drawn)
      const all = quotient(choose(passed, k), drawn)
      expect(Math.abs(passAtK(attempts, passed, k) - any)).toBeLessThanOrEqual(1e-12 * any + 1e-29)
      expect(Math.abs(passHatK(attempts, passed, k) - all)).toBeLessThanOrEqual(1e-12 * all + 1e-29)
    }),
    { numRuns: 8 * inject('scale') },
  )
})

it('keeps small probabilities, and accepts any number of attempts', () => {
  expect(passAtK(1e12, 1, 3)).toBeCloseTo(3e-12, 26)
  expect(passAtK(9e15, 5, 2e15)).toBeGreaterThan(0.6)
  expect(passHatK(9e15, 9e15 - 1, 10)).toBeCloseTo(1, 12)
  expect(passAtK(2e6, 1e6, 1e6)).toBe(1)
})

it('is monotone: more tries or passes make pass@k no smaller, more tries make pass^k no larger', () => {
  fc.assert(
    fc.property(counts(300), ([attempts, passed, k]) => {
      const slack = 1e-12
      const [any, all] = [passAtK(attempts, passed, k), passHatK(attempts, passed, k)]
      expect(all >= 0 && all <= any + slack && any <= 1).toBe(true)
      // At least one pass is the opposite of all failing: the two estimators mirror each other.
      expect(1 - passHatK(attempts, attempts - passed, k)).toBeCloseTo(any, 12)
      if (k < attempts) {
        expect(passAtK(attempts, passed, k + 1)).toBeGreaterThanOrEqual(any - slack)
        expect(passHatK(attempts, passed, k + 1)).toBeLessThanOrEqual(all + slack)
      }
      if (passed < attempts) {
        expect(passAtK(attempts, passed + 1, k)).toBeGreaterThanOrEqual(any - slack)
        expect(passHatK(attempts, passed + 1, k)).toBeGreaterThanOrEqual(all - slack)
      }
      expect(passAtK(attempts, passed, 1)).toBe(passed / attempts)
      expect(passHatK(attempts, passed, 1)).toBe(passed / attempts)
    }),
  )
})
