import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { foldSpeech } from '../../packages/systems/src/listening.js'
import { foldText } from '../../packages/verifier/src/text/fold-text.js'

// What a persona understands and what a criterion finds in a transcript must be the same words.
it('simulators hear a text as the verifier reads it', () => {
  const anything = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))
  const spoken = fc
    .array(fc.constantFrom("O’Neil's", 'Émile', '1.5', 'mg.', '…', ' ', '\t', 'ﬁ', 'ß', 'İ', '-', '9.'))
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(fc.oneof(anything, spoken), (text) => {
      expect(foldSpeech(text)).toBe(foldText(text))
    }),
    { numRuns: 100 * inject('scale') },
  )
})
