import { finish } from '@carebench/protocol/wire'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { digestPiecesInSteps, digestText } from './text-digest.js'

/** Units whose encoding depends on where a text is split. */
const unit = fc.constantFrom('a', 'é', '😀', '\ud83d', '\ude00')

it('digests the UTF-8 of a text, wherever its pieces and steps end', () => {
  const end = fc.string({ unit, maxLength: 8 })
  const pieces = fc.array(fc.tuple(fc.integer({ min: 0, max: 65_540 }), end), { maxLength: 4 })
  fc.assert(
    fc.property(pieces, (drawn) => {
      const texts = drawn.map(([length, last]) => `${'x'.repeat(length)}${last}`)
      const whole = texts.join('')
      const digest = bytesToHex(sha256(utf8ToBytes(whole)))
      expect(digestText(whole)).toBe(digest)
      expect(finish(digestPiecesInSteps(texts))).toBe(digest)
    }),
  )
})

it('keeps a pair together that a step would split', () => {
  const text = `${'x'.repeat(65_535)}😀`
  expect(digestText(text)).toBe(bytesToHex(sha256(utf8ToBytes(text))))
})
