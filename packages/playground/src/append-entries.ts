import type { LogEntry } from '@carebench/protocol'
import { type Log, StoreUnavailableError } from '@carebench/store'

/** How often an append is sent while the storage is unavailable. */
const attempts = 5

/** The log went on elsewhere: what was to be appended follows from a state that is no longer the present one. */
export class StalePlayground extends Error {
  override readonly name = 'StalePlayground'
}

/** Makes the keys of the appends of one process. `writer` must differ between all processes that share a store. */
export function createAppendKeys(writer: string): () => string {
  let appends = 0
  return () => `${writer}.${++appends}`
}

/**
 * Appends entries exactly once, even if the storage is unavailable for a moment or its answer is lost: each attempt has
 * the same key, by which the log recognises an append that it has already carried out. Throws a {@link StalePlayground} if
 * the log went on elsewhere, a StoreUnavailableError if the storage stays unavailable.
 *
 * @param key - of {@link createAppendKeys}; a new one for each call
 */
export async function appendEntries(log: Log, id: string, entries: readonly LogEntry[], key: string): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  for (let attempt = 1; ; attempt++) {
    try {
      const appended = await log.append(id, first.seq, entries, key)
      if (appended.ok) return
      throw new StalePlayground(`The log of ${id} goes on at ${appended.failed.nextSeq}.`)
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || attempt === attempts) throw error
    }
  }
}
