import { type Kysely, sql, type Transaction } from 'kysely'
import { duplicateDefinitionError } from '../assert-request.js'
import type { Collection, Document } from '../collection.js'
import { createKeyReader } from '../document-keys.js'
import type { Database } from './database.js'
import { encodeEntries } from './key-text.js'
import { SchemaError } from './migrations/migrate.js'
import { retryConflicts } from './retry-conflicts.js'
import { readCode } from './storage-error.js'

/** Number of documents whose keys are recomputed at a time. */
const batch = 200

/**
 * The error code of `commit_plan` and `refuse_reader`: the keys in the database have another version than those of this
 * process.
 */
const otherIndexes = 'CB002'
/** Maximum number of attempts: another process may change the version of the keys in between. */
const attempts = 3

interface Known {
  readonly collection: unknown
  readonly ready: Promise<void>
}

/** The collections that this process uses. Keeps the keys in the database consistent with their definitions. */
export class Collections {
  readonly #db: Kysely<Database>
  readonly #known = new Map<string, Known>()

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  /**
   * Resolves once the keys of all documents of the collection match its definition. Rejects with a RangeError if there
   * is another definition with its name, with a {@link SchemaError} if a newer version has computed the keys.
   */
  async ready<Doc extends Document>(collection: Collection<Doc>): Promise<void> {
    let known = this.#known.get(collection.name)
    if (known === undefined) {
      known = { collection, ready: retryConflicts(() => this.#prepare(collection)) }
      this.#known.set(collection.name, known)
      // If it fails, the next call tries again.
      known.ready.catch(() => this.#known.delete(collection.name))
    }
    if (known.collection !== collection) throw duplicateDefinitionError(collection.name)
    await known.ready
  }

  /**
   * Runs a statement on collections once they are ready. If their keys no longer match the definitions, because
   * another process has imported documents, prepares the collections again; rejects with a {@link SchemaError} if a
   * newer version has computed the keys.
   */
  async using<Result>(collections: Iterable<Collection<never>>, execute: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      for (const collection of collections) await this.ready(collection)
      try {
        return await execute()
      } catch (error) {
        if (readCode(error) !== otherIndexes || attempt === attempts) throw error
        for (const { name } of collections) this.#known.delete(name)
      }
    }
  }

  async #prepare<Doc extends Document>(collection: Collection<Doc>): Promise<void> {
    if ((await readVersion(this.#db, collection)) === collection.indexVersion) return
    await this.#db.transaction().execute(async (transaction) => {
      // Processes that prepare a collection wait for each other; writers wait only while keys are recomputed, below.
      await sql`lock table carebench.collections in share row exclusive mode`.execute(transaction)
      const version = await readVersion(transaction, collection)
      if (version === collection.indexVersion) return
      const { name, indexVersion: index_version } = collection
      if (version === undefined) {
        await transaction.insertInto('collections').values({ name, index_version }).execute()
        return
      }
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`lock table carebench.documents in share row exclusive mode`.execute(transaction)
      await reindex(transaction, collection)
      await transaction.updateTable('collections').set({ index_version }).where('name', '=', name).execute()
    })
  }
}

/**
 * Returns the version of the keys in the database, negative after an import; undefined if it has no such collection.
 * Throws a {@link SchemaError} if the version is newer than the definition.
 */
async function readVersion<Doc extends Document>(
  db: Kysely<Database>,
  { name, indexVersion }: Collection<Doc>,
): Promise<number | undefined> {
  const row = await db.selectFrom('collections').select('index_version').where('name', '=', name).executeTakeFirst()
  if (row !== undefined && Math.abs(row.index_version) > indexVersion) {
    throw new SchemaError(
      `The indexes of ${name} in the database have version ${Math.abs(row.index_version)}, written by a newer ` +
        `carebench; this one knows versions up to ${indexVersion}. Use that one, or another database.`,
    )
  }
  return row?.index_version
}

/** Recomputes the keys of all documents of a collection. */
async function reindex<Doc extends Document>(
  transaction: Transaction<Database>,
  collection: Collection<Doc>,
): Promise<void> {
  const { name } = collection
  await transaction.deleteFrom('unique_keys').where('collection', '=', name).execute()
  await transaction.deleteFrom('filter_values').where('collection', '=', name).execute()
  const readKeys = createKeyReader(collection)
  let last = ''
  for (;;) {
    const rows = await transaction
      .selectFrom('documents')
      .select(['id', 'created_at', 'doc'])
      .where('collection', '=', name)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    const keyed = rows.map(({ id, created_at, doc }) => {
      // Only documents of a collection are written to it.
      const keys = readKeys(doc as Doc)
      return { id, created_at, due_at: keys.dueAt, ...encodeEntries(keys) }
    })
    await sql`update carebench.documents as document
      set due_at = keyed.due_at, unique_entries = keyed."unique", filter_entries = keyed.filters
      from json_to_recordset(${JSON.stringify(keyed)}::text::json)
        as keyed (id text, due_at double precision, "unique" text[], filters text[])
      where document.collection = ${name} and document.id = keyed.id`.execute(transaction)
    const unique = keyed.flatMap(({ id, unique }) => unique.map((entry) => ({ collection: name, entry, id })))
    if (unique.length > 0) await transaction.insertInto('unique_keys').values(unique).execute()
    // As one parameter: a statement has at most 65,535, and a document may have more than a hundred entries.
    await sql`insert into carebench.filter_values (collection, entry, created_at, id)
      select ${name}, filter.entry, document.created_at, document.id
      from carebench.documents as document, unnest(document.filter_entries) as filter (entry)
      where document.collection = ${name} and document.id = any(${rows.map(({ id }) => id)})`.execute(transaction)
    last = rows.at(-1)?.id ?? last
    if (rows.length < batch) return
  }
}
