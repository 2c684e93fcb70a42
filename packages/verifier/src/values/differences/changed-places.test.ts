import * as fc from 'fast-check'
import { expect, inject, it } from 'vitest'
import { jsonEqual } from '../json/json-equal.js'
import { changedPlaces } from './changed-places.js'

function listPlaces(from: unknown, to: unknown): readonly string[] {
  return Array.from(changedPlaces(from as never, to as never), (place) => place.join('.')).sort()
}

it('lists the innermost places', () => {
  expect(listPlaces({ a: 1, b: { c: [1, 2] } }, { b: { c: [1, 3, { d: 4 }] }, e: {} })).toEqual([
    'a',
    'b.c.1',
    'b.c.2.d',
    'e',
  ])
  expect(listPlaces({ a: 'x' }, { a: { b: 'x' } })).toEqual(['a'])
  expect(listPlaces({ a: [] }, { a: {} })).toEqual(['a'])
  expect(listPlaces([], {})).toEqual([''])
})

it('compares own members only', () => {
  expect(listPlaces({}, { toString: 'x' })).toEqual(['toString'])
})

it('lists nothing exactly for equal values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (from, to) => {
      expect(listPlaces(from, to).length === 0).toBe(jsonEqual(from as never, to as never))
      expect(listPlaces(from, structuredClone(from))).toEqual([])
    }),
    { numRuns: 200 * inject('scale') },
  )
})

it('works at any depth', () => {
  const nest = (leaf: number) => Array.from({ length: 3000 }).reduce<unknown>((inner) => [inner], leaf)
  expect(Array.from(changedPlaces(nest(1) as never, nest(2) as never))).toHaveLength(1)
})
