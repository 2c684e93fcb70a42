import type { Store } from '@carebench/store'

// For tests of this package only.

/** The number of reads of documents and of logs, commits, and appends to logs. */
export interface StoreCounts {
  readonly reads: number
  readonly commits: number
  readonly appends: number
}

/** Wraps a store; `take` returns the number of calls since the last time. */
export function createCountingStore(store: Store): Store & { take(): StoreCounts } {
  const none = { reads: 0, commits: 0, appends: 0 }
  let counts = { ...none }
  const count = <Result>(what: keyof StoreCounts, result: Result): Result => {
    counts[what]++
    return result
  }
  return {
    log: {
      read: (...read) => count('reads', store.log.read(...read)),
      head: (log) => count('reads', store.log.head(log)),
      append: (...append) => count('appends', store.log.append(...append)),
    },
    get: (collection, id) => count('reads', store.get(collection, id)),
    getMany: (collection, ids) => count('reads', store.getMany(collection, ids)),
    getByUnique: (collection, index, key) => count('reads', store.getByUnique(collection, index, key)),
    page: (collection, request) => count('reads', store.page(collection, request)),
    due: (collection, before, limit) => count('reads', store.due(collection, before, limit)),
    claim: (collection, before, until, limit) => count('reads', store.claim(collection, before, until, limit)),
    commit: (writes, appends, removedLogs) => count('commits', store.commit(writes, appends, removedLogs)),
    ping: () => store.ping(),
    close: () => store.close(),
    take() {
      const taken = counts
      counts = { ...none }
      return taken
    },
  }
}
