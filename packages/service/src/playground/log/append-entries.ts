import type { LogEntry } from '@carebench/protocol'
import { backOff, type Log, StoreUnavailableError } from '@carebench/store'

/** Number of attempts to send an append while the storage is unavailable. */
const attempts = 5

/** Thrown if another process has appended to the log, so that the entries were computed from an outdated state. */
export class StalePlaygroundError extends Error {
  override readonly name = 'StalePlaygroundError'
}

/** Creates the keys for the appends of one process. `writer` must differ between all processes that share a store. */
export function createAppendKeys(writer: string): () => string {
  let appends = 0
  return () => `${writer}.${++appends}`
}

/**
 * Appends entries exactly once, even if the storage is briefly unavailable or its response is lost: each attempt, after
 * a pause, has the same key, by which the log recognises an append that has already taken effect. Throws a
 * {@link StalePlaygroundError} if another process has appended to the log, a StoreUnavailableError if the storage stays
 * unavailable.
 *
 * @param key - from {@link createAppendKeys}; a new one for each append
 */
export async function appendEntries(log: Log, id: string, entries: readonly LogEntry[], key: string): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  for (let attempt = 1; ; attempt++) {
    try {
      const appended = await log.append(id, first.seq, entries, key)
      if (appended.ok) return
      throw new StalePlaygroundError(`The log of ${id} continues at ${appended.failed.nextSeq}.`)
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || attempt === attempts) throw error
      await backOff(attempt)
    }
  }
}
