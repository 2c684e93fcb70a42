import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { sortPlaces } from './sort-numbers.js'

const numbers = fc.array(
  fc.oneof(fc.integer({ min: -3, max: 3 }), fc.double({ noNaN: true }), fc.constantFrom(-Infinity, Infinity, 0)),
  { maxLength: 200 },
)

describe('places of numbers in order', () => {
  it.each([
    ['ascending', 1],
    ['descending', -1],
  ] as const)('are those of a stable sort: %s', (_name, sign) => {
    fc.assert(
      fc.property(numbers, (list) => {
        const places = list.map((_, place) => place)
        // Infinities have no difference.
        const compare = (one = 0, other = 0) => (one === other ? 0 : one < other ? -sign : sign)
        expect([...sortPlaces(list, sign < 0)]).toEqual(places.sort((one, other) => compare(list[one], list[other])))
      }),
      { numRuns: 50 * inject('scale') },
    )
  })
})
