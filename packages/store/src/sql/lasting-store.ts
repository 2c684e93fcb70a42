import type { Store } from '../store.js'
import type { Selection, Transferred } from './transfer.js'

/** A store that outlives the process. */
export interface LastingStore extends Store {
  /**
   * Runs `work` while no other process runs such work on the same storage: they wait. The end of the process, however
   * it ends, lets the next one begin. So does the end of its connection to the storage: the call then rejects with a
   * StoreUnavailableError, and its signal tells the work to write nothing more. Closing the store ends the wait in
   * the same way, and tells the work.
   */
  exclusively<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result>
  /**
   * The clock of the storage, in milliseconds since 1970: the same for all processes on it, whatever their machines
   * say.
   */
  now(): Promise<number>
  /**
   * Everything in the store as it is at one moment, as lines of JSON without line feeds, the last of which has a
   * checksum of the others. Other calls may go on, except in an embedded store.
   *
   * @param selection - what to export; default everything
   */
  exportLines(selection?: Selection): AsyncGenerator<string, Transferred>
  /**
   * Writes an export of any store into this one, which must be empty: all of it or nothing. Throws an ImportError if
   * the store is not empty, or if the export is not whole.
   */
  importLines(lines: AsyncIterable<string> | Iterable<string>): Promise<Transferred>
}
