import { expect, it } from 'vitest'
import { readTokens } from '../tokens/token.js'
import { isDate, parsePartialDay, readDate } from './written-date.js'

function compare(text: string, expected: string): boolean | undefined {
  const date = readDate(readTokens(text), 0)
  const day = parsePartialDay(expected)
  if (day === undefined) throw new Error(expected)
  return date === undefined ? false : isDate(date, day)
}

it.each<[string, string, boolean | undefined]>([
  ['05/06/2024', '2024-05-06', true],
  ['05/06/2024', '2024-06-05', undefined],
  ['13/06/2024', '2024-06-13', true],
  ['06.05.2024', '2024-05-06', true],
  ['06.05.2024', '2024-06-05', undefined],
  ['5/6/29', '2029-05-06', true],
  ['5/6/30', '1930-05-06', true],
  ['May 6', '2024-05-06', undefined],
  ['May 6', '2024-05-07', false],
  ['May 2024', '2024-05', true],
  ['May 2024', '2024-05-06', false],
  ['may 6', '2024-05-06', false],
  ['02/30/2024', '2024-02-28', false],
  ['20240506', '2024-05-06', true],
  ['20241306', '2024-06-13', false],
])('whether %s is %s is answered by %s', (text, expected, truth) => {
  expect(compare(text, expected)).toBe(truth)
})

it.each(['2024-5-6', '2024-00', '2023-02-29', '24-05-06', ''])('%j is refused', (text) => {
  expect(parsePartialDay(text)).toBeUndefined()
})
