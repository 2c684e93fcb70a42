import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonEqual } from '@carebench/verifier/kinds'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { RowIndex } from './row-index.js'

const key = fc.constantFrom('k', 'constructor', '__proto__')
const value = fc.constantFrom<JsonValue>(0, 1, '1', null, '', true, [1], { a: 1 })
const rows = fc.array(
  fc
    .dictionary(fc.constantFrom('k', 'other', 'constructor'), value)
    .map((row): JsonObject => JSON.parse(JSON.stringify(row)) as JsonObject),
  { maxLength: 8 },
)

it('finds what a scan finds, however it was prepared and queried', () => {
  fc.assert(
    fc.property(
      rows,
      fc.boolean(),
      fc.array(fc.tuple(key, value)),
      fc.array(fc.tuple(key, value)),
      (list, kept, wants, finds) => {
        const index = new RowIndex({ list, at: '/portal/x' }, kept)
        for (const [name, wanted] of wants) index.announce(name, wanted)
        for (const [name, wanted] of [...finds, ...wants]) {
          const scanned = list.flatMap((row, position) =>
            Object.hasOwn(row, name) && jsonEqual(row[name] as JsonValue, wanted) ? [position] : [],
          )
          expect(index.find(name, wanted)).toEqual(scanned)
          index.announce(name, wanted)
        }
      },
    ),
  )
})

it('refuses anything but objects, whatever is asked first', () => {
  const queries: readonly ((index: RowIndex) => unknown)[] = [
    (index) => index.rows,
    (index) => index.having('k'),
    (index) => index.find('k', [1]),
    (index) => index.find('k', 1),
    (index) => index.find('length', 1),
    (index) => index.find('0', 'x'),
    (index) => [index.announce('k', 1), index.announce('k', 2), index.find('k', 1)],
  ]
  for (const wrong of [null, 'x', 7, true, [1], ['x']] as unknown as JsonObject[]) {
    for (const kept of [false, true]) {
      for (const query of queries) {
        const index = new RowIndex({ list: [{ k: 1 }, wrong], at: '/portal/x' }, kept)
        expect(() => query(index)).toThrow('Expected /portal/x/1 to be a row, an object, got ')
        expect(() => index.rows).toThrow(TypeError)
      }
    }
  }
})
