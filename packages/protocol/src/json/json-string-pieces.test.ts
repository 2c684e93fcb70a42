import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { jsonStringPieces } from './json-string-pieces.js'

it('writes the text of JSON.stringify in pieces without splitting surrogate pairs', () => {
  const part = fc.constantFrom('a', '"', '\\n', '\u{1f600}', '\ud83d', '\ude00')
  fc.assert(
    fc.property(fc.nat(3), part, part, (offset, one, other) => {
      const text = 'b'.repeat(offset) + (one + other).repeat(70_000)
      const pieces = [...jsonStringPieces(text)]
      expect(pieces.join('') === JSON.stringify(text)).toBe(true)
      expect(pieces.every(({ length }) => length <= 6 * 65_536)).toBe(true)
    }),
    { numRuns: 10 * inject('scale') },
  )
})
