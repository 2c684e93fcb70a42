import type { JsonObject } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PortalTable } from './portal-table.js'

const put = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 'd', '__proto__'),
  fc.record({ owner: fc.oneof(fc.constantFrom('x', 'y', '__proto__'), fc.constant(null)), n: fc.nat(9) }),
)
type Put = readonly [string, { owner: string | null; n: number }]

/** The expected content of a table: an array in creation order. */
function model(puts: readonly Put[]): { id: string; row: JsonObject }[] {
  const rows: { id: string; row: JsonObject }[] = []
  for (const [id, row] of puts) {
    const there = rows.find((entry) => entry.id === id)
    if (there) there.row = row
    else rows.push({ id, row })
  }
  return rows
}

function expectEqual(table: PortalTable<JsonObject>, puts: readonly Put[]) {
  const expected = model(puts)
  expect(table.rows()).toEqual(expected.map(({ row }) => row))
  expect(table.size).toBe(expected.length)
  for (const id of ['a', 'b', 'c', 'd', '__proto__']) {
    expect(table.get(id)).toEqual(expected.find((entry) => entry.id === id)?.row)
  }
  for (const owner of ['x', 'y', '__proto__']) {
    expect(table.find('owner', owner)).toEqual(expected.flatMap(({ row }) => (row.owner === owner ? [row] : [])))
  }
}

describe('PortalTable', () => {
  it('is an array of rows in creation order, whether from the base, a change or a fork', () => {
    fc.assert(
      fc.property(fc.array(put), fc.array(put), fc.array(put), fc.array(put), (base, first, left, right) => {
        const seeded = PortalTable.create<JsonObject>(base, ['owner'])
        const running = seeded.fork()
        for (const [id, row] of first) running.put(id, row)
        const other = running.fork()
        for (const [id, row] of left) running.put(id, row)
        for (const [id, row] of right) other.put(id, row)
        expectEqual(seeded, base)
        expectEqual(running, [...base, ...first, ...left])
        expectEqual(other, [...base, ...first, ...right])
      }),
    )
  })

  it('finds nothing by a member that is not indexed', () => {
    expect(PortalTable.create([['a', { n: 'x' }]], []).find('n', 'x')).toEqual([])
  })
})
