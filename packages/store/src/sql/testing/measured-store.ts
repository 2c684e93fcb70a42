import { sql } from 'kysely'
import { connectToPostgres } from '../engines/postgres-store.js'
import { migrate } from '../migrations/migrate.js'
import { SqlStore } from '../sql-store.js'
import { openEmbeddedDatabase } from './embedded-database.js'

// For tests only.

/** The space that a database uses. */
export interface DatabaseUse {
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>
  readonly bytes: number
}

/** A store that reports the space that its database uses. */
export interface MeasuredStore {
  readonly store: SqlStore
  use(): Promise<DatabaseUse>
  close(): Promise<void>
}

const tables = ['documents', 'unique_keys', 'filter_values', 'log_entries', 'log_checkpoints']

/** Opens the empty database at a URL; without one, an embedded one in memory. */
export async function openMeasuredStore(url?: string): Promise<MeasuredStore> {
  const db = url === undefined ? await openEmbeddedDatabase() : await connectToPostgres(url)
  await migrate(db)
  return {
    store: new SqlStore(db, { isShared: url !== undefined, release: async () => {} }),
    async use() {
      const rows: Record<string, number> = {}
      for (const table of tables) {
        const counted = await sql<{ count: number }>`
          select count(*)::integer as count from ${sql.table(`carebench.${table}`)}`.execute(db)
        rows[table] = counted.rows[0]?.count ?? Number.NaN
      }
      const size = await sql<{ bytes: number }>`
        select pg_database_size(current_database())::double precision as bytes`.execute(db)
      return { rows, bytes: size.rows[0]?.bytes ?? Number.NaN }
    },
    close: () => db.destroy(),
  }
}
