import { expect, it, vi } from 'vitest'
import { secureRandom } from './secure-random.js'

it('returns every word of the generator of the platform once, in order, and fetches more when they are used up', () => {
  let counter = 0
  const fetch = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (!(array instanceof Uint32Array)) throw new TypeError('Words are drawn.')
    for (let index = 0; index < array.length; index++) array[index] = ++counter
    return array
  })
  try {
    // Uses up the words of an earlier fetch.
    while (fetch.mock.calls.length === 0) secureRandom.uint32()
    for (let expected = 2; expected <= 10_000; expected++) expect(secureRandom.uint32()).toBe(expected)
  } finally {
    fetch.mockRestore()
  }
})

it('keeps no returned word', () => {
  const seen: Uint32Array[] = []
  const original = crypto.getRandomValues.bind(crypto)
  const fetch = vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => {
    if (array instanceof Uint32Array) seen.push(array)
    return original(array)
  })
  try {
    while (seen.length === 0) secureRandom.uint32()
    for (let index = 0; index < 10; index++) secureRandom.uint32()
    expect([...(seen[0] ?? []).slice(0, 11)]).toEqual(Array(11).fill(0))
    expect(new Set(seen[0]).size).toBeGreaterThan(200)
  } finally {
    fetch.mockRestore()
  }
})

it('covers the whole range evenly', () => {
  const words = Array.from({ length: 40_000 }, () => secureRandom.uint32())
  for (let bit = 0; bit < 32; bit++) {
    const ones = words.filter((word) => (word >>> bit) & 1).length
    expect(Math.abs(ones - 20_000)).toBeLessThan(700)
  }
})
