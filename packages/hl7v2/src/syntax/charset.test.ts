import fc from 'fast-check'
import { expect, it } from 'vitest'
import { byteLengthBetween } from './charset.js'

it('counts the bytes that the encoder writes', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '€', '😀', '\ud800', '\udc00') })
  fc.assert(
    fc.property(texts, fc.nat(30), fc.nat(30), (text, start, length) => {
      const { length: bytes } = new TextEncoder().encode(text.slice(start, start + length))
      expect(byteLengthBetween(text, start, start + length, 'utf-8')).toBe(bytes)
    }),
  )
})
