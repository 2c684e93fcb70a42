import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeBase64, encodeBase64 } from './base64.js'

it('gives back the bytes, also of more than one piece', () => {
  expect(encodeBase64(new Uint8Array([0, 255, 128]))).toBe('AP+A')
  const long = Uint8Array.from({ length: 20_000 }, (_, index) => index % 256)
  expect(decodeBase64(encodeBase64(long))).toEqual(long)
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      expect([...decodeBase64(encodeBase64(bytes))]).toEqual([...bytes])
    }),
  )
})
