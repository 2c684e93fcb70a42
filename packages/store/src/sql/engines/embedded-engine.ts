import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** The location of the embedded database, and its initial content. */
export interface EngineOptions {
  /** The folder of its files; default: the database is kept in memory. */
  readonly dataDir?: string
  /** The path of a packed folder with the content of a new database; default: empty. */
  readonly template?: string
}

export interface EngineResult<Row> {
  readonly rows: Row[]
  readonly affectedRows: number
}

/** Thrown for calls of a database whose thread has ended. */
export class EngineEndedError extends Error {
  override readonly name = 'EngineEndedError'
}

interface RowsAnswer {
  readonly rows: Record<string, unknown>[]
  readonly isLast: boolean
}

interface QueryAnswer extends RowsAnswer {
  /** The number of the query, for requesting more of its rows. */
  readonly query: number
  readonly affectedRows: number
  /** Names of columns whose values are JSON texts. */
  readonly json: readonly string[]
}

/** The form of a database error between threads. */
interface DescribedError {
  readonly name?: string
  readonly message: string
  readonly stack?: string
}

interface Waiting {
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** Maximum number of characters of JSON that are parsed before other work may run. */
const maxParsedCharacters = 64 * 1024

/**
 * PostgreSQL embedded in the process, in a thread of its own: a statement takes milliseconds of CPU, and one with a
 * large value tens of them, in a single call of WebAssembly. Results come in portions, and their JSON is parsed with
 * pauses, so that neither holds the event loop. An idle engine does not keep the process running.
 */
export class EmbeddedEngine {
  readonly #worker: Worker
  /** The calls without a response so far; the thread responds in the order of the calls. */
  readonly #waiting: Waiting[] = []
  readonly #exited: Promise<void>
  #end: EngineEndedError | undefined

  private constructor(workerData: EngineOptions) {
    this.#worker = new Worker(new URL('./pglite-worker.js', import.meta.url), { workerData, execArgv: [] })
    this.#worker.unref()
    this.#worker.on('message', (answer) => this.#resolveNext(answer))
    this.#worker.on('error', (cause) => {
      this.#stop(new EngineEndedError(`The thread of the database has failed: ${cause.message}`, { cause }))
    })
    this.#exited = new Promise((resolve) => {
      this.#worker.on('exit', () => {
        this.#stop(new EngineEndedError('PGlite is closed: its thread has ended.'))
        resolve()
      })
    })
  }

  /** Opens a database; rejects with the error of the database if it cannot be opened. */
  static async open(options: EngineOptions = {}): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(options)
    try {
      await engine.#ask('open')
      return engine
    } catch (error) {
      await engine.abandon()
      throw error
    }
  }

  /** Whether the thread of the database has ended, so that every call fails. */
  get isClosed(): boolean {
    return this.#end !== undefined
  }

  /** Runs one statement; rejects with the error of the database, including its `code` and `severity`. */
  async query<Row>(sql: string, parameters: readonly unknown[]): Promise<EngineResult<Row>> {
    const { query, affectedRows, json, ...first } = (await this.#ask('query', sql, parameters)) as QueryAnswer
    const rows: Record<string, unknown>[] = []
    for (let answer: RowsAnswer = first; ; answer = (await this.#ask('more', query, json)) as RowsAnswer) {
      const parsed = answer.rows.reduce((sum, row) => sum + parseColumns(row, json), 0)
      rows.push(...answer.rows)
      // The next answer may be handled in the same turn.
      if (!answer.isLast || parsed > maxParsedCharacters) await nextTurn()
      // The database has the types of its columns.
      if (answer.isLast) return { rows: rows as Row[], affectedRows }
    }
  }

  /** Runs several statements without returning results. */
  async exec(sql: string): Promise<void> {
    await this.#ask('exec', sql)
  }

  /** Returns the files of the database as a tar archive. */
  async dump(): Promise<Uint8Array> {
    return ((await this.#ask('dump')) as { readonly tar: Uint8Array }).tar
  }

  /** Closes the database and ends its thread. */
  async close(): Promise<void> {
    await this.#ask('close')
    // Otherwise the process might end first, and the code after this would not run.
    this.#worker.ref()
    await this.#exited
  }

  /** Ends the thread without closing the database, which releases its files. */
  async abandon(): Promise<void> {
    await this.#worker.terminate()
  }

  #ask(call: string, ...args: readonly unknown[]): Promise<unknown> {
    if (this.#end !== undefined) return Promise.reject(this.#end)
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject })
      this.#worker.ref()
      this.#worker.postMessage({ call, args })
    })
  }

  #resolveNext(answer: { readonly error?: DescribedError }): void {
    const asked = this.#waiting.shift()
    if (this.#waiting.length === 0) this.#worker.unref()
    if (answer.error === undefined) asked?.resolve(answer)
    else asked?.reject(Object.assign(new Error(answer.error.message), answer.error))
  }

  #stop(end: EngineEndedError): void {
    this.#end ??= end
    for (const { reject } of this.#waiting.splice(0)) reject(this.#end)
  }
}

/** Parses the JSON columns of a row in place; returns the number of characters parsed. */
function parseColumns(row: Record<string, unknown>, columns: readonly string[]): number {
  let length = 0
  for (const name of columns) {
    const text = row[name]
    if (typeof text !== 'string') continue
    row[name] = JSON.parse(text)
    length += text.length
  }
  return length
}
