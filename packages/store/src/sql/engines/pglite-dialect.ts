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
import { StoreUnavailableError } from '../../store.js'
import { type EmbeddedEngine, EngineEndedError } from './embedded-engine.js'

/** The calls of the embedded database. */
export type Engine = Pick<EmbeddedEngine, 'query' | 'close' | 'abandon' | 'isClosed'>

/** Number of characters of parameters after which the length of the write-ahead log is read. */
const maxWrittenCharacters = 4 * 2 ** 20

/** Maximum number of bytes in its write-ahead log since the last checkpoint. */
const maxWriteAheadLogBytes = 32 * 2 ** 20

/** The pause after a failed attempt to reopen the database. */
const reopenPauseMs = 1000

/**
 * Returns the embedded database as a dialect of Kysely: PostgreSQL with a single connection, which callers take in
 * turns.
 *
 * A server that cannot write its write-ahead log ends its processes and starts new ones. The embedded database cannot
 * restart: the next call would never return. So it gets no more calls, and the next turn uses the one that `reopen`
 * opens.
 *
 * @param reopen - opens the same database again; without it, a database that has failed stays unavailable
 * @param folder - the folder of its files, for error messages
 */
export function createPGliteDialect(database: Engine, reopen?: () => Promise<Engine>, folder?: string): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new PGliteDriver(database, reopen, folder),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

class PGliteDriver implements Driver {
  readonly #reopen: (() => Promise<Engine>) | undefined
  readonly #folder: string | undefined
  #connection: PGliteConnection
  /** Resolves once the last caller has released the connection. */
  #turns: Promise<void> = Promise.resolve()
  #release: () => void = () => {}
  #nextAttempt = 0

  constructor(database: Engine, reopen: (() => Promise<Engine>) | undefined, folder: string | undefined) {
    this.#connection = new PGliteConnection(database, folder)
    this.#reopen = reopen
    this.#folder = folder
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turns
    let release = () => {}
    this.#turns = new Promise((resolve) => {
      release = resolve
    })
    await before
    try {
      if (this.#connection.hasFailed) this.#connection = await this.#openAgain()
    } catch (error) {
      release()
      throw error
    }
    this.#release = release
    return this.#connection
  }

  async #openAgain(): Promise<PGliteConnection> {
    if (this.#reopen === undefined || performance.now() < this.#nextAttempt) throw failedError()
    try {
      return new PGliteConnection(await this.#reopen(), this.#folder)
    } catch (error) {
      this.#nextAttempt = performance.now() + reopenPauseMs
      throw failedError(error)
    }
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin'))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // A failed transaction is already rolled back.
    if (!this.#connection.hasFailed) await connection.executeQuery(CompiledQuery.raw('rollback'))
  }

  async releaseConnection(): Promise<void> {
    try {
      if (this.#connection.written > maxWrittenCharacters) await this.#shortenLog()
    } catch {
      // Nothing depends on it, and it runs again later.
    } finally {
      this.#release()
    }
  }

  /** Makes a checkpoint, as a server does by itself; without it, the write-ahead log would grow to a gigabyte. */
  async #shortenLog(): Promise<void> {
    this.#connection.written = 0
    const { rows } = await this.#connection.executeQuery<{ readonly length: number }>(
      CompiledQuery.raw(
        'select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::double precision as length from ' +
          'pg_control_checkpoint()',
      ),
    )
    if ((rows[0]?.length ?? 0) > maxWriteAheadLogBytes) {
      await this.#connection.executeQuery(CompiledQuery.raw('checkpoint'))
    }
  }

  async destroy(): Promise<void> {
    await this.#turns
    const { database, hasFailed } = this.#connection
    if (!hasFailed && !database.isClosed) await database.close()
  }
}

class PGliteConnection implements DatabaseConnection {
  readonly database: Engine
  /** Characters of parameters since it was set to 0. */
  written = 0
  hasFailed = false
  readonly #folder: string | undefined

  constructor(database: Engine, folder: string | undefined) {
    this.database = database
    this.#folder = folder
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.hasFailed) throw failedError()
    for (const parameter of parameters) this.written += countCharacters(parameter)
    try {
      const { rows, affectedRows } = await this.database.query<Row>(sql, parameters)
      return { rows, numAffectedRows: BigInt(affectedRows) }
    } catch (error) {
      if (isDamage(error)) throw damagedError(this.#folder, error)
      if (!endsDatabase(error)) throw error
      await this.#abandon()
      throw failedError(error)
    }
  }

  /** Ends the thread of the database without calling the database, which would never return. */
  async #abandon(): Promise<void> {
    this.hasFailed = true
    this.written = 0
    await this.database.abandon()
  }

  // biome-ignore lint/correctness/useYield: it only rejects.
  async *streamQuery<Row>(): AsyncGenerator<QueryResult<Row>> {
    throw new Error('The embedded database does not stream; read in pages.')
  }
}

function failedError(cause?: unknown): StoreUnavailableError {
  const why = cause === undefined ? '' : `: ${cause instanceof Error ? cause.message : String(cause)}`
  return new StoreUnavailableError(`The embedded database has failed${why}`, { cause })
}

/** Whether the error says that a page, an index or a file of the database is corrupted. */
function isDamage(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && ['XX001', 'XX002', '58P01'].includes(String(error.code))
}

function damagedError(folder: string | undefined, cause: Error): StoreUnavailableError {
  const place = folder === undefined ? 'The embedded database' : `The database in the folder ${folder}`
  return new StoreUnavailableError(
    `${place} is damaged: ${cause.message}. Stop what uses the folder, and restore it from a copy; without one, ` +
      'use a new folder.',
    { cause },
  )
}

/** Whether the database is unusable after this error: a server would have ended a process, or WebAssembly trapped. */
function endsDatabase(error: unknown): boolean {
  if (error instanceof EngineEndedError || (error instanceof Error && error.name === 'RuntimeError')) return true
  return error instanceof Error && 'severity' in error && ['FATAL', 'PANIC'].includes(String(error.severity))
}

function countCharacters(parameter: unknown): number {
  if (Array.isArray(parameter)) return parameter.reduce<number>((sum, item) => sum + countCharacters(item), 0)
  return typeof parameter === 'string' ? parameter.length : 0
}
