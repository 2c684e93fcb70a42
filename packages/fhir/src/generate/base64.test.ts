import fc from 'fast-check'
import { expect, test } from 'vitest'
import { encodeText } from './base64.js'

test('encodes UTF-8 with padding', () => {
  expect(encodeText('')).toEqual({ data: '', size: 0 })
  expect(encodeText('a')).toEqual({ data: 'YQ==', size: 1 })
  expect(encodeText('ab')).toEqual({ data: 'YWI=', size: 2 })
  expect(encodeText('Núñez')).toEqual({ data: 'TsO6w7Fleg==', size: 7 })
})

test('the platform decodes what it encodes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xd7ff })), (points) => {
      const text = String.fromCodePoint(...points, 0x1f600)
      const { data, size } = encodeText(text)
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      expect(bytes.length).toBe(size)
      expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)).toBe(text)
    }),
  )
})
