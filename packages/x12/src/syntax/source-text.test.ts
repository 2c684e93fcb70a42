/// <reference types="node" />
import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { decodeText, encodeText, SourceText } from './source-text.js'

it('reads UTF-8, and ISO 8859-1 if the bytes are not UTF-8', () => {
  expect(decodeText(new Uint8Array([0xc3, 0xa9])).text).toBe('é')
  expect(decodeText(new Uint8Array([0xe9]))).toMatchObject({ text: 'é', charset: 'iso-8859-1' })
})

it('restores the same bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40_000 }), (bytes) => {
      const { text, charset } = decodeText(bytes)
      expect(encodeText(text, charset)).toEqual(bytes)
    }),
    { numRuns: 10 * inject('scale') },
  )
})

const scale = inject('scale')

it('counts bytes as an encoder does', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 3000 }), fc.nat(), (text, place) => {
      const characters = Array.from(text)
      const before = characters.slice(0, place % (characters.length + 1)).join('')
      expect(new SourceText(text, 'utf-8').byteOffset(before.length)).toBe(new TextEncoder().encode(before).length)
    }),
    { numRuns: 8 * scale },
  )
})

it('counts three bytes for an unpaired surrogate', () => {
  const source = new SourceText('\udc00A\ud83d\ud83d\udc00\udc00', 'utf-8')
  expect([1, 2, 3, 5, 6].map((index) => source.byteOffset(index))).toEqual([3, 4, 7, 11, 14])
})
