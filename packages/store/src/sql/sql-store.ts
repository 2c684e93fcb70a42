import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely'
import { assertClaim, assertDistinctParts, assertIndex, assertLimit, createdAtError } from '../assert-request.js'
import type { Collection, Document } from '../collection.js'
import { createKeyReader } from '../document-keys.js'
import { frozenCopy } from '../frozen-copy.js'
import { assertAppendable, type LogAppend } from '../log.js'
import type { CommitFailure, CommitResult, Page, PageRequest, StorageMoment, Stored, Write } from '../store.js'
import { Collections } from './collections.js'
import type { Database } from './database.js'
import { exclusively } from './exclusively.js'
import { jsonArray } from './json-array.js'
import { encodeEntries, encodeEntry, encodeKey } from './key-text.js'
import type { LastingStore } from './lasting-store.js'
import { writeLogEntry } from './log-entry-text.js'
import { retryConflicts } from './retry-conflicts.js'
import { selectKeys, toSortOrder } from './select-keys.js'
import { SqlLog } from './sql-log.js'
import { exportLines, importLines, type Selection, type Transferred } from './transfer.js'

type MovedDocument = { readonly reason: 'moved'; readonly index: number; readonly from: string }
type PlanResult =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly failed: CommitFailure | MovedDocument }

/** Number of removed logs after which an embedded database reclaims their space. */
const logsPerVacuum = 500

export interface SqlStoreOptions {
  /** Whether other processes may use the database. */
  readonly isShared: boolean
  /** Closes the database and everything that belongs to it. */
  readonly release: () => Promise<void>
}

/** Documents and logs in PostgreSQL. Each call is one statement; a commit is one function of the database. */
export class SqlStore implements LastingStore {
  readonly log: SqlLog
  readonly latest: (() => StorageMoment) | undefined
  readonly #db: Kysely<Database>
  #collections: Collections
  readonly #options: SqlStoreOptions
  readonly #closed = new AbortController()
  #closing: Promise<void> | undefined
  /** The number of logs removed since space was last reclaimed. */
  #removed = 0
  #latest: StorageMoment = { commit: 0, time: 0 }

  constructor(db: Kysely<Database>, options: SqlStoreOptions) {
    this.#db = db.withSchema('carebench')
    this.#options = options
    this.#collections = new Collections(this.#db)
    this.log = new SqlLog(this.#db)
    if (options.isShared) this.latest = () => this.#latest
  }

  async get<Doc extends Document>(collection: Collection<Doc>, id: string): Promise<Stored<Doc> | undefined> {
    const [found] = await this.getMany(collection, [id])
    return found
  }

  async getMany<Doc extends Document>(
    collection: Collection<Doc>,
    ids: readonly string[],
  ): Promise<readonly (Stored<Doc> | undefined)[]> {
    if (ids.length === 0) return []
    const keys = ids.map(encodeKey)
    return this.#use(collection, async () => {
      const query = this.#db.selectFrom('documents').select(['id', 'revision', 'doc', ...moment])
      const [only = ''] = keys
      const rows = await query
        .where('collection', '=', collection.name)
        .where('id', '=', keys.length === 1 ? only : sql<string>`any(${keys})`)
        .execute()
      this.#notePosition(rows[0])
      const found = new Map(rows.map((row) => [row.id, toStored<Doc>(row)]))
      return keys.map((key) => found.get(key))
    })
  }

  async getByUnique<Doc extends Document>(
    collection: Collection<Doc>,
    index: string,
    key: string,
  ): Promise<Stored<Doc> | undefined> {
    assertIndex(collection, 'unique', index)
    return this.#use(collection, async () => {
      const row = await this.#db
        .selectFrom('unique_keys as u')
        .innerJoin('documents as d', (join) =>
          join.onRef('d.collection', '=', 'u.collection').onRef('d.id', '=', 'u.id'),
        )
        .where('u.collection', '=', collection.name)
        .where('u.entry', '=', encodeEntry(index, key))
        .where(requireVersion(collection))
        .select(['d.revision', 'd.doc', ...moment])
        .executeTakeFirst()
      this.#notePosition(row)
      return row && toStored<Doc>(row)
    })
  }

  async page<Doc extends Document>(collection: Collection<Doc>, request: PageRequest): Promise<Page<Doc>> {
    const { filter, position, limit } = request
    assertLimit(limit)
    const terms = filter === undefined ? [] : 'name' in filter ? [filter] : filter
    for (const { name } of terms) assertIndex(collection, 'filters', name)
    return this.#use(collection, async () => {
      const forward = position?.direction !== 'prev'
      const [way, back] = forward ? (['older', 'newer'] as const) : (['newer', 'older'] as const)
      const key = position?.key
      // Not `exists`: PostgreSQL would expect a match early in the table, and read half of it.
      const isBehind =
        key === undefined
          ? sql`false`
          : sql`(
              select true from (${selectKeys(collection, terms, { key, isIncluded: true, way: back }, 1)}) as nearest
            ) is not null`
      const listed = selectKeys(collection, terms, { key, isIncluded: false, way }, limit + 1)
      // One statement sees one state, on both sides of the position.
      const { rows } = await sql<{ readonly behind: boolean; readonly doc: Doc | null } & Moment>`
        select sides.behind, d.doc, ${sql.join(moment)}
        from (select ${isBehind} as behind where ${requireVersion(collection)}) as sides
        left join (${listed}) as listed on true
        left join carebench.documents as d on d.collection = ${collection.name} and d.id = listed.id
        order by listed.created_at ${toSortOrder(way)}, listed.id ${toSortOrder(way)}`.execute(this.#db)
      this.#notePosition(rows[0])
      const docs = rows.flatMap(({ doc }) => (doc === null ? [] : [doc]))
      const more = docs.length > limit
      if (more) docs.pop()
      if (!forward) docs.reverse()
      return { docs, more, behind: rows[0]?.behind === true }
    })
  }

  async due<Doc extends Document>(
    collection: Collection<Doc>,
    before: number,
    limit: number,
  ): Promise<readonly Stored<Doc>[]> {
    assertLimit(limit)
    return this.#use(collection, async () => {
      const rows = await this.#db
        .selectFrom('documents')
        .select(['revision', 'doc'])
        .where('collection', '=', collection.name)
        .where('due_at', '<=', before)
        .where(requireVersion(collection))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit)
        .execute()
      return rows.map((row) => toStored<Doc>(row))
    })
  }

  async claim<Doc extends Document>(
    collection: Collection<Doc>,
    before: number,
    until: number,
    limit: number,
  ): Promise<readonly Stored<Doc>[]> {
    assertLimit(limit)
    assertClaim(before, until)
    return this.#use(collection, async () => {
      // Documents that another process is claiming or writing are left to that process.
      const { rows } = await sql<{ readonly revision: number; readonly doc: Document }>`
        with due as materialized (
          select id, due_at from carebench.documents
          where collection = ${collection.name} and due_at <= ${before} and ${requireVersion(collection)}
          order by due_at, id limit ${limit} for update skip locked
        ), claimed as (
          update carebench.documents as d set due_at = ${until} from due
          where d.collection = ${collection.name} and d.id = due.id
          returning d.id, d.revision, d.doc, due.due_at
        )
        select revision, doc from claimed order by due_at, id`.execute(this.#db)
      return rows.map((row) => toStored<Doc>(row))
    })
  }

  async commit(
    writes: readonly Write[],
    appends: readonly LogAppend[] = [],
    removedLogs: readonly string[] = [],
  ): Promise<CommitResult> {
    assertDistinctParts(writes, appends, removedLogs)
    for (const append of appends) assertAppendable(append)
    const docs: string[] = []
    const entries: string[] = []
    const collections = new Set(writes.map(({ collection }) => collection))
    const plan = JSON.stringify({
      indexes: Object.fromEntries([...collections].map(({ name, indexVersion }) => [name, indexVersion])),
      writes: writes.map((write) => planWrite(write, docs)),
      appends: appends.map((append) => planAppend(append, entries)),
    })
    const execute = async () => {
      const call = sql`${plan}::text::jsonb, ${jsonArray(docs)}, ${jsonArray(entries)}`
      const commit =
        removedLogs.length === 0
          ? sql`carebench.commit_plan(${call})`
          : sql`carebench.commit_removing(${call}, ${removedLogs.map(encodeKey)}::text[])`
      const { rows } = await sql<{ readonly result: PlanResult }>`select ${commit} as result`.execute(this.#db)
      return rows[0]?.result
    }
    const result = await this.#collections.using(collections, () => retryConflicts(execute))
    if (result === undefined) throw new Error('The function commit_plan returned no row.')
    if (result.ok) {
      this.#notePosition({ latest_commit: result.revision, latest_time: 0 })
      this.#tidy(removedLogs.length)
      return result
    }
    const { failed } = result
    if (failed.reason !== 'moved') return { ok: false, failed }
    const write = writes[failed.index]
    if (write?.kind !== 'update') throw new Error(`The write ${failed.index} is not an update.`)
    throw createdAtError(write.collection.name, write.doc.id, failed.from, write.doc.created_at)
  }

  /** Makes the embedded database reclaim removed space now and then; PostgreSQL does so by itself. */
  #tidy(removed: number): void {
    if (this.#options.isShared) return
    this.#removed += removed
    if (this.#removed < logsPerVacuum) return
    this.#removed = 0
    // Nothing depends on it, and it runs again later.
    sql`vacuum`.execute(this.#db).catch(() => undefined)
  }

  async ping(): Promise<void> {
    const { rows } = await retryConflicts(() => sql<Moment>`select ${sql.join(moment)}`.execute(this.#db))
    this.#notePosition(rows[0])
  }

  close(): Promise<void> {
    this.#closed.abort()
    this.#closing ??= this.#options.release()
    return this.#closing
  }

  exclusively<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const { signal } = this.#closed
    return this.#options.isShared ? exclusively(this.#db, work, signal) : work(signal)
  }

  async now(): Promise<number> {
    const { rows } = await retryConflicts(() =>
      sql<{ readonly now: number }>`select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(
        this.#db,
      ),
    )
    const [row] = rows
    if (row === undefined) throw new Error('Expected the time of the database, got no row.')
    return Number(row.now)
  }

  exportLines(selection?: Selection): AsyncGenerator<string, Transferred> {
    return exportLines(this.#db, selection)
  }

  async importLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Transferred> {
    const transferred = await importLines(this.#db, lines)
    // The versions of the indexes are now those of the export.
    this.#collections = new Collections(this.#db)
    return transferred
  }

  #notePosition(moment: Moment | undefined): void {
    if (moment === undefined) return
    const { commit, time } = this.#latest
    this.#latest = { commit: Math.max(commit, moment.latest_commit), time: Math.max(time, moment.latest_time) }
  }

  #use<Result>(collection: Collection<Document>, work: () => Promise<Result>): Promise<Result> {
    return this.#collections.using([collection], () => retryConflicts(work))
  }
}

/**
 * Returns a condition that is true, or fails the statement before it reads anything: the keys by which the statement
 * finds documents must have the version that this process knows. PostgreSQL evaluates it once. Looking up a document by
 * id needs no such keys.
 */
function requireVersion({ name, indexVersion }: Collection<never>): RawBuilder<SqlBool> {
  return sql<SqlBool>`case
    when (select index_version from carebench.collections where name = ${name}) = ${indexVersion} then true
    else carebench.refuse_reader()
  end`
}

/** The position of the database at the start of a statement. */
interface Moment {
  readonly latest_commit: number
  readonly latest_time: number
}

const moment = [
  sql<number>`(select last_value from carebench.revisions)`.as('latest_commit'),
  sql<number>`(extract(epoch from statement_timestamp()) * 1000)::double precision`.as('latest_time'),
] as const

/** Returns a write in the form that `commit_plan` reads, and adds its document to `docs`. */
function planWrite(write: Write, docs: string[]) {
  const { kind } = write
  const collection = write.collection.name
  if (kind === 'delete' || kind === 'check') {
    return { kind, collection, id: encodeKey(write.id), revision: write.revision, unique: [], filters: [] }
  }
  const doc = frozenCopy(write.doc)
  docs.push(JSON.stringify(doc))
  const keys = createKeyReader(write.collection)(doc)
  return {
    kind,
    collection,
    id: encodeKey(doc.id),
    created_at: encodeKey(doc.created_at),
    ...(kind === 'update' && { revision: write.revision }),
    due_at: keys.dueAt,
    ...encodeEntries(keys),
    doc: docs.length,
  }
}

/** Returns an append in the form that `commit_plan` reads, and adds its entries to `entries`. */
function planAppend({ log, expectedSeq: seq, entries: added }: LogAppend, entries: string[]) {
  const first = entries.length + 1
  for (const entry of added) entries.push(writeLogEntry(frozenCopy(entry)))
  return { log: encodeKey(log), seq, count: added.length, first, sealed: added.at(-1)?.action.kind === 'seal' }
}

function toStored<Doc extends Document>({ doc, revision }: { doc: Document; revision: number }): Stored<Doc> {
  // Only documents of a collection are written to it.
  return { doc: doc as Doc, revision }
}
