import {
  assertClaim,
  assertDistinctParts,
  assertLimit,
  createdAtError,
  duplicateDefinitionError,
} from '../assert-request.js'
import type { Collection, Document } from '../collection.js'
import { frozenCopy } from '../frozen-copy.js'
import type { LogAppend } from '../log.js'
import type { CommitFailure, CommitResult, Page, PageRequest, Store, Stored, Write } from '../store.js'
import { MemoryLog, prepareAppend } from './memory-log.js'
import type { Compression } from './packed-log.js'
import { type IndexedDocument, Table } from './table.js'

/**
 * Returns a store that lives as long as the process. Reads, pages at any depth, and writes of one document take O(log
 * n); a page with several filters may scan the shortest of their lists. Returned documents are frozen.
 */
export function createMemoryStore({ compression }: MemoryStoreOptions = {}): MemoryStore {
  return new MemoryTables(new MemoryLog(compression))
}

/** The options of a store in memory. */
export interface MemoryStoreOptions {
  /**
   * Packs logs once they are sealed, in the background, and unpacks them when they are read: the calls of a finished
   * run then take about a tenth of the memory. Default: they are not packed.
   */
  readonly compression?: Compression
}

/** A store in memory, which can be copied. */
export interface MemoryStore extends Store {
  /**
   * Returns a second store with the same documents, revisions and logs, in O(n log n). Afterwards, the two change
   * independently.
   */
  copy(): MemoryStore
}

/**
 * A write whose document is already copied and indexed, so that nothing can fail once the conditions have been checked.
 */
type PreparedWrite = { readonly table: Table<Document>; readonly id: string } & (
  | { readonly kind: 'insert'; readonly indexed: IndexedDocument<Document> }
  | { readonly kind: 'update'; readonly indexed: IndexedDocument<Document>; readonly revision: number }
  | { readonly kind: 'delete' | 'check'; readonly revision: number }
)

/** A table whose document type is known only together with its collection. */
interface Copyable {
  copy(): Copyable
}

class MemoryTables implements MemoryStore {
  readonly log: MemoryLog
  readonly #tables = new Map<string, { readonly collection: unknown; readonly table: Copyable }>()
  #revision = 0

  constructor(log: MemoryLog) {
    this.log = log
  }

  copy(): MemoryStore {
    const other = new MemoryTables(this.log.copy())
    other.#revision = this.#revision
    for (const [name, { collection, table }] of this.#tables) {
      other.#tables.set(name, { collection, table: table.copy() })
    }
    return other
  }

  async get<Doc extends Document>(collection: Collection<Doc>, id: string): Promise<Stored<Doc> | undefined> {
    return this.#table(collection).get(id)
  }

  async getMany<Doc extends Document>(
    collection: Collection<Doc>,
    ids: readonly string[],
  ): Promise<readonly (Stored<Doc> | undefined)[]> {
    const table = this.#table(collection)
    return ids.map((id) => table.get(id))
  }

  async getByUnique<Doc extends Document>(
    collection: Collection<Doc>,
    index: string,
    key: string,
  ): Promise<Stored<Doc> | undefined> {
    return this.#table(collection).getByUnique(index, key)
  }

  async page<Doc extends Document>(collection: Collection<Doc>, request: PageRequest): Promise<Page<Doc>> {
    assertLimit(request.limit)
    return this.#table(collection).page(request)
  }

  async due<Doc extends Document>(
    collection: Collection<Doc>,
    before: number,
    limit: number,
  ): Promise<readonly Stored<Doc>[]> {
    assertLimit(limit)
    return this.#table(collection).due(before, limit)
  }

  async claim<Doc extends Document>(
    collection: Collection<Doc>,
    before: number,
    until: number,
    limit: number,
  ): Promise<readonly Stored<Doc>[]> {
    assertLimit(limit)
    assertClaim(before, until)
    const table = this.#table(collection)
    const claimed = table.due(before, limit)
    for (const { doc } of claimed) table.postpone(doc.id, until)
    return claimed
  }

  // No await between the conditions and the changes, so no other commit can interleave.
  async commit(
    writes: readonly Write[],
    appends: readonly LogAppend[] = [],
    removedLogs: readonly string[] = [],
  ): Promise<CommitResult> {
    const prepared = writes.map((write) => this.#prepare(write))
    const preparedAppends = appends.map(prepareAppend)
    assertDistinctParts(writes, appends, removedLogs)
    const failed = findWriteFailure(prepared) ?? findTakenKey(prepared) ?? this.#findAppendFailure(preparedAppends)
    if (failed !== null) return { ok: false, failed }
    const revision = ++this.#revision
    for (const write of prepared) apply(write, revision)
    for (const append of preparedAppends) this.log.apply(append)
    for (const log of removedLogs) this.log.remove(log)
    return { ok: true, revision }
  }

  async ping(): Promise<void> {}

  async close(): Promise<void> {}

  #prepare(write: Write): PreparedWrite {
    const { kind } = write
    const table = this.#table(write.collection)
    if (kind === 'delete' || kind === 'check') return { kind, table, id: write.id, revision: write.revision }
    const indexed = table.index(frozenCopy(write.doc))
    if (kind === 'insert') return { kind, table, id: indexed.id, indexed }
    const present = table.getIndexed(indexed.id)
    if (present !== undefined && present.createdAt !== indexed.createdAt) {
      throw createdAtError(write.collection.name, indexed.id, present.createdAt, indexed.createdAt)
    }
    return { kind, table, id: indexed.id, indexed, revision: write.revision }
  }

  #findAppendFailure(appends: readonly LogAppend[]): CommitFailure | null {
    for (const [index, append] of appends.entries()) {
      const failure = this.log.findFailure(append)
      if (failure !== null) return { index, ...failure }
    }
    return null
  }

  #table<Doc extends Document>(collection: Collection<Doc>): Table<Doc> {
    let entry = this.#tables.get(collection.name)
    if (entry === undefined) {
      entry = { collection, table: new Table<Doc>(collection) }
      this.#tables.set(collection.name, entry)
    }
    if (entry.collection !== collection) throw duplicateDefinitionError(collection.name)
    // The table was created for this very definition, so it holds documents of its type.
    return entry.table as Table<Doc>
  }
}

function findWriteFailure(writes: readonly PreparedWrite[]): CommitFailure | null {
  for (const [index, write] of writes.entries()) {
    const present = write.table.get(write.id)
    if (write.kind === 'insert') {
      if (present !== undefined) return { index, reason: 'exists' }
    } else if (present === undefined) {
      return { index, reason: 'missing' }
    } else if (present.revision !== write.revision) {
      return { index, reason: 'revision', current: present.revision }
    }
  }
  return null
}

/** Returns the failure of the first write whose unique key would, after all writes, also belong to another document. */
function findTakenKey(writes: readonly PreparedWrite[]): CommitFailure | null {
  // The keys of a single document cannot conflict.
  const claimed = writes.length < 2 ? null : new Map<Table<Document>, Set<string>>()
  for (const [index, write] of writes.entries()) {
    if (write.kind !== 'insert' && write.kind !== 'update') continue
    for (const unique of Object.keys(write.indexed.unique)) {
      const key = write.indexed.unique[unique] ?? ''
      const holder = write.table.getByUnique(unique, key)?.doc.id
      const isTaken = holder !== undefined && holder !== write.id && !releases(writes, write.table, holder, unique, key)
      if (isTaken) return { index, reason: 'unique', unique }
      if (claimed === null) continue
      const claims = claimed.get(write.table) ?? new Set()
      claimed.set(write.table, claims)
      const claim = `${unique} ${key}`
      if (claims.has(claim)) return { index, reason: 'unique', unique }
      claims.add(claim)
    }
  }
  return null
}

function releases(writes: readonly PreparedWrite[], table: Table<Document>, id: string, unique: string, key: string) {
  return writes.some(
    (write) =>
      write.table === table &&
      write.id === id &&
      (write.kind === 'delete' || (write.kind === 'update' && write.indexed.unique[unique] !== key)),
  )
}

function apply(write: PreparedWrite, revision: number): void {
  if (write.kind === 'insert') write.table.add(write.indexed, revision)
  else if (write.kind === 'update') write.table.replace(write.indexed, revision)
  else if (write.kind === 'delete') write.table.delete(write.id)
}
