import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { show } from './json-shape.js'

const texts = fc.string({ unit: fc.constantFrom('a', '"', '\n', '😀', '\\'), maxLength: 100 })
const values = fc.oneof(fc.jsonValue({ maxDepth: 4 }), texts, fc.dictionary(texts, fc.array(texts)))

it('shows the JSON of a value, cut at 80 characters', () => {
  fc.assert(
    fc.property(values, (value) => {
      const text = JSON.stringify(value)
      expect(show(JSON.parse(text))).toBe(text.length > 80 ? `${text.slice(0, 79)}…` : text)
    }),
    { numRuns: 100 * inject('scale') },
  )
})

it('reads only the beginning of a long value', () => {
  const read: string[] = []
  const long = Array.from({ length: 1000 }, () => 1)
  const watched = new Proxy(long, {
    get(list, name) {
      if (/^\d+$/.test(String(name))) read.push(String(name))
      return Reflect.get(list, name)
    },
  })
  show(watched)
  expect(read.length).toBeGreaterThan(0)
  expect(read.length).toBeLessThanOrEqual(80)
})
