import type { Store } from '@carebench/store'

// For tests of this package only.

/** Everything that was written to a store. */
export interface Recording {
  /** Everything so far, as JSON, whether or not the commit or append took effect. */
  text(): string
  /** The names of the collections of documents that were inserted since the last time, in order. */
  takeInserted(): string[]
}

/** Wraps a store and records everything that is written to it. */
export function createRecordingStore(store: Store): Store & Recording {
  const given: string[] = []
  let inserted: string[] = []
  return {
    log: {
      read: (...read) => store.log.read(...read),
      head: (log) => store.log.head(log),
      append: (log, expectedSeq, entries, key) => {
        given.push(JSON.stringify([log, entries, key]))
        return store.log.append(log, expectedSeq, entries, key)
      },
    },
    get: (collection, id) => store.get(collection, id),
    getMany: (collection, ids) => store.getMany(collection, ids),
    getByUnique: (collection, index, key) => store.getByUnique(collection, index, key),
    page: (collection, request) => store.page(collection, request),
    due: (collection, before, limit) => store.due(collection, before, limit),
    claim: (collection, before, until, limit) => store.claim(collection, before, until, limit),
    async commit(writes, appends, removedLogs) {
      given.push(JSON.stringify([writes, appends]))
      const committed = await store.commit(writes, appends, removedLogs)
      if (committed.ok) {
        inserted.push(...writes.flatMap((write) => (write.kind === 'insert' ? [write.collection.name] : [])))
      }
      return committed
    },
    ping: () => store.ping(),
    close: () => store.close(),
    text: () => given.join('\n'),
    takeInserted() {
      const taken = inserted
      inserted = []
      return taken
    },
  }
}
