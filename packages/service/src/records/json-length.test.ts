import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isLongerThan } from './json-length.js'

it.each([[{}], [[]], [null], ['\u0001'], [{ a: undefined, b: [undefined, 1] }], [{ '"': { '': [[], {}] } }]])(
  'counts the characters of the JSON of %j',
  (value) => {
    const { length } = JSON.stringify(value)
    expect([isLongerThan(value, length), isLongerThan(value, length - 1)]).toEqual([false, true])
  },
)

it('counts the characters of the JSON of any value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 5), (value, below) => {
      const { length } = JSON.stringify(value)
      expect(isLongerThan(value, length + below)).toBe(false)
      expect(isLongerThan(value, Math.max(0, length - 1 - below))).toBe(true)
    }),
  )
})
