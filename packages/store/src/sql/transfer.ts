import { createHash } from 'node:crypto'
import type { LogEntry } from '@carebench/protocol'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Document } from '../collection.js'
import type { Database } from './database.js'
import { encodeKey } from './key-text.js'
import { restoreLogEntry, writeLogEntry } from './log-entry-text.js'
import { storageError } from './storage-error.js'
import {
  type DocumentRow,
  type EntryRow,
  ImportError,
  parseHeader,
  parseRow,
  type TransferHeader,
} from './transfer-lines.js'

/** The numbers of exported or imported documents and log entries. */
export interface Transferred {
  readonly documents: number
  readonly entries: number
}

/** The part of a store to export. Its methods may depend on documents seen earlier, in the order of `collections`. */
export interface Selection {
  /** The collections to read, in this order. */
  readonly collections: readonly string[]
  /** Whether a document is exported. */
  keeps(collection: string, doc: Document): boolean
  /** Returns the logs to export; called after the last document. */
  logs(): Iterable<string>
}

/** Rows read or written at a time. */
const batch = 200

/**
 * Yields a consistent snapshot of a database as lines of JSON: a header, documents, log entries, and an end with their
 * numbers and the SHA-256 of all lines before it, each with its line feed.
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
    const versions = collections.map(({ name, index_version }) => [name, Math.abs(index_version)])
    yield line({ carebench_export: 1, collections: Object.fromEntries(versions) })
    for await (const document of selection === undefined
      ? readDocuments(transaction)
      : selectDocuments(transaction, selection)) {
      counts.documents++
      yield line({ document })
    }
    for await (const entry of selection === undefined
      ? readEntries(transaction)
      : selectEntries(transaction, selection)) {
      counts.entries++
      yield line({ entry })
    }
    yield JSON.stringify({ end: { ...counts, sha256: digest.digest('hex') } })
  } finally {
    await transaction.rollback().execute()
  }
  return counts
}

async function* selectDocuments(db: Kysely<Database>, selection: Selection): AsyncGenerator<DocumentRow> {
  for (const collection of selection.collections) {
    for await (const row of readDocuments(db, collection)) {
      if (selection.keeps(collection, row.doc)) yield row
    }
  }
}

async function* selectEntries(db: Kysely<Database>, selection: Selection): AsyncGenerator<EntryRow> {
  for (const log of selection.logs()) yield* readEntries(db, encodeKey(log))
}

/** Yields all documents, or those of one collection. */
async function* readDocuments(db: Kysely<Database>, only?: string): AsyncGenerator<DocumentRow> {
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

/** Yields all entries, or those of one log. */
async function* readEntries(db: Kysely<Database>, only?: string): AsyncGenerator<EntryRow> {
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
    for (const { entry, ...row } of rows) yield { ...row, entry: restoreLogEntry(entry) }
    last = rows.at(-1) ?? last
    if (rows.length < batch) return
  }
}

/**
 * Writes the lines of {@link exportLines} into an empty database, atomically. Throws an {@link ImportError} if the
 * database is not empty, or if a line is missing, changed or not part of an export. The keys of documents are
 * recomputed when their collection is first used.
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
    const flush = async (fewest: number, line: number) => {
      try {
        if (documents.length >= fewest) {
          await addDocuments(transaction, documents)
          documents = []
        }
        if (entries.length >= fewest) {
          const rows = entries.map((row) => ({ ...row, entry: sql<LogEntry>`${writeLogEntry(row.entry)}::text::json` }))
          await transaction.insertInto('log_entries').values(rows).execute()
          entries = []
        }
      } catch (error) {
        throw toImportError(error, line)
      }
    }
    let number = 0
    let header: TransferHeader | undefined
    let isEnded = false
    for await (const text of lines) {
      number++
      if (isEnded) throw new ImportError(`Line ${number}: expected nothing after the last line of the export.`)
      if (header === undefined) {
        header = parseHeader(text)
        await addCollections(transaction, header).catch((error: unknown) => {
          throw toImportError(error, number)
        })
      } else {
        const line = parseRow(text, number, header)
        if (line.kind === 'end') {
          isEnded = true
          const { end } = line
          const isWhole = end.documents === counts.documents && end.entries === counts.entries
          if (isWhole && end.sha256 === digest.digest('hex')) continue
          throw new ImportError('The export was changed: its lines do not match the counts and checksum at its end.')
        }
        if (line.kind === 'document') {
          documents.push(line.row)
          counts.documents++
        } else {
          entries.push(line.row)
          counts.entries++
        }
      }
      digest.update(`${text}\n`)
      await flush(batch, number)
    }
    if (!isEnded) throw new ImportError('The export is truncated: its last line is missing.')
    await flush(1, number)
    return counts
  })
}

async function assertEmpty(db: Kysely<Database>): Promise<void> {
  const found = await db.selectFrom('documents').select('id').limit(1).executeTakeFirst()
  const logged = await db.selectFrom('log_entries').select('log').limit(1).executeTakeFirst()
  if (found !== undefined || logged !== undefined) {
    throw new ImportError(
      'Expected an empty database to import into, but this one has documents or logs already. Name a new folder or ' +
        'database.',
    )
  }
}

/**
 * Converts errors that the lines cause: a key that occurs twice, a text that the database cannot store, or a value that
 * is nested too deeply to be written. Returns a {@link StoreUnavailableError} if the storage cannot be written, and
 * other errors unchanged.
 */
function toImportError(error: unknown, line: number): unknown {
  if (error instanceof RangeError) {
    return new ImportError(`One of the lines up to ${line} is nested too deeply: ${error.message}`, { cause: error })
  }
  const stored = storageError(error)
  if (!(stored instanceof Error && 'severity' in stored)) return stored
  return new ImportError(`The database refused one of the lines up to ${line}: ${stored.message}`, { cause: error })
}

async function addCollections(transaction: Transaction<Database>, { collections }: TransferHeader): Promise<void> {
  await transaction.deleteFrom('collections').execute()
  // Negative: another process computed the keys of the documents.
  const rows = Object.entries(collections).map(([name, version]) => ({ name, index_version: -version }))
  if (rows.length > 0) await transaction.insertInto('collections').values(rows).execute()
}

async function addDocuments(transaction: Transaction<Database>, documents: readonly DocumentRow[]): Promise<void> {
  const rows = documents.map((row) => ({ ...row, revision: sql<number>`nextval('carebench.revisions')` }))
  await transaction.insertInto('documents').values(rows).execute()
  const unique = documents.flatMap(({ collection, id, unique_entries }) =>
    unique_entries.map((entry) => ({ collection, entry, id })),
  )
  if (unique.length > 0) await transaction.insertInto('unique_keys').values(unique).execute()
}
