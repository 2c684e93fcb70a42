import { expect, it } from 'vitest'
import { segmentsOf } from './segments.js'

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
])('counts the segments of a text, case %#', (text, segments) => {
  expect(segmentsOf(text)).toBe(segments)
})
