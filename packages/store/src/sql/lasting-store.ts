import type { Store } from '../store.js'
import type { Selection, Transferred } from './transfer.js'

/** A store that outlives the process. */
export interface LastingStore extends Store {
  /**
   * Runs `work` while no other process on the same storage runs such work; the others wait. The next one begins when
   * the process ends, however it ends, or when its connection to the storage is lost: the call then rejects with a
   * StoreUnavailableError, and its signal is aborted so that the work writes nothing more. Closing the store rejects a
   * waiting call in the same way, and aborts the signal of running work.
   */
  exclusively<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /**
   * Returns the clock of the storage, in milliseconds since 1970: the same for all processes on it, whatever the clocks
   * of their machines.
   */
  now(): Promise<number>
  /**
   * Exports a consistent snapshot of the store as lines of JSON, without line feeds; the last line has a checksum of
   * the others. Other calls may run meanwhile, except in an embedded store.
   *
   * @param selection - what to export; default everything
   */
  exportLines(selection?: Selection): AsyncGenerator<string, Transferred>
  /**
   * Writes an export of any store into this one, which must be empty, atomically. Throws an ImportError if the store is
   * not empty, or if the export is incomplete.
   */
  importLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Transferred>
}
