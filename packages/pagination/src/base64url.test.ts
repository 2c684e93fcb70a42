import { base64urlnopad } from '@scure/base'
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { fromBase64url, toBase64url } from './base64url.js'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Decodes a text with the library; undefined if it throws. */
function decoded(text: string): Uint8Array | undefined {
  try {
    return base64urlnopad.decode(text)
  } catch {
    return undefined
  }
}

it('encodes any bytes as the library does, and decodes them again', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = toBase64url(bytes)
      expect(text).toBe(base64urlnopad.encode(bytes))
      expect(fromBase64url(text)).toEqual(bytes)
    }),
    { numRuns: 200 * inject('scale') },
  )
})

it('decodes only what it encodes', () => {
  const char = fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...letters) },
    fc.constantFrom('=', '+', '/', ' ', 'é', '\u{141}', '\0'),
  )
  fc.assert(
    fc.property(fc.array(char, { maxLength: 9 }), (chars) => {
      const text = chars.join('')
      expect(fromBase64url(text)).toEqual(decoded(text))
    }),
    { numRuns: 500 * inject('scale') },
  )
})

it.each(['A', 'AAAAA', 'AB', 'AAB', 'QQ==', 'Q+', 'Q/', 'Aé', 'A\u{141}'])('does not decode %j', (text) => {
  expect(fromBase64url(text)).toBeUndefined()
})
