import type { PGlite } from '@electric-sql/pglite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'

/** After so many characters of parameters, the database is asked how long its write-ahead log is. */
const muchWritten = 4 * 2 ** 20

/** How many bytes its write-ahead log may have since the last checkpoint. */
const longestWriteAheadLog = 32 * 2 ** 20

/** The embedded database as a dialect of Kysely: PostgreSQL with a single connection, of which everybody takes turns. */
export function createPGliteDialect(database: PGlite): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

class PGliteDriver implements Driver {
  readonly #database: PGlite
  readonly #connection: PGliteConnection
  /** Resolves once whoever came last has released the connection. */
  #turns: Promise<void> = Promise.resolve()
  #release: () => void = () => {}

  constructor(database: PGlite) {
    this.#database = database
    this.#connection = new PGliteConnection(database)
  }

  async init(): Promise<void> {
    await this.#database.waitReady
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turns
    let release = () => {}
    this.#turns = new Promise((resolve) => {
      release = resolve
    })
    await before
    this.#release = release
    return this.#connection
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    try {
      if (this.#connection.written > muchWritten) await this.#shortenLog()
    } catch {
      // Nothing depends on it, and the next time comes.
    } finally {
      this.#release()
    }
  }

  /** A server has a process that makes checkpoints. The embedded one has none: its write-ahead log would grow to a gigabyte. */
  async #shortenLog(): Promise<void> {
    this.#connection.written = 0
    const { rows } = await this.#database.query<{ readonly length: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::double precision as length from pg_control_checkpoint()',
    )
    if ((rows[0]?.length ?? 0) > longestWriteAheadLog) await this.#database.exec('checkpoint')
  }

  async destroy(): Promise<void> {
    await this.#turns
    if (!this.#database.closed) await this.#database.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  readonly #database: PGlite
  /** Characters of parameters since it was set to 0. */
  written = 0

  constructor(database: PGlite) {
    this.#database = database
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    for (const parameter of parameters) this.written += lengthOf(parameter)
    const { rows, affectedRows = 0 } = await this.#database.query<Row>(sql, [...parameters])
    return { rows, numAffectedRows: BigInt(affectedRows) }
  }

  // biome-ignore lint/correctness/useYield: it only refuses.
  async *streamQuery<Row>(): AsyncGenerator<QueryResult<Row>> {
    throw new Error('The embedded database does not stream; read in pages.')
  }
}

function lengthOf(parameter: unknown): number {
  if (Array.isArray(parameter)) return parameter.reduce<number>((sum, item) => sum + lengthOf(item), 0)
  return typeof parameter === 'string' ? parameter.length : 0
}
