import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { foldText } from './fold-text.js'
import { readTokens } from './token.js'

it.each([
  ['Émile', 'emile'],
  ['O’Neil’s', 'oneils'],
  ['1.5 mg.', '1.5 mg'],
  ['a.b', 'a b'],
  ['ﬁne – STRASSE\tstraße', 'fine strasse strasse'],
  [' … ', ''],
])('folds %j to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

const anything = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc
    .array(fc.constantFrom("O’Neil's", 'Émile', '1.5', 'mg.', '…', ' ', '\t', 'ﬁ', 'ß', 'İ', '-', '9.'))
    .map((parts) => parts.join('')),
)

it('leaves no white space at the ends, and one space between words', () => {
  fc.assert(
    fc.property(anything, (text) => {
      expect(foldText(text)).not.toMatch(/^\s|\s$|\s\s/)
    }),
    { numRuns: 100 * inject('scale') },
  )
})

it('folds a text to the same result after changing its case', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(foldText(text.toUpperCase())).toBe(foldText(text))
    }),
    { numRuns: 100 * inject('scale') },
  )
})

it('reads a sign for a whole phrase as one letter: no other character has more than four tokens', () => {
  const points = Array.from({ length: 0x20_000 }, (_, point) => point).filter(
    (point) => point < 0xd800 || point > 0xdfff,
  )
  const growing = points.map((point) => String.fromCodePoint(point)).filter((text) => text.normalize('NFKD').length > 3)
  expect(growing.length).toBeGreaterThan(80)
  expect(growing.filter((text) => readTokens(text).length > 4 || foldText(text).length > 6)).toStrictEqual([])
  expect(readTokens('\ufdfa').map(({ raw }) => raw)).toStrictEqual(['\ufdfa'])
})

it('folds a million combining marks in linear time, and keeps those of a letter', () => {
  // Sorting them would take hours, and the test would run out of time.
  const marks = '\u0316\u0300'.repeat(500_000)
  expect(foldText(`a${marks}b`)).toBe('ab')
  expect(readTokens(`a${marks}`).length).toBeLessThan(100)
  expect(foldText('n\u0303o')).toBe(foldText('\u00f1o'))
})
