import type { PagePosition } from '@carebench/pagination'
import type { Collection, Document } from './collection.js'
import type { AppendFailure, Log, LogAppend } from './log.js'

/**
 * Storage of documents and logs. Documents are passed by value: changing one that was passed in or returned changes
 * nothing in the store (returned documents may be frozen).
 *
 * Every method may reject with {@link StoreUnavailableError}. Naming an index or filter that the collection does not
 * define rejects with a RangeError.
 */
export interface Store {
  /** The logs in the same storage. */
  readonly log: Log
  /** Reads one document; undefined if it does not exist. */
  get<Doc extends Document>(collection: Collection<Doc>, id: string): Promise<Stored<Doc> | undefined>
  /**
   * Reads several documents of one collection as they were at one moment, in the order of `ids`; undefined for each
   * that does not exist. An id may occur more than once.
   */
  getMany<Doc extends Document>(
    collection: Collection<Doc>,
    ids: readonly string[],
  ): Promise<readonly (Stored<Doc> | undefined)[]>
  /** Reads the document that has `key` in a unique index; undefined if there is none. */
  getByUnique<Doc extends Document>(
    collection: Collection<Doc>,
    index: string,
    key: string,
  ): Promise<Stored<Doc> | undefined>
  /** Reads a part of the list of documents, newest first: `created_at` descending, then `id` descending. */
  page<Doc extends Document>(collection: Collection<Doc>, request: PageRequest): Promise<Page<Doc>>
  /**
   * Reads at most `limit` documents whose due time is `before` (milliseconds since 1970) or earlier, earliest first.
   */
  due<Doc extends Document>(collection: Collection<Doc>, before: number, limit: number): Promise<readonly Stored<Doc>[]>
  /**
   * Reads documents like {@link due}, and postpones them: until `until` (milliseconds since 1970) or the next write of
   * the document, they are not due. So only one of several processes gets each due document; if that process ends
   * before it has written the document, another one gets it later. Revisions do not change. Rejects with a RangeError
   * unless `until` is later than `before`.
   */
  claim<Doc extends Document>(
    collection: Collection<Doc>,
    before: number,
    until: number,
    limit: number,
  ): Promise<readonly Stored<Doc>[]>
  /**
   * Applies all writes and appends, or none; no reader sees a partial commit.
   *
   * Unique keys are compared in the resulting state: a document may take a key that another one gives up in the same
   * commit. Throws a RangeError if two writes name one document, if two appends name one log, if an update changes
   * `created_at`, or if entries are not numbered as {@link LogAppend} says. A document that is not JSON may be rejected
   * with a TypeError.
   *
   * @param removedLogs - ids of logs to empty, with their checkpoints. Prevent concurrent appends: seal the logs first,
   *   or remove the document that leads to them. `appends` must not name them; they may be empty already
   */
  commit(
    writes: readonly Write[],
    appends?: readonly LogAppend[],
    removedLogs?: readonly string[],
  ): Promise<CommitResult>
  /** Resolves if the storage can be read. */
  ping(): Promise<void>
  /**
   * Returns the position of the storage as of its last response to this process. Absent if no other process uses the
   * storage. The response to a call is never behind a write that any process acknowledged before the call was sent;
   * `due`, `claim`, and lookups that find no document need not update the position.
   */
  readonly latest?: (() => StorageMoment) | undefined
  /**
   * Releases the resources of the store: connections, files, locks. Calls in progress may be rejected, and so is every
   * later call of a store with such resources. Closing again does nothing.
   */
  close(): Promise<void>
}

/** The position of a storage at one moment. Neither number ever decreases. */
export interface StorageMoment {
  /** Grows with each commit of any process; 0 as long as nothing is known. */
  readonly commit: number
  /** The clock of the storage, in milliseconds since 1970; 0 as long as nothing is known. */
  readonly time: number
}

/** A document with the revision that a later write must name. */
export interface Stored<Doc> {
  readonly doc: Doc
  /** Changes with every write of the document; values are never reused. */
  readonly revision: number
}

/** One value of one filter. */
export interface FilterTerm {
  readonly name: string
  readonly value: string
}

/** Which part of a list to read. */
export interface PageRequest {
  /** Only documents that match all terms. Missing or empty: the whole collection. */
  readonly filter?: FilterTerm | readonly FilterTerm[] | undefined
  /** Where to start; missing: at the newest document. The document with this key need not exist (any more). */
  readonly position?: PagePosition | undefined
  /** Maximum number of documents, at least 1; throws a RangeError otherwise. */
  readonly limit: number
}

/** A part of a list. */
export interface Page<Doc> {
  /** Newest first in both directions. */
  readonly docs: readonly Doc[]
  /** Whether there are further documents in the direction of the request. */
  readonly more: boolean
  /** Whether there are documents on the other side of `docs`, where the request came from. */
  readonly behind: boolean
}

/**
 * One condition, optionally with a change, of a commit. Created by {@link insert}, {@link update}, {@link remove},
 * {@link check}.
 */
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

/** The result of a commit. All documents that it wrote have the new `revision`. */
export type CommitResult =
  | { readonly ok: true; readonly revision: number }
  | { readonly ok: false; readonly failed: CommitFailure }

/**
 * The first condition that did not hold; nothing was written. `index` is an index into `writes`, for `sequence` and
 * `sealed` into `appends`.
 *
 * - `exists`: an inserted id is taken. `missing`: there is no document with this id.
 * - `revision`: the document has been written since; its revision is `current`.
 * - `unique`: another document has the key in the index called `unique`.
 */
export type CommitFailure =
  | { readonly index: number; readonly reason: 'exists' | 'missing' }
  | { readonly index: number; readonly reason: 'revision'; readonly current: number }
  | { readonly index: number; readonly reason: 'unique'; readonly unique: string }
  | ({ readonly index: number } & AppendFailure)

/** Creates a write that adds a document. */
export function insert<Doc extends Document>(collection: Collection<Doc>, doc: Doc): Write {
  return { kind: 'insert', collection, doc }
}

/** Creates a write that replaces the document with the same id, which must have `revision`. */
export function update<Doc extends Document>(collection: Collection<Doc>, doc: Doc, revision: number): Write {
  return { kind: 'update', collection, doc, revision }
}

/** Creates a write that removes a document, which must have `revision`. */
export function remove<Doc extends Document>(collection: Collection<Doc>, id: string, revision: number): Write {
  return { kind: 'delete', collection, id, revision }
}

/** Creates a condition that a document has `revision`, without changing it. */
export function check<Doc extends Document>(collection: Collection<Doc>, id: string, revision: number): Write {
  return { kind: 'check', collection, id, revision }
}

/** Thrown when the storage cannot be reached. It is unknown whether a commit that threw it took effect. */
export class StoreUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreUnavailableError'
  }
}
