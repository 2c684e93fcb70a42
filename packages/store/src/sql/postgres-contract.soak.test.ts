import type { JsonValue } from '@carebench/protocol'
import { type Kysely, sql } from 'kysely'
import { afterAll, describe, expect, inject, it, vi } from 'vitest'
import { defineCollection } from '../collection.js'
import { StoreUnavailableError } from '../store.js'
import type { Database } from './database.js'
import { connectToPostgres } from './engines/postgres-store.js'
import { migrate, SchemaError } from './migrations/migrate.js'
import { migrations } from './migrations/migration.js'
import { SqlStore } from './sql-store.js'
import { emptyDatabase } from './testing/empty-database.js'
import { makeEntry, type Note } from './testing/note.js'
import { fill, notes, odd } from './testing/odd-notes.js'
import { type PostgresServer, startPostgres, whyNoPostgres } from './testing/postgres-server.js'
import { sqlContract } from './testing/sql-contract.js'

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`with a server${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let server: PostgresServer | undefined
  let db: Kysely<Database> | undefined
  afterAll(async () => {
    await db?.destroy()
    server?.stop()
  })
  const connect = async () => {
    server = await startPostgres()
    db = await connectToPostgres(server.createDatabase('contract'))
    return db
  }
  sqlContract('PostgreSQL', connect, inject('scale'))

  it('keeps checkpoints, each once and up to the first gap', async () => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const { log } = new SqlStore(db, { isShared: true, release: async () => {} })
    const { size } = log.checkpoints
    const entries = Array.from({ length: 2 * size }, (_, index) => makeEntry(index + 1))
    await log.append('one', 1, entries, 'a')
    const add = (number: number, content: JsonValue, engine = '1') =>
      log.checkpoints.add('one', engine, { fromSeq: number * size + 1, content })
    await add(1, 'second')
    expect(await log.checkpoints.read('one', '1')).toEqual([])
    await Promise.all([add(0, ['\0']), add(0, ['\0']), add(0, 'other', '2')])
    await add(0, 'late')
    // The log has no entries that the checkpoint could cover.
    await add(2, 'early')
    expect(await log.checkpoints.read('one', '1')).toEqual([
      { fromSeq: 1, content: ['\0'] },
      { fromSeq: size + 1, content: 'second' },
    ])
    expect(await log.checkpoints.read('one', '2')).toEqual([{ fromSeq: 1, content: 'other' }])
  })

  it('recomputes keys for a new version of a collection, and rejects an older one', async () => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const open = () => new SqlStore(db as Kysely<Database>, { isShared: true, release: async () => {} })
    await fill(open())
    const newer = defineCollection<Note>({
      name: 'notes',
      unique: { text: (note) => note.id },
      filters: { tag: (note) => (note.tags.includes('t1') ? 'new' : null) },
      due: () => 1,
      indexVersion: 2,
    })
    const [one, other] = [open(), open()]
    const [first] = await Promise.all([one, other].map((store) => store.getByUnique(newer, 'text', odd[3]?.id ?? '')))
    expect(first?.doc).toEqual(odd[3])
    expect((await one.page(newer, { filter: { name: 'tag', value: 'new' }, limit: 500 })).docs).toHaveLength(150)
    expect(await other.due(newer, 1, 500)).toHaveLength(odd.length)
    await expect(open().get(notes, 'x')).rejects.toThrow(SchemaError)
  })

  it('is unavailable while the server is, and available again afterwards', async () => {
    if (db === undefined || server === undefined) throw new Error('There is no server.')
    const store = new SqlStore(db, { isShared: true, release: async () => {} })
    await store.get(notes, 'x').catch(() => undefined)
    // One connection is idle in a transaction, another runs a statement; both are lost.
    const inside = store.exclusively(async () => {
      server?.kill()
      await expect(store.ping()).rejects.toThrow(StoreUnavailableError)
      await expect(store.commit([])).rejects.toThrow(StoreUnavailableError)
      await expect(store.log.read('one')).rejects.toThrow(StoreUnavailableError)
      await new Promise(() => {})
    })
    await expect(inside).rejects.toThrow(StoreUnavailableError)
    server.start()
    // The store may notice that an idle connection is lost only when it uses it: each call may get another one.
    const use = async () => {
      await store.ping()
      return store.exclusively(async () => 'again')
    }
    expect(await vi.waitFor(use, { timeout: 10_000 })).toBe('again')
  })

  it('waits for a connection while others use all of them', async () => {
    if (server === undefined) throw new Error('There is no server.')
    const one = await connectToPostgres(server.createDatabase('single'), { connections: 1 })
    const slow = sql`select pg_sleep(6)`.execute(one)
    const waiting = sql<{ one: number }>`select 1 as one`.execute(one)
    expect((await waiting).rows).toEqual([{ one: 1 }])
    await slow
    await one.destroy()
  })

  it('migrates the schema once for several processes, and rejects a newer one', async () => {
    if (server === undefined) throw new Error('There is no server.')
    const url = server.createDatabase('migrated')
    const databases = await Promise.all([connectToPostgres(url), connectToPostgres(url)])
    try {
      await Promise.all(databases.map((database) => migrate(database)))
      const [first] = databases
      const step = { number: 99, name: 'later', sql: 'create table carebench.later (id integer)' }
      await migrate(first, [...migrations, step])
      await expect(migrate(first)).rejects.toThrow(SchemaError)
      await expect(migrate(first, [...migrations, { ...step, sql: 'select 1' }])).rejects.toThrow('its checksum is')
    } finally {
      for (const database of databases) await database.destroy()
    }
  })
})
