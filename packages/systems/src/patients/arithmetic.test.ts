import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clamp, interpolate, power, roundTo } from './arithmetic.js'

test('power agrees with the platform to twelve digits', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0.05, max: 20, noNaN: true }),
      fc.double({ min: -5, max: 5, noNaN: true }),
      (base, exponent) => {
        const expected = base ** exponent
        expect(Math.abs(power(base, exponent) - expected) / expected).toBeLessThan(1e-12)
      },
    ),
  )
  expect(power(0.9938, 95)).toBeCloseTo(0.9938 ** 95, 12)
})

test('interpolate is constant outside and linear inside', () => {
  const line = [
    [10, 1],
    [20, 3],
  ] as const
  expect([5, 10, 15, 20, 99].map((x) => interpolate(line, x))).toEqual([1, 1, 2, 3, 3])
})

test('roundTo and clamp', () => {
  expect([roundTo(1.25, 1), roundTo(2.345, 0), roundTo(-0.6, 0)]).toEqual([1.3, 2, -1])
  expect([clamp(5, 1, 3), clamp(0, 1, 3), clamp(2, 1, 3)]).toEqual([3, 1, 2])
})
