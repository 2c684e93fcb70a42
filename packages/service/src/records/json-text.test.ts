import { finish } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLength, writeJson } from './json-text.js'

function isLongerThan(value: unknown, most: number): boolean {
  return finish(jsonLength(value, most)) > most
}

it.each([[{}], [[]], [null], ['\u0001'], [{ a: undefined, b: [undefined, 1] }], [{ '"': { '': [[], {}] } }]])(
  'writes the JSON of %j, and counts its characters',
  (value) => {
    const { length } = JSON.stringify(value)
    expect([isLongerThan(value, length), isLongerThan(value, length - 1)]).toEqual([false, true])
    expect(finish(writeJson(value))).toBe(JSON.stringify(value))
  },
)

it('writes the JSON of any value, and counts its characters', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 5), (value, below) => {
      const { length } = JSON.stringify(value)
      expect(finish(writeJson(value))).toBe(JSON.stringify(value))
      expect(isLongerThan(value, length + below)).toBe(false)
      expect(isLongerThan(value, Math.max(0, length - 1 - below))).toBe(true)
    }),
  )
})
