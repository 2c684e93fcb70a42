import { Kysely, PostgresDialect } from 'kysely'
import type { Database } from '../database.js'
import type { LastingStore } from '../lasting-store.js'
import { migrate } from '../migrations/migrate.js'
import { retryConflicts } from '../retry-conflicts.js'
import { SqlStore } from '../sql-store.js'
import { discardingPool } from './discarding-pool.js'
import { parseShortJson } from './long-json.js'
import { loadDriver } from './postgres-driver.js'

export interface PostgresOptions {
  /** Maximum number of connections. Default: 10. */
  readonly connections?: number
}

const statementTimeoutMs = 30_000
/**
 * After this time the storage counts as unavailable: longer than the server takes to end a statement by itself, because
 * calls also wait for a connection while the statements of others use all of them.
 */
const responseTimeoutMs = 35_000

/** The ids of types in PostgreSQL. */
const bigint = 20
const json = 114

/**
 * Opens a store in PostgreSQL, 15 or newer, at `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, and brings its schema
 * `carebench` to the newest version. Any number of processes may use one database. Throws a {@link MissingDriverError}
 * if the package `pg` is not installed, a StoreUnavailableError if the database cannot be reached, and a
 * {@link SchemaError} if a newer version has migrated it.
 */
export async function openPostgresStore(url: string, options: PostgresOptions = {}): Promise<LastingStore> {
  const db = await connectToPostgres(url, options)
  try {
    await retryConflicts(() => migrate(db))
  } catch (error) {
    await db.destroy()
    throw error
  }
  return new SqlStore(db, { isShared: true, release: () => db.destroy() })
}

/** Returns the database at a URL, with or without the schema. The first query connects to it. */
export async function connectToPostgres(
  url: string,
  { connections = 10 }: PostgresOptions = {},
): Promise<Kysely<Database>> {
  const { Pool, types } = await loadDriver()
  const parsers = new Map<number, (text: string) => unknown>([
    [bigint, Number],
    [json, parseShortJson],
  ])
  const findParser = (id: number) => parsers.get(id) ?? types.getTypeParser(id, 'text')
  const pool = new Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: responseTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'carebench',
    types: { getTypeParser: findParser as typeof types.getTypeParser },
  })
  // An idle connection may be lost; the next call gets another one.
  pool.on('error', () => {})
  // If a connection in use is lost, its statements fail; without a listener, its event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool: discardingPool(pool, responseTimeoutMs) }) })
}
