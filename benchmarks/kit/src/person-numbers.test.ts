import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { personNumbers, shuffledNumbers } from './person-numbers.js'

const places = Array.from({ length: 100 }, (_, place) => place)

describe('numbers of people', () => {
  it('have five digits, differ within an instance, and are the same for the same seed', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const numbers = places.map(personNumbers(seed))
        expect(new Set(numbers).size).toBe(places.length)
        expect(Math.min(...numbers)).toBeGreaterThanOrEqual(10_000)
        expect(Math.max(...numbers)).toBeLessThanOrEqual(99_999)
        expect(places.map(personNumbers(seed))).toEqual(numbers)
      }),
      { numRuns: 2 * inject('scale') },
    )
  })

  it('do not reveal the place: the first person has the smaller number in about half of the instances', () => {
    const seeds = Array.from({ length: 200 }, (_, index) => 1000 + index * 200)
    const smaller = seeds.filter((seed) => personNumbers(seed)(0) < personNumbers(seed)(1)).length
    expect(smaller).toBeGreaterThan(70)
    expect(smaller).toBeLessThan(130)
  })

  it('throw for a person beyond the hundredth', () => {
    expect(() => personNumbers(1)(100)).toThrow('place: expected an integer from 0 to 99, got 100')
  })
})

it('numbers of records run from 1, in an order that depends on the seed', () => {
  const orders = [1, 2, 3, 4, 5, 6].map((seed) => shuffledNumbers(seed, 'notes', 4))
  for (const order of orders) expect(order.toSorted()).toEqual([1, 2, 3, 4])
  expect(new Set(orders.map(String)).size).toBeGreaterThan(1)
})
