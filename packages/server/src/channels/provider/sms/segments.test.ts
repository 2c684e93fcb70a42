import { expect, it } from 'vitest'
import { countSegments } from './segments.js'

it.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  [`${'a'.repeat(159)}€`, 2],
  ['ж'.repeat(70), 1],
  ['ж'.repeat(71), 2],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
  // Neither the two places of a bracket nor the halves of a surrogate pair are divided: 76 brackets and 33 emoji fill a
  // segment.
  [']'.repeat(80), 1],
  [']'.repeat(152), 2],
  [']'.repeat(153), 3],
  [`${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  [`${'a'.repeat(151)}€${'a'.repeat(153)}`, 2],
  ['😀'.repeat(66), 2],
  ['😀'.repeat(67), 3],
  [`${'ж'.repeat(66)}😀${'ж'.repeat(66)}`, 3],
  ['\f'.repeat(80), 1],
  ['\f'.repeat(81), 2],
])('counts the segments of a text, case %#', (text, segments) => {
  expect(countSegments(text)).toBe(segments)
})
