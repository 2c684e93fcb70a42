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
        const index = new RowIndex(list, kept)
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
