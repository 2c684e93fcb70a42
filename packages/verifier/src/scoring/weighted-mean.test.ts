import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { totalWeight, type Weighted, weightedMean } from './weighted-mean.js'

const weight = fc.oneof(
  fc.constantFrom(0, 5e-324, 1e308, Number.MAX_VALUE, 2.2250738585072014e-308, 1, 3, 0.1),
  fc.double({ min: 0, max: Number.MAX_VALUE, noNaN: true }),
)
const score = fc.oneof(fc.constantFrom(0, 1, 5e-324, 1 / 3, 0.1), fc.double({ min: 0, max: 1, noNaN: true }))
const items = fc.array(fc.record({ score, weight }), { maxLength: 12 })

/** Returns an exact fraction from the binary value of a double: value × 2^1074 is an integer. */
function exact(value: number): bigint {
  let scaled = value
  let shift = 0
  // Multiplying by 2 is exact until the value is an integer.
  while (!Number.isInteger(scaled)) {
    scaled *= 2
    shift++
  }
  return BigInt(scaled) << BigInt(1074 - shift)
}

const unit = 1n << 1074n

describe('weightedMean', () => {
  it.each<[readonly Weighted[], number]>([
    [[], 0],
    [[{ score: 1, weight: 0 }], 0],
    [
      [
        { score: 1, weight: 3 },
        { score: 0.25, weight: 1 },
      ],
      0.8125,
    ],
    [
      [
        { score: 1, weight: 5e-324 },
        { score: 0, weight: 5e-324 },
      ],
      0.5,
    ],
    [
      [
        { score: 1, weight: 1e308 },
        { score: 0, weight: 1e308 },
        { score: 0.5, weight: 1e308 },
      ],
      0.5,
    ],
    [
      [
        { score: 1, weight: 0.1 },
        { score: 1, weight: 0.2 },
        { score: 1, weight: 0.3 },
      ],
      1,
    ],
  ])('of %j is %d', (list, mean) => {
    expect(weightedMean(list)).toBe(mean)
  })

  it('is the exact quotient up to three roundings [scoring.unrounded]', () => {
    fc.assert(
      fc.property(items, (list) => {
        const mean = weightedMean(list)
        const total = list.reduce((sum, item) => sum + exact(item.weight), 0n) * unit
        const gained = list.reduce((sum, item) => sum + exact(item.weight) * exact(item.score), 0n)
        if (total === 0n) {
          expect(mean).toBe(0)
          return
        }
        const error = exact(mean) * total - gained * unit
        const size = error < 0n ? -error : error
        // Two ulps of the quotient, or one step of the smallest doubles.
        expect(size * (1n << 51n) <= gained * unit || size <= total).toBe(true)
      }),
    )
  })

  it('is the same to the bit whichever way the sums are computed', () => {
    const whole = fc.oneof(fc.constantFrom(1, 2, 2 ** 26 + 1, 2 ** 27, 2 ** 40 + 3, 2 ** 41 + 1), fc.nat(9))
    fc.assert(
      fc.property(fc.array(fc.record({ score, weight: whole }), { maxLength: 12 }), (list) => {
        // These weights are not whole, so they take the general path.
        const halved = list.map((item) => ({ ...item, weight: item.weight / 2 ** 50 }))
        expect(weightedMean(list)).toBe(weightedMean(halved))
      }),
      { numRuns: 400 * inject('scale') },
    )
  })

  it('keeps every bit when the order changes or the weights are scaled by a power of two [scoring.order-free]', () => {
    fc.assert(
      fc.property(
        items.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        fc.integer({ min: -40, max: 40 }),
        ([list, shuffled], power) => {
          expect(weightedMean(shuffled)).toBe(weightedMean(list))
          const scaled = list.map((item) => ({ ...item, weight: item.weight * 2 ** power }))
          if (scaled.every((item, i) => item.weight / 2 ** power === list[i]?.weight && item.weight < Infinity)) {
            expect(weightedMean(scaled)).toBe(weightedMean(list))
          }
        },
      ),
    )
  })

  it('has a total that fits a double', () => {
    expect(
      totalWeight([
        { score: 0, weight: 0.1 },
        { score: 0, weight: 0.2 },
      ]),
    ).toBe(0.30000000000000004)
    expect(
      totalWeight([
        { score: 0, weight: 1e308 },
        { score: 0, weight: 1e308 },
      ]),
    ).toBe(Number.MAX_VALUE)
    expect(totalWeight([{ score: 0, weight: 5e-324 }])).toBe(5e-324)
    expect(totalWeight([])).toBe(0)
  })
})
