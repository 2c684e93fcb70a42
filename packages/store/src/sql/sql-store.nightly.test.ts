import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { insert } from '../store.js'
import type { Database } from './database.js'
import { EmbeddedEngine } from './engines/embedded-engine.js'
import { openFolder } from './engines/embedded-store.js'
import { keepTemplate, packTemplate } from './engines/folder-template.js'
import { createPGliteDialect } from './engines/pglite-dialect.js'
import { connectToPostgres } from './engines/postgres-store.js'
import { migrate } from './migrations/migrate.js'
import { SqlStore } from './sql-store.js'
import { emptyDatabase } from './testing/empty-database.js'
import { makeEntry, makeNote } from './testing/note.js'
import { fill, notes, odd } from './testing/odd-notes.js'
import { type PostgresServer, startPostgres, whyNoPostgres } from './testing/postgres-server.js'
import { sqlContract } from './testing/sql-contract.js'
import { ImportError } from './transfer-lines.js'

const numRuns = inject('scale')

/** The export of the embedded database, which the server imports. */
let exported: readonly string[] = []

async function readLines(store: SqlStore): Promise<readonly string[]> {
  const lines: string[] = []
  for await (const line of store.exportLines()) lines.push(line)
  return lines
}

describe('embedded', () => {
  let db: Kysely<Database> | undefined
  let database: EmbeddedEngine | undefined
  afterAll(() => db?.destroy())
  const connect = async () => {
    database = await EmbeddedEngine.open()
    db = new Kysely<Database>({ dialect: createPGliteDialect(database) })
    return db
  }
  sqlContract('PGlite', connect, numRuns)

  it('exports everything, and the same again when repeated', async () => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const store = new SqlStore(db, { isShared: false, release: async () => {} })
    await fill(store)
    exported = await readLines(store)
    expect(exported).toHaveLength(1 + odd.length + 2 + 1)
    expect(await readLines(store)).toEqual(exported)
  })

  it('keeps its write-ahead log short', async () => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const { log } = new SqlStore(db, { isShared: false, release: async () => {} })
    for (let seq = 1; seq <= 60; seq++) {
      // More than twice the limit of the log; random text, because the database compresses repetitions.
      await log.append('one', seq, [makeEntry(seq, 'wait', randomBytes(2 ** 20).toString('base64'))], `${seq}`)
    }
    const { rows } = await sql<{ readonly length: number }>`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::double precision as length
      from pg_control_checkpoint()`.execute(db)
    expect(rows[0]?.length).toBeLessThan(40 * 2 ** 20)
  })

  it('starts a new folder from a template, and keeps its content when it is reopened', async () => {
    if (db === undefined || database === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const folder = mkdtempSync(join(tmpdir(), 'carebench-test-'))
    try {
      const template = pathToFileURL(join(folder, 'template.tar.br'))
      writeFileSync(template, await packTemplate(database))
      const data = join(folder, 'data')
      const first = await openFolder(data, {}, { file: template, isKept: false })
      expect(await first.get(notes, odd[0]?.id ?? '')).toBe(undefined)
      await first.commit(odd.slice(0, 3).map((note) => insert(notes, note)))
      await first.close()
      const second = await openFolder(data, {}, { file: pathToFileURL(join(folder, 'none')), isKept: true })
      // Only a new folder writes a template.
      expect(existsSync(join(folder, 'none'))).toBe(false)
      expect((await second.get(notes, odd[0]?.id ?? ''))?.doc).toEqual(odd[0])
      await second.close()
      const kept = { file: pathToFileURL(join(folder, 'cache', 'kept.tar.br')), isKept: true }
      mkdirSync(join(folder, 'cache', 'in-the-way.tar.br'), { recursive: true })
      await keepTemplate(kept.file, database)
      expect(readdirSync(join(folder, 'cache'))).toEqual(['in-the-way.tar.br'])
      rmSync(join(folder, 'cache', 'in-the-way.tar.br'), { recursive: true })
      writeFileSync(join(folder, 'cache', 'older.tar.br'), '')
      writeFileSync(join(folder, 'cache', 'half-written.tar.br.1'), '')
      await keepTemplate(kept.file, database)
      const third = await openFolder(join(folder, 'other'), {}, { ...kept, isKept: false })
      await third.close()
      expect(readdirSync(join(folder, 'cache'))).toEqual(['kept.tar.br'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

/** A line whose document is nested too deeply to be written, though not to be read. */
const deepDocument = JSON.stringify({
  document: {
    collection: 'notes',
    id: 'a',
    created_at: '',
    due_at: null,
    unique_entries: [],
    filter_entries: [],
    doc: { id: 'a', created_at: '', text: 'deep' },
  },
}).replace('"deep"', `${'['.repeat(100_000)}${']'.repeat(100_000)}`)

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`with a server${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let server: PostgresServer | undefined
  let db: Kysely<Database> | undefined
  afterAll(async () => {
    await db?.destroy()
    server?.stop()
  })
  beforeAll(async () => {
    server = await startPostgres()
    db = await connectToPostgres(server.createDatabase('imported'))
    await migrate(db)
  })

  it('imports an export of the other engine entirely or not at all', async () => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const store = new SqlStore(db, { isShared: true, release: async () => {} })
    const [header = '', second = '', ...rest] = exported
    for (const wrong of [
      exported.slice(0, -1),
      [header, ...rest],
      [header, second.replace('"x"', '"y"'), ...rest],
      [...exported, second],
      ['{}'],
      ['novel'],
      [],
    ]) {
      await expect(store.importLines(wrong)).rejects.toThrow(ImportError)
      expect(await store.get(notes, odd[0]?.id ?? '')).toBe(undefined)
    }
    expect(await store.importLines(exported)).toEqual({ documents: odd.length, entries: 2 })
    expect(await readLines(store)).toEqual(exported)
    expect((await store.getByUnique(notes, 'alias', '\u00007'))?.doc).toEqual(odd[7])
    expect((await store.page(notes, { filter: { name: 'tag', value: 't1' }, limit: 500 })).docs).toHaveLength(150)
    expect(await store.due(notes, 9, 100)).toHaveLength(10)
    expect(await store.log.head('one')).toEqual({ nextSeq: 3, sealed: true })
    await expect(store.importLines(exported)).rejects.toThrow('Expected an empty database')
  })

  it('recomputes the keys of imported documents, and rejects two documents with one key', async () => {
    if (db === undefined) throw new Error('There is no database.')
    const target = db
    const store = new SqlStore(target, { isShared: true, release: async () => {} })
    const [header = '', ...rest] = exported
    const documents = rest.filter((line) => line.startsWith('{"document"')).map((line) => JSON.parse(line).document)
    const [first, second] = documents
    const importing = async (rows: readonly object[]) => {
      await emptyDatabase(target)
      const lines = [header, ...rows.map((row) => JSON.stringify({ document: row }))]
      const sha256 = createHash('sha256')
        .update(lines.map((line) => `${line}\n`).join(''))
        .digest('hex')
      const end = { documents: rows.length, entries: 0, sha256 }
      return store.importLines([...lines, JSON.stringify({ end })])
    }
    const made = { ...first, due_at: 1, unique_entries: ['alias=made up'], filter_entries: ['tag=made up'] }
    expect(await importing([made, second])).toEqual({ documents: 2, entries: 0 })
    expect(await store.getByUnique(notes, 'alias', 'made up')).toBe(undefined)
    expect((await store.page(notes, { filter: { name: 'tag', value: 'made up' }, limit: 1 })).docs).toEqual([])
    expect((await readLines(store)).slice(1, 3)).toEqual(
      [first, second].map((row) => JSON.stringify({ document: row })),
    )
    await expect(importing([first, first])).rejects.toThrow(/^The database refused one of the lines up to 4: /)
    await expect(importing([first, first])).rejects.toThrow(ImportError)
  })

  it('imports documents that together have more keys than a statement has parameters', async () => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const store = new SqlStore(db, { isShared: true, release: async () => {} })
    const tags = Array.from({ length: 120 }, (_, number) => `t${number}`)
    const many = Array.from({ length: 200 }, (_, number) =>
      makeNote(number, { alias: null, owner: null, tags, due_at: null, text: '' }),
    )
    await store.commit(many.map((note) => insert(notes, note)))
    const lines = await readLines(store)
    await emptyDatabase(db)
    expect(await store.importLines(lines)).toEqual({ documents: 200, entries: 0 })
    expect((await store.page(notes, { filter: { name: 'tag', value: 't119' }, limit: 500 })).docs).toEqual(
      many.toReversed(),
    )
  })

  it.each([
    ['{"carebench_export":1,"collections":{"a\\u0000":1}}', 'The database refused one of the lines up to 1'],
    [`{"carebench_export":1,"collections":{"notes":1}}\n${deepDocument}`, 'is nested too deeply'],
  ])('rejects a line that it cannot write, %.60s', async (text, message) => {
    if (db === undefined) throw new Error('There is no database.')
    await emptyDatabase(db)
    const store = new SqlStore(db, { isShared: true, release: async () => {} })
    const lines = text.split('\n')
    const sha256 = createHash('sha256').update(`${text}\n`).digest('hex')
    const end = { documents: lines.length - 1, entries: 0, sha256 }
    const importing = store.importLines([...lines, JSON.stringify({ end })])
    await expect(importing).rejects.toThrow(ImportError)
    await expect(importing).rejects.toThrow(message)
  })
})
