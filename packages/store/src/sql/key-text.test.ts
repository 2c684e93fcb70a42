import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { keyText } from './key-text.js'

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('\0', '\u0001', '\u0002', '0', '1', ';', 'd800', '\ud800', '\udc00'),
    maxLength: 4,
  }),
)

it('is different for different texts, and can be stored', () => {
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(keyText(one) === keyText(other)).toBe(one === other)
      expect(keyText(one)).not.toContain('\0')
      expect(keyText(one)).not.toMatch(/\p{Surrogate}/u)
      expect(keyText(one).length).toBeLessThanOrEqual(300)
    }),
    { numRuns: 50 * inject('scale') },
  )
})

it('is the text itself for ids', () => {
  expect(keyText('org_01kd6x00000000000000000000')).toBe('org_01kd6x00000000000000000000')
  expect(keyText('x'.repeat(301))).not.toBe(keyText('x'.repeat(302)))
})
