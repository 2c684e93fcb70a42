import type { JsonValue, LogEntry } from '@carebench/protocol'
import type { Generated } from 'kysely'
import type { Document } from '../collection.js'

/** The tables of the schema `carebench` that queries use. `migrations/` creates them. */
export interface Database {
  readonly migrations: { readonly number: number; readonly name: string; readonly checksum: string }
  /** A negative version: the keys were imported, and are recomputed before the collection is used. */
  readonly collections: { readonly name: string; readonly index_version: number }
  readonly documents: DocumentTable
  readonly unique_keys: { readonly collection: string; readonly entry: string; readonly id: string }
  readonly filter_values: {
    readonly collection: string
    readonly entry: string
    readonly created_at: string
    readonly id: string
  }
  readonly log_entries: {
    readonly log: string
    readonly seq: number
    readonly sealed: Generated<boolean>
    readonly append_key: string | null
    readonly entry: LogEntry
  }
  readonly log_checkpoints: {
    readonly log: string
    readonly engine: string
    readonly from_seq: number
    readonly content: JsonValue
  }
}

/** The documents of all collections. An entry of an index is `name=value`. */
export interface DocumentTable {
  readonly collection: string
  readonly id: string
  readonly created_at: string
  readonly revision: number
  /** In milliseconds since 1970. */
  readonly due_at: number | null
  readonly unique_entries: readonly string[]
  readonly filter_entries: readonly string[]
  readonly doc: Document
}
