import { finish } from '@carebench/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonLength, writeJson } from './json-text.js'

function writeText(value: unknown): string {
  const text = finish(writeJson(value))
  return typeof text === 'string' ? text : new TextDecoder().decode(text)
}

function isLongerThan(value: unknown, most: number): boolean {
  return finish(jsonLength(value, most)) > most
}

it.each([[{}], [[]], [null], ['\u0001'], [{ a: undefined, b: [undefined, 1] }], [{ '"': { '': [[], {}] } }]])(
  'writes the JSON of %j, and counts its characters',
  (value) => {
    const { length } = JSON.stringify(value)
    expect([isLongerThan(value, length), isLongerThan(value, length - 1)]).toEqual([false, true])
    expect(writeText(value)).toBe(JSON.stringify(value))
  },
)

it('writes the JSON of any value, and counts its characters', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 5), (value, below) => {
      const { length } = JSON.stringify(value)
      expect(writeText(value)).toBe(JSON.stringify(value))
      expect(isLongerThan(value, length + below)).toBe(false)
      expect(isLongerThan(value, Math.max(0, length - 1 - below))).toBe(true)
    }),
  )
})

it('encodes long texts, whatever their characters', () => {
  const value = { texts: Array.from({ length: 2000 }, (_, number) => `${'a€😀'.repeat(20)}\ud800${number}`) }
  expect(finish(writeJson(value))).toBeInstanceOf(Uint8Array)
  expect(writeText(value)).toBe(JSON.stringify(value))
  expect(typeof finish(writeJson(value.texts.slice(0, 100)))).toBe('string')
})
