import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import { type FilterTerm, insert } from '../store.js'
import type { Database } from './database.js'
import { migrate } from './migrations/migrate.js'
import { SqlStore } from './sql-store.js'
import { defineNotes, makeNote } from './testing/note.js'
import { onEachEngine } from './testing/on-each-engine.js'

const notes = defineNotes()
/**
 * Enough that PostgreSQL would read the table instead of an index if it expected a match early in the table.
 */
const count = 20_000
function makeTaggedNote(number: number) {
  const tags = [
    'p',
    ...(number % 2 === 0 ? ['even'] : []),
    ...(number % 3 === 0 ? ['third'] : []),
    ...(number % 5000 === 0 ? ['rare'] : []),
  ]
  return makeNote(number, { alias: null, owner: 'x', tags, due_at: null, text: 'x'.repeat(200) })
}

/** Counts table rows that were read without an index, and index entries that were read. */
async function readCounts(db: Kysely<Database>): Promise<{ readonly rows: number; readonly entries: number }> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ rows: number; entries: number }>`
    select
      (select sum(seq_tup_read)::integer from pg_stat_user_tables
        where schemaname = 'carebench' and relname in ('documents', 'filter_values')) as rows,
      (select sum(idx_tup_read)::integer from pg_stat_user_indexes where schemaname = 'carebench') as entries`.execute(
    db,
  )
  return rows[0] ?? { rows: Number.NaN, entries: Number.NaN }
}

onEachEngine((engine) => {
  it('reads any page of a long list through indexes, in both directions', async () => {
    const db = await engine.connect()
    await migrate(db)
    const store = new SqlStore(db, { isShared: false, release: async () => {} })
    for (let first = 0; first < count; first += 2000) {
      await store.commit(Array.from({ length: 2000 }, (_, index) => insert(notes, makeTaggedNote(first + index))))
    }
    await sql`analyze`.execute(db)
    const before = await readCounts(db)
    const owner = { name: 'owner', value: 'x' }
    const tag = (value: string): FilterTerm => ({ name: 'tag', value })
    const [even, third, rare] = [tag('even'), tag('third'), tag('rare')]
    const lists: readonly (readonly [readonly FilterTerm[], step: number])[] = [
      [[], 1],
      [[owner], 1],
      [[owner, even], 2],
      [[third, owner], 3],
      [[third, even], 6],
      [[owner, even, third], 6],
      [[owner, rare], 5000],
      [[rare, third, even], 15_000],
    ]
    let pages = 0
    for (const [filter, apart] of lists) {
      for (const direction of ['next', 'prev'] as const) {
        for (const number of [10, count / 2, count - 10]) {
          const { created_at: createdAt, id } = makeTaggedNote(number)
          const position = { direction, key: { createdAt, id } }
          const { docs, behind } = await store.page(notes, { filter, position, limit: 5 })
          const [nearest, way] =
            direction === 'next' ? [Math.ceil(number / apart) - 1, -1] : [Math.floor(number / apart) + 1, 1]
          const all = [0, 1, 2, 3, 4].map((n) => (nearest + n * way) * apart).filter((n) => n >= 0 && n < count)
          const numbers = direction === 'next' ? all : all.toReversed()
          const isBehind = direction === 'next' ? Math.ceil(number / apart) * apart < count : true
          expect(docs.map((doc) => doc.id)).toEqual(numbers.map((n) => makeTaggedNote(n).id))
          expect(behind).toBe(isBehind)
          pages++
        }
      }
      const newest = (await store.page(notes, { filter, limit: 5 })).docs
      expect(newest).toHaveLength(Math.min(5, Math.ceil(count / apart)))
      pages++
    }
    const after = await readCounts(db)
    expect(after.rows - before.rows).toBe(0)
    expect((after.entries - before.entries) / pages).toBeLessThan(100)
  })
})
