import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.js'

// For tests only.

/** Deletes all rows, which is faster than truncating small tables. */
export async function emptyDatabase(db: Kysely<Database>): Promise<void> {
  await sql`do ${sql.lit(emptying)}`.execute(db)
}

const tables = ['documents', 'unique_keys', 'filter_values', 'log_entries', 'log_checkpoints', 'collections']
const emptying = `begin ${tables.map((table) => `delete from carebench.${table};`).join(' ')} end`
