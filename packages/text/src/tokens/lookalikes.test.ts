import { expect, it } from 'vitest'
import { foldLookalikes } from './lookalikes.js'

it.each<[string, string, string]>([
  ['Cyrillic letters in a Latin word', 'd\u0435ni\u0435d', 'denied'],
  ['Greek capitals in a Latin word', 'D\u0395\u039dIED', 'DenIED'],
  ['a word of look-alikes only', '\u0421\u0410\u0420', 'cap'],
  ['small capitals', '\u1d04\u1d00\u1d18', 'cap'],
  ['a stroke', 'S\u00f8rensen', 'Sorensen'],
  ['a word with other letters', '\u0434\u0430', '\u0434\u0430'],
  ['a Greek letter alone', 'TNF-\u03b1', 'TNF-\u03b1'],
  ['Latin letters', 'approved', 'approved'],
])('folds %s', (_, text, folded) => {
  expect(foldLookalikes(text)).toBe(folded)
})
