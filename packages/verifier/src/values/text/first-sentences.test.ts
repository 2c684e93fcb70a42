import { expect, it } from 'vitest'
import { firstSentences } from './first-sentences.js'

it.each([
  ['One. Two. Three.', 'One. Two.'],
  ['One.', 'One.'],
  [
    'Expected "M-1. See there." at member_id, found 1.5. No. Other.',
    'Expected "M-1. See there." at member_id, found 1.5. No.',
  ],
  ['Is it? Yes! So?', 'Is it? Yes!'],
  ['No end', 'No end'],
  ['A " alone. Two. Three.', 'A " alone. Two.'],
  ['', ''],
])('%j begins with %j', (text, first) => {
  expect(firstSentences(text)).toBe(first)
})
