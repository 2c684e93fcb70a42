import { expect, it } from 'vitest'
import { migrate } from './migrations/migrate.js'
import { migrations } from './migrations/migration.js'
import { SqlStore } from './sql-store.js'
import { makeEntry } from './testing/note.js'
import { onEachEngine } from './testing/on-each-engine.js'

/** More entries than a statement can have parameters. */
const many = 70_000

onEachEngine((engine) => {
  it('appends more entries at once than a statement has parameters, or none, \
in a database of an earlier version', async () => {
    const db = await engine.connect()
    await migrate(db, migrations.slice(0, 2))
    const store = new SqlStore(db, { isShared: false, release: async () => {} })
    const { log } = store
    expect(await log.append('one', 1, [makeEntry(1, 'wait', '\0')], 'a')).toEqual({ ok: true })
    await migrate(db)

    const entries = Array.from({ length: many }, (_, index) =>
      makeEntry(index + 2, index === many - 1 ? 'seal' : 'wait', `\0\ud800"${index}`),
    )
    const early = entries.slice(1)
    const failed = { reason: 'sequence', nextSeq: 2 }
    expect(await log.append('one', 3, early, 'b')).toEqual({ ok: false, failed })
    expect(await store.commit([], [{ log: 'one', expectedSeq: 3, entries: early }])).toEqual({
      ok: false,
      failed: { ...failed, index: 0 },
    })
    expect(await log.head('one')).toEqual({ nextSeq: 2, sealed: false })

    expect(await log.append('one', 2, entries, 'b')).toEqual({ ok: true })
    expect(await log.append('one', 2, entries, 'b')).toEqual({ ok: true })
    expect(await log.head('one')).toEqual({ nextSeq: many + 2, sealed: true })
    expect(await log.read('one')).toEqual([makeEntry(1, 'wait', '\0'), ...entries])

    const numbered = entries.map((entry) => ({ ...entry, seq: entry.seq - 1 }))
    expect(await store.commit([], [{ log: 'two', expectedSeq: 1, entries: numbered }])).toMatchObject({ ok: true })
    expect(await log.read('two')).toEqual(numbered)
  })
})
