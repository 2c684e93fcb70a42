import { insert } from '@carebench/store'
import { type Kysely, sql } from 'kysely'
import { expect, it } from 'vitest'
import type { Database } from './database.js'
import { migrate } from './migrations/migrate.js'
import { SqlStore } from './sql-store.js'
import { defineNotes, makeNote } from './testing/note.js'
import { onEachEngine } from './testing/on-each-engine.js'

const notes = defineNotes()
/** So many that PostgreSQL would rather read the table than an index, if it believed that it will soon find something. */
const count = 20_000
function noteOf(number: number) {
  return makeNote(number, { alias: null, owner: 'x', tags: ['p'], due_at: null, text: 'x'.repeat(200) })
}

/** Rows of the tables of lists that were read without an index. */
async function readInSequence(db: Kysely<Database>): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ read: number }>`
    select sum(seq_tup_read)::integer as read from pg_stat_user_tables
    where schemaname = 'carebench' and relname in ('documents', 'filter_values')`.execute(db)
  return rows[0]?.read ?? Number.NaN
}

onEachEngine((engine) => {
  it('no page of a long list reads the table, wherever it is and in which direction', async () => {
    const db = await engine.connect()
    await migrate(db)
    const store = new SqlStore(db, { isShared: false, release: async () => {} })
    for (let first = 0; first < count; first += 2000) {
      await store.commit(Array.from({ length: 2000 }, (_, index) => insert(notes, noteOf(first + index))))
    }
    await sql`analyze`.execute(db)
    const before = await readInSequence(db)
    const owner = { name: 'owner', value: 'x' }
    for (const filter of [undefined, owner]) {
      for (const direction of ['next', 'prev'] as const) {
        for (const number of [10, count / 2, count - 10]) {
          const { created_at: createdAt, id } = noteOf(number)
          const position = { direction, key: { createdAt, id } }
          const { docs, behind } = await store.page(notes, { filter, position, limit: 5 })
          const numbers =
            direction === 'next' ? [1, 2, 3, 4, 5].map((n) => number - n) : [5, 4, 3, 2, 1].map((n) => number + n)
          expect(docs.map((doc) => doc.id)).toEqual(numbers.map((n) => noteOf(n).id))
          expect(behind).toBe(true)
        }
      }
      expect((await store.page(notes, { filter, limit: 5 })).docs).toHaveLength(5)
    }
    expect((await readInSequence(db)) - before).toBe(0)
  })
})
