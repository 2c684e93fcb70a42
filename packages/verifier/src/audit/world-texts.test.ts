import { describe, expect, it } from 'vitest'
import type { EvidencePart, PlacedItem } from '../evidence/evidence-part.js'
import { listPart } from '../evidence/list-part.js'
import { WorldTexts } from './world-texts.js'

interface Row {
  readonly id: string
  readonly text: string
}

/** Returns a part whose states share a list, which is counted whenever it is read. */
function sharingPart(shared: readonly Row[]) {
  let reads = 0
  const rows = listPart({ name: 'rows', kinds: [] } as never) as EvidencePart<readonly Row[]>
  const part: EvidencePart<readonly Row[]> = {
    ...rows,
    items: (whole) => {
      if (whole === shared) reads++
      return Array.from(whole, (value) => ({ value, key: value.id }) as unknown as PlacedItem)
    },
    shared: () => shared,
    differing: (before, after) => ({
      before: before.filter((row) => !after.includes(row)).map((value) => ({ value, key: value.id }) as never),
      after: after.filter((row) => !before.includes(row)).map((value) => ({ value, key: value.id }) as never),
      lists: [],
    }),
  }
  return { part: part as EvidencePart, reads: () => reads }
}

const ann = { id: 'r1', text: 'Ann' }
const bob = { id: 'r2', text: 'Bob' }
const cyd = { id: 'r3', text: 'Cyd' }

describe('texts of a world', () => {
  it('of data that several states share are read once', () => {
    const { part, reads } = sharingPart([ann, bob])
    const worlds = [0, 1, 2].map(() => new WorldTexts([part], [{ version: 1, rows: [ann, bob, cyd] } as never]))
    expect(worlds.map((world) => ['Ann', 'Cyd', 'Dan'].map((name) => world.has(name)))).toEqual(
      worlds.map(() => [true, true, false]),
    )
    expect(worlds.map((world) => [world.hasRead(ann), world.hasRead(cyd), world.hasRead({})])).toEqual(
      worlds.map(() => [true, true, false]),
    )
    expect(reads()).toBe(1)
  })

  it('do not include removed texts, unless the initial world had them', () => {
    const { part } = sharingPart([ann, bob])
    const after = { version: 1, rows: [ann, cyd] } as never
    expect(['Ann', 'Bob', 'Cyd'].map((name) => new WorldTexts([part], [after]).has(name))).toEqual([true, false, true])
    const before = new WorldTexts([part], [{ version: 1, rows: [ann, bob] } as never])
    const both = new WorldTexts([part], [after], before)
    expect(['Ann', 'Bob', 'Cyd'].map((name) => both.has(name))).toEqual([true, true, true])
  })
})
