import fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { findJsonFault } from './json-fault.js'

it.each([
  ['', 0],
  ['{"a": [1, 2}', 11],
  ['{"a" 1}', 5],
  ['{"a": 1,}', 8],
  ['[1,]', 3],
  ["{'a': 1}", 1],
  ['[1] x', 4],
  ['{"a": tru}', 6],
  ['{"a": "b', 6],
  ['[01]', 2],
  ['{"a": 1', 7],
])('finds the fault of %j', (text, index) => {
  expect(findJsonFault(text)).toBe(index)
})

it('finds no fault in JSON, and finds an invalid character between two tokens', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(), (value, pick) => {
      const text = JSON.stringify(value, null, 1)
      expect(findJsonFault(text)).toBe(text.length)
      const lines = text.split('\n')
      const before = lines
        .slice(0, pick % lines.length)
        .map((line) => `${line}\n`)
        .join('')
      expect(findJsonFault(`${before};${text.slice(before.length)}`)).toBe(before.length)
    }),
    { numRuns: 50 * inject('scale') },
  )
})
