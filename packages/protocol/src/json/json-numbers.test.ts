import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { endOfJsonString, findUncarriedNumber } from './json-numbers.js'

it.each([
  ['9007199254740993', 0, '9007199254740993'],
  ['[1, -12345678901234567890]', 4, '-12345678901234567890'],
  ['{"a": "9007199254740993", "b": 1e999}', 31, '1e999'],
  ['{"a\\"": 9007199254740992}', 8, '9007199254740992'],
])('finds the number in %s', (text, at, token) => {
  expect(findUncarriedNumber(text)).toEqual({ at, text: token })
})

it.each(['9007199254740991', '[-9007199254740991, 0.1234567890123456789, 1e300]', '"9007199254740993"', '"1e999\\""'])(
  'finds no such number in %s',
  (text) => {
    expect(findUncarriedNumber(text)).toBeUndefined()
  },
)

it('finds the end of a string', () => {
  expect(endOfJsonString('["a\\"b", 1]', 1)).toBe(6)
  expect(endOfJsonString('"a', 0)).toBe(2)
})

it('finds the same end of long strings as a search character by character', () => {
  const parts = fc.constantFrom('x', 'x'.repeat(60), '\\', '\\"', '"', '\\'.repeat(63))
  const texts = fc.array(parts, { maxLength: 12 }).map((all) => `"${all.join('')}`)
  const endOf = (text: string) => /^"(?:[^"\\]|\\[\s\S])*"/.exec(text)?.[0].length
  fc.assert(
    fc.property(texts, (text) => {
      expect(endOfJsonString(text, 0)).toBe((endOf(text) ?? text.length + 1) - 1)
    }),
    { numRuns: 100 * inject('scale') },
  )
})
