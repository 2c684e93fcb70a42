import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSeededRandom, randomInteger, randomString } from './random.js'

function draw(count: number, ...seeds: number[]) {
  const random = createSeededRandom(...seeds)
  return Array.from({ length: count }, () => random.uint32())
}

describe('a seeded source', () => {
  it('returns the same 32-bit numbers for the same seeds', () => {
    expect(draw(3, 1)).toEqual(draw(3, 1))
    fc.assert(
      fc.property(fc.array(fc.nat(Number.MAX_SAFE_INTEGER), { maxLength: 3 }), (seeds) => {
        const numbers = draw(20, ...seeds)
        expect(draw(20, ...seeds)).toEqual(numbers)
        for (const number of numbers) expect(number).toBe(number >>> 0)
      }),
    )
  })

  it('keeps its numbers in later versions, which replay the draws of earlier ones', () => {
    expect([draw(3, 1), draw(3, 1, 2), draw(3, 2 ** 52)]).toEqual([
      [3946844863, 2945667836, 3198868569],
      [2853559072, 262795726, 1513691372],
      [1779376388, 671686825, 2937533272],
    ])
  })

  it('returns other numbers for other seeds, another order or another upper half', () => {
    const streams = [[], [0], [1], [2], [0, 0], [1, 2], [2, 1], [2 ** 32], [2 ** 32 + 1], [2 ** 52]]
    const seen = new Set(streams.map((seeds) => draw(4, ...seeds).join()))
    expect(seen.size).toBe(streams.length)
  })

  it('spreads its bits evenly', () => {
    const numbers = draw(20_000, 42)
    for (let bit = 0; bit < 32; bit++) {
      const ones = numbers.filter((number) => (number >>> bit) & 1).length
      expect(Math.abs(ones - 10_000)).toBeLessThan(400)
    }
  })
})

describe('an integer', () => {
  it('is within its bounds, and reaches both', () => {
    fc.assert(
      fc.property(fc.nat(0xffffffff), fc.integer({ min: -1000, max: 1000 }), fc.nat(4000), (word, min, span) => {
        const value = randomInteger({ uint32: () => word }, min, min + span)
        expect(Number.isInteger(value) && value >= min && value <= min + span).toBe(true)
      }),
    )
    expect(randomInteger({ uint32: () => 0 }, 3, 9)).toBe(3)
    expect(randomInteger({ uint32: () => 0xffffffff }, 3, 9)).toBe(9)
  })
})

it('builds a string from its alphabet', () => {
  const text = randomString(createSeededRandom(1), 500, 'abc')
  expect(text).toMatch(/^[abc]{500}$/)
  expect(new Set(text).size).toBe(3)
  expect(randomString(createSeededRandom(1), 0, 'abc')).toBe('')
})
