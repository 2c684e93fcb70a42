import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Document, defineCollection } from '../collection.js'
import { insert, StoreUnavailableError } from '../store.js'
import type { Database } from './database.js'
import { connectToPostgres, openPostgresStore } from './engines/postgres-store.js'
import type { LastingStore } from './lasting-store.js'
import { SchemaError } from './migrations/migrate.js'
import { SqlCheckpoints } from './sql-checkpoints.js'
import { SqlStore } from './sql-store.js'
import { makeEntry } from './testing/note.js'
import { startPostgres, whyNoPostgres } from './testing/postgres-server.js'

/** Milliseconds. */
const pause = 300

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(
  `two processes on PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`,
  () => {
    let url: string
    let db: Kysely<Database>
    beforeAll(async () => {
      const server = await startPostgres()
      url = server.createDatabase('shared')
      db = await connectToPostgres(url)
      return async () => {
        await db.destroy()
        server.stop()
      }
    })

    async function open(): Promise<readonly LastingStore[]> {
      const stores = [await openPostgresStore(url), await openPostgresStore(url)]
      onTestFinished(async () => {
        for (const store of stores) await store.close()
      })
      return stores
    }

    it('reject commits of an older version once a newer one has computed keys, \
and commit after an import', async () => {
      const [old, fresh] = await open()
      const created_at = '2026-01-05T09:00:00.000Z'
      interface Thing extends Document {
        readonly name: string
      }
      const define = (indexVersion: number, name: (thing: Thing) => string) =>
        defineCollection<Thing>({ name: 'things', indexVersion, unique: { name } })
      const older = define(1, ({ name }) => name)
      const newer = define(2, ({ name }) => name.toLowerCase())
      await old?.commit([insert(older, { id: 'a', created_at, name: 'Alpha' })])
      expect((await fresh?.getByUnique(newer, 'name', 'alpha'))?.doc.id).toBe('a')
      await expect(old?.commit([insert(older, { id: 'b', created_at, name: 'ALPHA' })])).rejects.toThrow(SchemaError)
      expect(await fresh?.commit([insert(newer, { id: 'b', created_at, name: 'Beta' })])).toMatchObject({ ok: true })
      // As after an import: the negative version makes every commit recompute the keys first.
      await sql`update carebench.collections set index_version = -2`.execute(db)
      expect(await fresh?.commit([insert(newer, { id: 'c', created_at, name: 'Gamma' })])).toMatchObject({ ok: true })
      // A version of carebench that does not send the versions of its keys.
      const plan = { writes: [{ kind: 'check', collection: 'things', id: 'a', revision: 1, unique: [], filters: [] }] }
      const call = sql`select carebench.commit_plan(${JSON.stringify(plan)}::text::jsonb, '{}', '{}')`
      await expect(call.execute(db)).rejects.toThrow('A newer version of carebench uses this database')
    })

    it('reject reads and claims by keys that another version has computed', async () => {
      const [old, fresh] = await open()
      interface Thing extends Document {
        readonly name: string
      }
      const define = (indexVersion: number) =>
        defineCollection<Thing>({
          name: 'read things',
          indexVersion,
          unique: { name: ({ name }) => name },
          filters: { name: ({ name }) => name },
          due: () => 1,
        })
      const [older, newer] = [define(1), define(2)]
      await old?.commit([insert(older, { id: 'a', created_at: '2026-01-05T09:00:00.000Z', name: 'Alpha' })])
      await fresh?.get(newer, 'a')
      const filter = { name: 'name', value: 'none' }
      const reads = [
        () => old?.getByUnique(older, 'name', 'none'),
        () => old?.page(older, { limit: 1 }),
        () => old?.page(older, { limit: 1, filter }),
        () => old?.due(older, 2, 1),
        () => old?.claim(older, 2, 3, 1),
      ]
      expect((await old?.get(older, 'a'))?.doc.id).toBe('a')
      // Even a read that would find nothing is rejected.
      for (const read of reads) await expect(read()).rejects.toThrow(SchemaError)
      expect(await fresh?.claim(newer, 2, 3, 1)).toHaveLength(1)
      // After an import, the first reader recomputes the keys.
      await sql`update carebench.collections set index_version = -2 where name = 'read things'`.execute(db)
      await sql`delete from carebench.unique_keys where collection = 'read things'`.execute(db)
      expect((await fresh?.getByUnique(newer, 'name', 'Alpha'))?.doc.id).toBe('a')
    })

    it('keep no checkpoint of a log that is removed while one is added', async () => {
      const [one] = await open()
      const entries = Array.from({ length: one?.log.checkpoints?.size ?? 0 }, (_, index) => makeEntry(index + 1))
      for (const log of ['first', 'last']) await one?.log.append(log, 1, entries, log)
      const add = (on: Kysely<Database>, log: string) =>
        new SqlCheckpoints(on).add(log, '1', { fromSeq: 1, content: {} })
      const remove = (on: Kysely<Database>, log: string) =>
        new SqlStore(on, { isShared: true, release: async () => {} }).commit([], [], [log])
      for (const [log, first, second] of [
        ['first', remove, add],
        ['last', add, remove],
      ] as const) {
        const transaction = await db.startTransaction().execute()
        await first(transaction, log)
        // It proceeds until it waits for the commit of the other one.
        const following = second(db, log)
        await Promise.race([following, sleep(pause)])
        await transaction.commit().execute()
        await following
      }
      const { rows } = await sql`select log from carebench.log_checkpoints`.execute(db)
      expect(rows).toEqual([])
    })

    it('abort exclusive work whose connection has ended before they begin other work', async () => {
      const [one, other] = await open()
      const seen: string[] = []
      let begun = () => {}
      const isBegun = new Promise<void>((resolve) => {
        begun = resolve
      })
      const lost = one?.exclusively(async (signal) => {
        signal.addEventListener('abort', () => seen.push('told'))
        begun()
        await new Promise(() => {})
      })
      await isBegun
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`.execute(db)
      await expect(lost).rejects.toThrow(StoreUnavailableError)
      expect(seen).toEqual(['told'])
      expect(await other?.exclusively(async () => 'next')).toBe('next')
    })

    it('return the result of exclusive work even if its lock could not be released', async () => {
      const [one, other] = await open()
      const work = async () => {
        await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'`.execute(db)
        return 'done'
      }
      expect(await one?.exclusively(work)).toBe('done')
      expect(await other?.exclusively(async () => 'next')).toBe('next')
    })

    it('stop waiting for exclusive work when they are closed', async () => {
      const [one, other] = await open()
      let end = () => {}
      let begun = () => {}
      const isBegun = new Promise<void>((resolve) => {
        begun = resolve
      })
      const held = one?.exclusively(async () => {
        begun()
        await new Promise<void>((resolve) => {
          end = resolve
        })
        return 'held'
      })
      await isBegun
      const waiting = other?.exclusively(async () => 'never')
      // It has tried to take the lock, and keeps polling.
      await sleep(pause)
      const [rejected] = await Promise.allSettled([waiting, other?.close()])
      end()
      expect(rejected).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailableError) })
      expect(await held).toBe('held')
    })
  },
)
