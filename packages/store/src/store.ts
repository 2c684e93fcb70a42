import type { PagePosition } from '@carebench/pagination'
import type { Collection, Document } from './collection.js'
import type { AppendFailure, Log, LogAppend } from './log.js'

/**
 * Where documents and logs are kept. Documents go in and come out by value: changing one that was handed in or out
 * changes nothing in the store (what comes out may be frozen).
 *
 * Every method may reject with {@link StoreUnavailableError}. Naming an index or filter that the collection does not define
 * rejects with a RangeError.
 */
export interface Store {
  /** The logs of the same storage. */
  readonly log: Log
  /** Reads one document, undefined if there is none. */
  get<Doc extends Document>(collection: Collection<Doc>, id: string): Promise<Stored<Doc> | undefined>
  /** Reads the document that has `key` in a unique index, undefined if there is none. */
  getByUnique<Doc extends Document>(
    collection: Collection<Doc>,
    index: string,
    key: string,
  ): Promise<Stored<Doc> | undefined>
  /** Reads a part of the list of documents, newest first: `created_at` descending, then `id` descending. */
  page<Doc extends Document>(collection: Collection<Doc>, request: PageRequest): Promise<Page<Doc>>
  /** Reads at most `limit` documents whose due time is `before` (milliseconds since 1970) or earlier, earliest first. */
  due<Doc extends Document>(collection: Collection<Doc>, before: number, limit: number): Promise<readonly Stored<Doc>[]>
  /**
   * Carries out all writes and appends, or none of them; nobody sees some of them.
   *
   * Unique keys are compared as they would be afterwards: a document may take the key that another one gives up in the
   * same commit. Throws a RangeError if two writes concern one document, two appends one log, if an update changes
   * `created_at`, or if entries are not numbered as {@link LogAppend} says. A document that is not JSON may be refused with
   * a TypeError.
   */
  commit(writes: readonly Write[], appends?: readonly LogAppend[]): Promise<CommitResult>
}

/** A document with the revision that a later write must name. */
export interface Stored<Doc> {
  readonly doc: Doc
  /** Changes with every write of the document, and never comes back. */
  readonly revision: number
}

/** One value of one filter. */
export interface FilterTerm {
  readonly name: string
  readonly value: string
}

/** Which part of a list is read. */
export interface PageRequest {
  /** Only documents that have this value; of several terms, all of them. Missing or empty: the whole collection. */
  readonly filter?: FilterTerm | readonly FilterTerm[] | undefined
  /** Where to begin; missing: at the newest. The document with this key need not exist (any more). */
  readonly position?: PagePosition | undefined
  /** At most so many documents, from 1; throws a RangeError otherwise. */
  readonly limit: number
}

/** A part of a list. */
export interface Page<Doc> {
  /** Newest first in both directions. */
  readonly docs: readonly Doc[]
  /** True if there are further documents in the direction of the request. */
  readonly more: boolean
  /** True if there are documents on the other side of `docs`, where the request came from. */
  readonly behind: boolean
}

/** One condition, and perhaps one change, of a commit. Made by {@link insert}, {@link update}, {@link remove}, {@link check}. */
export type Write =
  | { readonly kind: 'insert'; readonly collection: Collection<Document>; readonly doc: Document }
  | {
      readonly kind: 'update'
      readonly collection: Collection<Document>
      readonly doc: Document
      readonly revision: number
    }
  | {
      readonly kind: 'delete'
      readonly collection: Collection<Document>
      readonly id: string
      readonly revision: number
    }
  | {
      readonly kind: 'check'
      readonly collection: Collection<Document>
      readonly id: string
      readonly revision: number
    }

/** What became of a commit. All documents that it wrote have the new `revision`. */
export type CommitResult =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly failed: CommitFailure }

/**
 * The first condition that did not hold; nothing was written. `index` counts in `writes`, for `sequence` and `sealed` in
 * `appends`.
 *
 * - `exists`: an inserted id is taken. `missing`: there is no document with this id.
 * - `revision`: the document was written since; it has the revision `current`.
 * - `unique`: another document has the key in the index called `unique`.
 */
export type CommitFailure =
  | { readonly index: number; readonly reason: 'exists' | 'missing' }
  | { readonly index: number; readonly reason: 'revision'; readonly current: number }
  | { readonly index: number; readonly reason: 'unique'; readonly unique: string }
  | ({ readonly index: number } & AppendFailure)

/** A document to add. */
export function insert<Doc extends Document>(collection: Collection<Doc>, doc: Doc): Write {
  return { kind: 'insert', collection, doc }
}

/** A document to put in the place of the one with its id, which must have `revision`. */
export function update<Doc extends Document>(collection: Collection<Doc>, doc: Doc, revision: number): Write {
  return { kind: 'update', collection, doc, revision }
}

/** A document to take away, which must have `revision`. */
export function remove<Doc extends Document>(collection: Collection<Doc>, id: string, revision: number): Write {
  return { kind: 'delete', collection, id, revision }
}

/** A document that must have `revision` for the commit to happen. */
export function check<Doc extends Document>(collection: Collection<Doc>, id: string, revision: number): Write {
  return { kind: 'check', collection, id, revision }
}

/** Thrown when the storage cannot be reached. Whether a commit that threw it was carried out is not known. */
export class StoreUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailableError'
  }
}
