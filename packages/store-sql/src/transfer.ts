import { createHash } from 'node:crypto'
import type { Document } from '@carebench/store'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from './database.js'
import { keyText } from './key-text.js'
import { SchemaError } from './migrations/migrate.js'

/** Thrown if what is imported is not a whole export, or does not fit. */
export class ImportError extends Error {
  override readonly name = 'ImportError'
}

/** How much was exported or imported. */
export interface Transferred {
  readonly documents: number
  readonly entries: number
}

/** A part of a store to export. It may remember what it has seen: documents come in the order of `collections`. */
export interface Selection {
  /** The collections to look through, in this order. */
  readonly collections: readonly string[]
  /** Whether a document is exported. */
  keeps(collection: string, doc: Document): boolean
  /** The logs to export, asked for after the last document. */
  logs(): Iterable<string>
}

interface Header {
  readonly carebench_export: 1
  /** Versions of the indexes, by collection. */
  readonly collections: Readonly<Record<string, number>>
}

type DocumentRow = Omit<Database['documents'], 'revision' | 'id'> & { readonly id: string }
type EntryRow = Pick<Database['log_entries'], 'log' | 'seq' | 'append_key' | 'entry'> & { readonly sealed: boolean }

/** Rows read or written at a time. */
const batch = 200

/**
 * Everything in a database as it is at one moment, as lines of JSON: a header, documents, log entries, and an end with their numbers
 * and the SHA-256 of all lines before it, each with its line feed.
 *
 * @param selection - what to export; default everything
 */
export async function* exportLines(db: Kysely<Database>, selection?: Selection): AsyncGenerator<string, Transferred> {
  const digest = createHash('sha256')
  const line = (value: object) => {
    const text = JSON.stringify(value)
    digest.update(`${text}\n`)
    return text
  }
  const counts = { documents: 0, entries: 0 }
  const transaction = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction)
    const collections = await transaction.selectFrom('collections').selectAll().orderBy('name').execute()
    const versions = Object.fromEntries(collections.map(({ name, index_version }) => [name, index_version]))
    yield line({ carebench_export: 1, collections: versions } satisfies Header)
    for await (const document of selection === undefined
      ? documentsIn(transaction)
      : documentsOf(transaction, selection)) {
      counts.documents++
      yield line({ document })
    }
    for await (const entry of selection === undefined ? entriesIn(transaction) : entriesOf(transaction, selection)) {
      counts.entries++
      yield line({ entry })
    }
    yield JSON.stringify({ end: { ...counts, sha256: digest.digest('hex') } })
  } finally {
    await transaction.rollback().execute()
  }
  return counts
}

async function* documentsOf(db: Kysely<Database>, selection: Selection): AsyncGenerator<DocumentRow> {
  for (const collection of selection.collections) {
    for await (const row of documentsIn(db, collection)) {
      if (selection.keeps(collection, row.doc)) yield row
    }
  }
}

async function* entriesOf(db: Kysely<Database>, selection: Selection): AsyncGenerator<EntryRow> {
  for (const log of selection.logs()) yield* entriesIn(db, keyText(log))
}

/** All documents, or those of one collection. */
async function* documentsIn(db: Kysely<Database>, only?: string): AsyncGenerator<DocumentRow> {
  for (let last = { collection: only ?? '', id: '' }; ; ) {
    const rows = await db
      .selectFrom('documents')
      .select(['collection', 'id', 'created_at', 'due_at', 'unique_entries', 'filter_entries', 'doc'])
      .where(sql<boolean>`(collection, id) > (${last.collection}, ${last.id})`)
      .$if(only !== undefined, (query) => query.where('collection', '=', only ?? ''))
      .orderBy('collection')
      .orderBy('id')
      .limit(batch)
      .execute()
    yield* rows
    last = rows.at(-1) ?? last
    if (rows.length < batch) return
  }
}

/** All entries, or those of one log. */
async function* entriesIn(db: Kysely<Database>, only?: string): AsyncGenerator<EntryRow> {
  for (let last = { log: only ?? '', seq: 0 }; ; ) {
    const rows = await db
      .selectFrom('log_entries')
      .select(['log', 'seq', 'sealed', 'append_key', 'entry'])
      .where(sql<boolean>`(log, seq) > (${last.log}, ${last.seq})`)
      .$if(only !== undefined, (query) => query.where('log', '=', only ?? ''))
      .orderBy('log')
      .orderBy('seq')
      .limit(batch)
      .execute()
    yield* rows
    last = rows.at(-1) ?? last
    if (rows.length < batch) return
  }
}

/**
 * Writes what {@link exportLines} has returned into an empty database, all or nothing. Throws an {@link ImportError} if it is not
 * empty, or if a line is missing or was changed.
 */
export async function importLines(
  db: Kysely<Database>,
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<Transferred> {
  return db.transaction().execute(async (transaction) => {
    await sql`set local statement_timeout = 0`.execute(transaction)
    await sql`lock table carebench.documents, carebench.log_entries in exclusive mode`.execute(transaction)
    await assertEmpty(transaction)
    const digest = createHash('sha256')
    const counts = { documents: 0, entries: 0 }
    let documents: DocumentRow[] = []
    let entries: EntryRow[] = []
    const flush = async (fewest: number) => {
      if (documents.length >= fewest) {
        await addDocuments(transaction, documents)
        documents = []
      }
      if (entries.length >= fewest) {
        await transaction.insertInto('log_entries').values(entries).execute()
        entries = []
      }
    }
    let isFirst = true
    let isEnded = false
    for await (const text of lines) {
      const value = parse(text)
      if (isEnded) throw new ImportError('There is more after the end of the export.')
      if (isFirst) await addCollections(transaction, value)
      else if (isPart<DocumentRow>(value, 'document')) documents.push(value.document)
      else if (isPart<EntryRow>(value, 'entry')) entries.push(value.entry)
      else if (isPart<Transferred & { sha256: string }>(value, 'end')) {
        isEnded = true
        const { end } = value
        if (
          end.sha256 !== digest.digest('hex') ||
          end.documents !== counts.documents ||
          end.entries !== counts.entries
        ) {
          throw new ImportError('The export was changed: its lines do not have the checksum at its end.')
        }
        continue
      } else throw new ImportError(`Expected a line with a document, an entry or the end; got ${text.slice(0, 80)}`)
      isFirst = false
      counts.documents += 'document' in value ? 1 : 0
      counts.entries += 'entry' in value ? 1 : 0
      digest.update(`${text}\n`)
      await flush(batch)
    }
    if (!isEnded) throw new ImportError('The export ends too early: its last line is missing.')
    await flush(1)
    return counts
  })
}

async function assertEmpty(db: Kysely<Database>): Promise<void> {
  const found = await db.selectFrom('documents').select('id').limit(1).executeTakeFirst()
  const logged = await db.selectFrom('log_entries').select('log').limit(1).executeTakeFirst()
  if (found !== undefined || logged !== undefined) {
    throw new ImportError('Expected an empty database; it has documents or logs already.')
  }
}

async function addCollections(transaction: Transaction<Database>, header: object): Promise<void> {
  if (!('carebench_export' in header) || header.carebench_export !== 1 || !('collections' in header)) {
    throw new ImportError('Expected an export of format 1, which begins with {"carebench_export":1,…}.')
  }
  await transaction.deleteFrom('collections').execute()
  for (const [name, version] of Object.entries(header.collections as Header['collections'])) {
    if (!Number.isSafeInteger(version)) throw new SchemaError(`The collection ${name} has no version.`)
    await transaction.insertInto('collections').values({ name, index_version: version }).execute()
  }
}

async function addDocuments(transaction: Transaction<Database>, documents: readonly DocumentRow[]): Promise<void> {
  const rows = documents.map((row) => ({ ...row, revision: sql<number>`nextval('carebench.revisions')` }))
  await transaction.insertInto('documents').values(rows).execute()
  const unique = documents.flatMap(({ collection, id, unique_entries }) =>
    unique_entries.map((entry) => ({ collection, entry, id })),
  )
  if (unique.length > 0) await transaction.insertInto('unique_keys').values(unique).execute()
  const filters = documents.flatMap(({ collection, id, created_at, filter_entries }) =>
    filter_entries.map((entry) => ({ collection, entry, created_at, id })),
  )
  if (filters.length > 0) await transaction.insertInto('filter_values').values(filters).execute()
}

function parse(text: string): object {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = undefined
  }
  if (typeof value === 'object' && value !== null) return value
  throw new ImportError(`Expected a line of JSON, got ${text.slice(0, 80)}`)
}

/** Whether a line has this member; what is in it is protected by the checksum. */
function isPart<Value>(value: object, name: 'document'): value is { readonly document: Value }
function isPart<Value>(value: object, name: 'entry'): value is { readonly entry: Value }
function isPart<Value>(value: object, name: 'end'): value is { readonly end: Value }
function isPart(value: object, name: string): boolean {
  return name in value
}
