import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { encodeKey } from './key-text.js'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\0', '\u0001', '\u0002', '0', '1', ';', 'd800', '\ud800', '\udc00'),
    maxLength: 4,
  }),
)

it('encodes different texts differently, and in a form that PostgreSQL stores', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(encodeKey(one) === encodeKey(other)).toBe(one === other)
      expect(encodeKey(one)).not.toContain('\0')
      expect(encodeKey(one)).not.toMatch(/\p{Surrogate}/u)
      expect(encodeKey(one).length).toBeLessThanOrEqual(300)
    }),
    { numRuns: 50 * inject('scale') },
  )
})

it('does not change ids', () => {
  expect(encodeKey('org_01kd6x00000000000000000000')).toBe('org_01kd6x00000000000000000000')
  expect(encodeKey('x'.repeat(301))).not.toBe(encodeKey('x'.repeat(302)))
})
