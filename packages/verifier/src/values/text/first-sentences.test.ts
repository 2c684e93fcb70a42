import { expect, it } from 'vitest'
import { firstSentences } from './first-sentences.js'

it.each([
  ['One. Two. Three. Four.', 'One. Two. Three.'],
  ['One.', 'One.'],
  [
    'Expected "M-1. See there." at member_id, found 1.5. No. Other. More.',
    'Expected "M-1. See there." at member_id, found 1.5. No. Other.',
  ],
  ['Is it? Yes! So? No.', 'Is it? Yes! So?'],
  ['No end', 'No end'],
  ['A " alone. Two. Three. Four.', 'A " alone. Two. Three.'],
  ['', ''],
])('returns for %j the first sentences %j', (text, first) => {
  expect(firstSentences(text)).toBe(first)
})
