import { expect, it } from 'vitest'
import { excerpt } from './excerpt.js'

it.each([
  ['ABC', 2, 'AB'],
  ['ABC', 3, 'ABC'],
  ['ABC', 9, 'ABC'],
  ['', 2, ''],
  ['A\u{1F600}B', 1, 'A'],
  ['A\u{1F600}B', 2, 'A'],
  ['A\u{1F600}B', 3, 'A\u{1F600}'],
  ['\u{1F600}', 2, '\u{1F600}'],
])('truncates %j to %d characters', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected)
})
