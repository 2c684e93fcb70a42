import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { foldText } from './fold-text.js'

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
