import type { LogEntry } from '@carebench/protocol'
import { type Log, StoreUnavailableError } from '@carebench/store'

/** How often an append is sent while the storage is away. */
const attempts = 5

/** The log went on elsewhere: what was to be appended follows from a state that is no longer the present one. */
export class StalePlayground extends Error {
  override readonly name = 'StalePlayground'
}

/**
 * Appends entries once, also where the storage is away for a moment or an answer of it is lost: a conflict after a failed
 * attempt may be that attempt itself, which had been carried out. Throws a {@link StalePlayground} if the log went on
 * elsewhere, a StoreUnavailableError if the storage stays away.
 */
export async function appendEntries(log: Log, id: string, entries: readonly LogEntry[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  for (let attempt = 1; ; attempt++) {
    try {
      const appended = await log.append(id, first.seq, entries)
      if (appended.ok || (attempt > 1 && (await hasAppended(log, id, first.seq, entries)))) return
      throw new StalePlayground(`The log of ${id} goes on at ${appended.failed.nextSeq}.`)
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || attempt === attempts) throw error
    }
  }
}

async function hasAppended(log: Log, id: string, from: number, entries: readonly LogEntry[]): Promise<boolean> {
  const present = await log.read(id, from)
  return JSON.stringify(present) === JSON.stringify(entries)
}
