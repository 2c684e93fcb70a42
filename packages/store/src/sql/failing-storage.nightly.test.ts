import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, inject, it } from 'vitest'
import { insert, remove, StoreUnavailableError, update } from '../store.js'
import { migrate } from './migrations/migrate.js'
import { migrations } from './migrations/migration.js'
import { SqlStore } from './sql-store.js'
import { emptyDatabase } from './testing/empty-database.js'
import { addFaults } from './testing/faults.js'
import { defineNotes, makeEntry, makeNote } from './testing/note.js'
import { onEachEngine } from './testing/on-each-engine.js'

const scale = inject('scale')
const notes = defineNotes()

/** Transient errors: a full disk, a failed write, no memory, a shutdown, a timeout, a lost connection. */
const unavailable = ['53100', '58030', '53200', '57P01', '57014', '08006']
/** Lasting errors: damaged data, an internal error of the database. */
const lasting = ['XX001', 'XX000']

/** A call that writes several rows of a store that {@link fill} has filled. */
type Act = (store: SqlStore) => Promise<unknown>

function makeTaggedNote(number: number, tags: readonly string[]) {
  return makeNote(number, { alias: `a${number}`, owner: 'x', tags, due_at: number, text: 't' })
}

function entriesFrom(first: number, count: number) {
  return Array.from({ length: count }, (_, index) => makeEntry(first + index))
}

async function fill(store: SqlStore): Promise<void> {
  const result = await store.commit(
    [1, 2, 3].map((number) => insert(notes, makeTaggedNote(number, ['p', 'q']))),
    ['one', 'two'].map((log) => ({ log, expectedSeq: 1, entries: entriesFrom(1, 2) })),
  )
  expect(result.ok).toBe(true)
}

const acts: fc.Arbitrary<Act> = fc.oneof(
  fc
    .record({
      tags: fc.uniqueArray(fc.constantFrom('p', 'q', 'r')),
      added: fc.integer({ min: 1, max: 4 }),
      entries: fc.integer({ min: 0, max: 200 }),
    })
    .map(
      ({ tags, added, entries }): Act =>
        async (store) => {
          const ids = [1, 2].map((number) => makeTaggedNote(number, []).id)
          const [changed, removed] = await store.getMany(notes, ids)
          if (changed === undefined || removed === undefined) throw new Error('The store is not filled.')
          return store.commit(
            [
              update(notes, { ...changed.doc, tags, alias: 'other' }, changed.revision),
              remove(notes, removed.doc.id, removed.revision),
              ...Array.from({ length: added }, (_, index) => insert(notes, makeTaggedNote(10 + index, tags))),
            ],
            [{ log: 'one', expectedSeq: 3, entries: entriesFrom(3, entries) }],
            ['two'],
          )
        },
    ),
  fc.integer({ min: 1, max: 200 }).map(
    (count): Act =>
      (store) =>
        store.log.append('one', 3, entriesFrom(3, count), 'key'),
  ),
  fc.constant<Act>((store) => store.claim(notes, 5, 100, 10)),
)

onEachEngine((engine, name) => {
  const isShared = name === 'PostgreSQL'
  const codes = [...unavailable, ...lasting, ...(isShared ? ['lost'] : [])]
  const connect = async () => {
    const db = await engine.connect()
    await migrate(db)
    return { db, store: new SqlStore(db, { isShared, release: async () => {} }) }
  }

  it('rolls back a call that fails at any row, reports whether a retry helps, and succeeds afterwards', async () => {
    const { db, store } = await connect()
    const faults = await addFaults(db)
    const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
    await fc.assert(
      fc.asyncProperty(acts, part, fc.constantFrom(...codes, '40001'), async (act, where, code) => {
        const begin = async () => {
          await faults.heal()
          await emptyDatabase(db)
          await new SqlStore(db, { isShared, release: async () => {} }).get(notes, '')
          await fill(store)
          return faults.state()
        }
        await begin()
        await faults.failAt(2 ** 31, code)
        const [result, written, wanted] = [await act(store), await faults.heal(), await faults.state()]
        expect(written).toBeGreaterThan(0)

        const before = await begin()
        await faults.failAt(1 + Math.floor(where * written), code)
        const failed = act(store)
        if (code === '40001') {
          // The store retries, so the caller never sees the error.
          expect(await failed).toMatchObject(withoutRevisions(result))
        } else {
          const error = await failed.then(
            () => expect.fail('It has not failed.'),
            (reason: unknown) => reason,
          )
          expect(error).toBeInstanceOf(Error)
          // Damage of the only database ends with its folder; a server has others.
          const isUnavailable = !lasting.includes(code) || (!isShared && code === 'XX001')
          expect([code, error instanceof StoreUnavailableError]).toEqual([code, isUnavailable])
          await faults.heal()
          expect(await faults.state()).toBe(before)
          expect(await act(store)).toMatchObject(withoutRevisions(result))
        }
        expect(await faults.state()).toBe(wanted)
      }),
      { numRuns: 10 * scale },
    )
  })

  it('rolls back an import or a migration that fails at any point', async () => {
    const { store: source } = await connect()
    await fill(source)
    const lines: string[] = []
    for await (const line of source.exportLines()) lines.push(line)

    const { db, store } = await connect()
    const faults = await addFaults(db)
    await store.get(notes, '')
    const before = await faults.state()
    let row = 1
    for (; ; row++) {
      await faults.failAt(row, '53100')
      const outcome: unknown = await store.importLines(lines).catch((error: unknown) => error)
      await faults.heal()
      if (!(outcome instanceof Error)) {
        expect(outcome).toEqual({ documents: 3, entries: 4 })
        break
      }
      expect(outcome).toBeInstanceOf(StoreUnavailableError)
      expect(outcome.message).toContain('the storage fails here')
      expect([row, await faults.state()]).toEqual([row, before])
    }
    // Each document and each entry is a row at least.
    expect(row).toBeGreaterThan(7)
    const step = { number: 99, name: 'half', sql: 'create table carebench.half (id integer); select 1 / 0' }
    await expect(migrate(db, [...migrations, step])).rejects.toThrow('division by zero')
    const { rows } = await sql<{ found: string | null }>`select to_regclass('carebench.half')::text as found`.execute(
      db,
    )
    expect(rows).toEqual([{ found: null }])
    await migrate(db)
  })
})

/** Returns the result of a call without revisions, which differ between attempts. */
function withoutRevisions(result: unknown): object {
  return JSON.parse(JSON.stringify(result), (key, value: unknown) => (key === 'revision' ? undefined : value)) as object
}
