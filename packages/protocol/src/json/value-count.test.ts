import { expect, it } from 'vitest'
import { hasMoreToWrite, hasMoreValues } from './value-count.js'

it.each<[unknown, number]>([
  [null, 1],
  ['', 1],
  [[], 1],
  [{}, 1],
  [[1, [2, 'a'], { b: true }], 7],
  [{ a: { b: { c: [] } }, d: undefined }, 5],
])('counts the values of %j', (value, size) => {
  expect([hasMoreValues(value, size - 1), hasMoreValues(value, size)]).toEqual([true, false])
})

it('examines no more than it needs', () => {
  const values = [1, 2, 3]
  Object.defineProperty(values, 2, { get: () => expect.unreachable() })
  expect(hasMoreValues(values, 2)).toBe(true)
  const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000))
  expect(hasMoreValues(deep, 100)).toBe(true)
})

it('counts the characters of texts if the value is written', () => {
  const texts = { a: ['x'.repeat(640), 'y'] }
  expect([hasMoreToWrite(texts, 13), hasMoreToWrite(texts, 14), hasMoreValues(texts, 4)]).toEqual([true, false, false])
  const names = { ['n'.repeat(640)]: 1, b: 2 }
  expect([hasMoreToWrite(names, 12), hasMoreToWrite(names, 13), hasMoreValues(names, 3)]).toEqual([true, false, false])
})
