import { checkpointsAndRemoval } from './checkpoints-and-removal.js'
import { entriesAsASet } from './entries-as-a-set.js'
import { indexVersions } from './index-versions.js'
import { initialSchema } from './initial-schema.js'
import { noOrphans } from './no-orphans.js'

/** One step from a schema to the next. Published steps never change: databases store their checksums. */
export interface Migration {
  /** From 1, without gaps. */
  readonly number: number
  readonly name: string
  /** Statements without parameters. */
  readonly sql: string
}

/** All steps, in order. */
export const migrations: readonly Migration[] = [
  { number: 1, name: 'initial schema', sql: initialSchema },
  { number: 2, name: 'checkpoints and removal of logs', sql: checkpointsAndRemoval },
  { number: 3, name: 'entries as a set', sql: entriesAsASet },
  { number: 4, name: 'index versions', sql: indexVersions },
  { number: 5, name: 'no orphans, and readers that are refused', sql: noOrphans },
  // No statements: it keeps versions that cannot read such entries from opening the database.
  { number: 6, name: 'entries with long strings in pieces', sql: '' },
]
