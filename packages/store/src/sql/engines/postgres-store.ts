import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../database.js'
import { insist } from '../insist.js'
import type { LastingStore } from '../lasting-store.js'
import { migrate } from '../migrations/migrate.js'
import { SqlStore } from '../sql-store.js'
import { discardingPool } from './discarding-pool.js'
import { loadDriver } from './postgres-driver.js'

export interface PostgresOptions {
  /** Largest number of connections. Default: 10. */
  readonly connections?: number
}

/** In milliseconds: after it, the storage counts as unavailable. */
const connectTimeout = 5000
const statementTimeout = 30_000
/** Longer than the server takes to end a statement by itself. */
const answerTimeout = 35_000

/** The id of the type bigint in PostgreSQL. */
const bigint = 20

/**
 * Opens a store in PostgreSQL, 15 or newer, at `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, and brings its schema
 * `carebench` to the newest version. Any number of processes may use one database. Throws a {@link MissingDriverError}
 * if the package `pg` is not installed, a StoreUnavailableError if the database cannot be reached, and a
 * {@link SchemaError} if a newer version has migrated it.
 */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<LastingStore> {
  const db = await connectToPostgres(url, options)
  try {
    await insist(() => migrate(db))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return new SqlStore(db, { isShared: true, release: () => db.destroy() })
}

/** The database at a URL, whatever is in it. It is connected to with the first query. */
export async function connectToPostgres(
  url: string,
  { connections = 10 }: PostgresOptions = {},
): Promise<Kysely<Database>> {
  const { Pool, types } = await loadDriver()
  const parserOf = (id: number) => (id === bigint ? Number : types.getTypeParser(id, 'text'))
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: connectTimeout,
    statement_timeout: statementTimeout,
    idle_in_transaction_session_timeout: statementTimeout,
    keepAlive: true,
    application_name: 'carebench',
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
  })
  // A connection may be lost while nobody uses it; the next call gets another one.
  pool.on('error', () => {})
  // One that is lost while it is used fails its statements; without a listener, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: discardingPool(pool, answerTimeout) }) })
}
