/**
 * Prints the wire table as plain JSON: dist/wire-table.js takes the place of src/wire-table.ts in the published
 * package. Rows are arrays, and the key maps that many operations share are printed once, because every client carries
 * the table.
 */
import { writeFileSync } from 'node:fs'
import type { KeyMap } from '../src/wire/key-map.js'
import { type WireOperation, wireTable } from '../src/wire-table.js'

const maps: KeyMap[] = [null]
const places = new Map<string, number>([['null', 0]])

function addMap(map: KeyMap): number {
  const text = JSON.stringify(map)
  const place = places.get(text) ?? maps.push(map) - 1
  places.set(text, place)
  return place
}

const rows = Object.entries(wireTable).map(([id, row]: [string, WireOperation]) => [
  id,
  row.method,
  row.path,
  addMap(row.query),
  addMap(row.body),
  addMap(row.response),
  Number(row.idempotent),
  Number(row.creates),
  Number(row.list),
])

/** Restores the table from its rows. The printed module contains this function. */
const read = (
  kept: readonly KeyMap[],
  printed: readonly (readonly [string, string, string, number, number, number, number, number, number])[],
) =>
  Object.fromEntries(
    printed.map(([id, method, path, query, body, response, idempotent, creates, list]) => [
      id,
      {
        method,
        path,
        query: kept[query],
        body: kept[body],
        response: kept[response],
        idempotent: idempotent === 1,
        creates: creates === 1,
        list: list === 1,
      },
    ]),
  )

const printed = JSON.parse(JSON.stringify(rows))
if (JSON.stringify(read(maps, printed)) !== JSON.stringify(wireTable)) {
  throw new Error('The printed rows do not restore the wire table. Print all members of WireOperation.')
}
writeFileSync(
  new URL('../dist/wire-table.js', import.meta.url),
  `const read = ${read}
const json = (text) => JSON.parse(text)
export const wireTable = /* @__PURE__ */ read(/* @__PURE__ */ json(${JSON.stringify(JSON.stringify(maps))}), \
/* @__PURE__ */ json(${JSON.stringify(JSON.stringify(rows))}))
`,
)
