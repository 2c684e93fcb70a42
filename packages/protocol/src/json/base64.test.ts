import fc from 'fast-check'
import { expect, it } from 'vitest'
import { bytesFromBase64 } from './base64.js'

it('returns the bytes that were encoded, and throws for other text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      expect(bytesFromBase64(btoa(String.fromCharCode(...bytes)))).toEqual(new Uint8Array(bytes))
    }),
  )
  expect(() => bytesFromBase64('a$')).toThrow()
})
