import type { LogEntry } from '@carebench/protocol'
import type { Log, LogAppend } from '../ports/log.js'
import { StoreUnavailableError } from '../ports/store.js'

/** How many reads may wait for the next write before they are appended by themselves. */
const mostWaiting = 64

/** How often an append is sent while the storage is away. */
const appendAttempts = 5

/** What the host must drop and build anew: the log did not take what this copy of the state led to. */
export class StalePlayground extends Error {
  override readonly name = 'StalePlayground'
}

/**
 * The end of a playground's log: what changes something is appended before it is answered, reads wait and are appended
 * in batches with what follows. One call at a time.
 */
export class LogTail {
  readonly #log: Log
  readonly #id: string
  /** Reads that the log does not have yet. */
  #waiting: LogEntry[] = []

  constructor(log: Log, id: string) {
    this.#log = log
    this.#id = id
  }

  /** Takes a read, which is answered though it may have to wait for the storage. */
  async addRead(entry: LogEntry): Promise<void> {
    this.#waiting.push(entry)
    if (this.#waiting.length < mostWaiting) return
    try {
      await this.flush()
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error
    }
  }

  /** Appends a write after the reads that wait. Throws a {@link StalePlayground}, or a StoreUnavailableError. */
  async addWrite(entry: LogEntry): Promise<void> {
    await this.#append(entry.seq - this.#waiting.length, [...this.#waiting, entry])
    this.#waiting = []
  }

  /** Appends the first entries of the log. Throws a {@link StalePlayground}, or a StoreUnavailableError. */
  begin(entries: readonly LogEntry[]): Promise<void> {
    return this.#append(1, entries)
  }

  /** Appends the reads that wait. Throws a {@link StalePlayground}, or a StoreUnavailableError, and keeps them then. */
  async flush(): Promise<void> {
    const [first] = this.#waiting
    if (first === undefined) return
    await this.#append(first.seq, this.#waiting)
    this.#waiting = []
  }

  /** What a commit must append so that the log ends with a seal; {@link markSealed} says that it has. */
  sealWith(seal: LogEntry): LogAppend {
    return { log: this.#id, expectedSeq: seal.seq - this.#waiting.length, entries: [...this.#waiting, seal] }
  }

  markSealed(): void {
    this.#waiting = []
  }

  /**
   * Finds out whether another process has gone on with the log: who only looks would never learn of it. Throws a
   * {@link StalePlayground} if it has.
   *
   * @param entries - how many there are in this process
   */
  async assertLast(entries: number): Promise<void> {
    const known = entries - this.#waiting.length
    const news = await this.#log.read(this.#id, known + 1)
    if (news.length > 0) throw new StalePlayground(`The log of ${this.#id} went on to ${known + news.length}.`)
  }

  /**
   * Appends entries once, also where the storage is away for a moment or an answer of it is lost: a conflict after a
   * failed attempt may be that attempt itself, which had been carried out.
   */
  async #append(expectedSeq: number, entries: readonly LogEntry[]): Promise<void> {
    if (entries.length === 0) return
    for (let attempt = 1; ; attempt++) {
      try {
        const appended = await this.#log.append(this.#id, expectedSeq, entries)
        if (appended.ok || (attempt > 1 && (await this.#hasAppended(expectedSeq, entries)))) return
        throw new StalePlayground(`The log of ${this.#id} goes on at ${appended.failed.nextSeq}.`)
      } catch (error) {
        if (!(error instanceof StoreUnavailableError) || attempt === appendAttempts) throw error
      }
    }
  }

  async #hasAppended(expectedSeq: number, entries: readonly LogEntry[]): Promise<boolean> {
    const present = await this.#log.read(this.#id, expectedSeq)
    return JSON.stringify(present) === JSON.stringify(entries)
  }
}
