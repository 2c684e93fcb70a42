import type { Collection, Document } from './collection.js'

/** The keys by which a document is found. */
export interface DocumentKeys {
  /** Its unique keys, by the name of the index; indexes without a key are absent. */
  readonly unique: Readonly<Record<string, string>>
  /** Its distinct filter values, by the name of the filter; every filter has an entry. */
  readonly filters: Readonly<Record<string, readonly string[]>>
  /** In milliseconds since 1970; null if it is never due. */
  readonly dueAt: number | null
}

const none: readonly string[] = []

/**
 * Returns a function that computes the keys of a document, as its collection defines them. For implementations of a
 * store.
 */
export function createKeyReader<Doc extends Document>(collection: Collection<Doc>): (doc: Doc) => DocumentKeys {
  const uniqueNames = Object.keys(collection.unique)
  const filterNames = Object.keys(collection.filters)
  return (doc) => {
    // Plain objects of one shape: a Map and its Sets for every document would take more memory than the document.
    const unique: Record<string, string> = {}
    for (const name of uniqueNames) {
      const key = collection.unique[name]?.(doc) ?? null
      if (key !== null) unique[name] = key
    }
    const filters: Record<string, readonly string[]> = {}
    for (const name of filterNames) {
      const value = collection.filters[name]?.(doc) ?? null
      filters[name] = value === null ? none : typeof value === 'string' ? [value] : [...new Set(value)]
    }
    return { unique, filters, dueAt: collection.due?.(doc) ?? null }
  }
}
