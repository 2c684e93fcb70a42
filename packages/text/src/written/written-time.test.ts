import { expect, it } from 'vitest'
import { readTokens } from '../tokens/token.js'
import { isTimeAt, parseTime, readTime } from './written-time.js'

function compare(text: string, expected: string): boolean | undefined {
  const time = readTime(readTokens(text), 0)
  const minutes = parseTime(expected)
  if (minutes === undefined) throw new Error(expected)
  return time === undefined ? false : isTimeAt(time, minutes)
}

it.each<[string, string, boolean | undefined]>([
  ['14:30', '14:30', true],
  ['2:30 p.m.', '14:30', true],
  ['2:30', '14:30', undefined],
  ['2:30', '02:30', undefined],
  ['02:30', '02:30', true],
  ['02:30', '14:30', false],
  ['12:30', '12:30', true],
  ['12:30', '00:30', undefined],
  ['12 am', '00:00', true],
  ['12 noon', '12:00', true],
  ['14:30 am', '14:30', false],
  ['24:30', '00:30', false],
  ['14:60', '15:00', false],
  ['1430', '14:30', undefined],
  ['1430 hrs', '14:30', true],
  ['1430 mL', '14:30', false],
  ['quarter to three in the afternoon', '14:45', true],
  ['quarter past twelve', '12:15', true],
  ['11 to 1 pm', '11:00', true],
  ['9-10 am', '09:00', true],
  ['9', '09:00', false],
  ['14:30:12:04', '14:30', false],
])('compares %s with %s: %s', (text, expected, truth) => {
  expect(compare(text, expected)).toBe(truth)
})

it.each(['24:00', '9:00', '09:60', '0900', ''])('rejects %j', (text) => {
  expect(parseTime(text)).toBeUndefined()
})
