import type { Collection, Document } from './collection.js'
import type { LogAppend } from './log.js'
import type { Write } from './store.js'

// Checks of calls that every store rejects, whatever its content: programming errors, not races.

/** Throws a RangeError unless a claim ends after the time until which documents are due. */
export function assertClaim(before: number, until: number): void {
  if (until > before) return
  throw new RangeError(`A claim of what is due at ${before} must end later, got ${until}.`)
}

/** Throws a RangeError unless `limit` is an integer of at least 1. */
export function assertLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 1)
    throw new RangeError(`limit must be an integer of at least 1, got ${limit}.`)
}

/** Throws a RangeError if two writes name one document, or two of the appends and removals one log. */
export function assertDistinctParts(
  writes: readonly Write[],
  appends: readonly LogAppend[],
  removedLogs: readonly string[],
): void {
  assertDistinct('document', writes, (write) => `${write.collection.name} ${'id' in write ? write.id : write.doc.id}`)
  assertDistinct('log', [...appends.map(({ log }) => log), ...removedLogs], (log) => log)
}

/** Throws a RangeError unless the collection has the unique index or filter. */
export function assertIndex<Doc extends Document>(
  collection: Collection<Doc>,
  kind: 'unique' | 'filters',
  name: string,
): void {
  if (Object.hasOwn(collection[kind], name)) return
  const names = Object.keys(collection[kind]).join(', ') || 'none'
  const what = kind === 'unique' ? 'unique index' : 'filter'
  throw new RangeError(`The collection ${collection.name} has no ${what} ${name}; known: ${names}.`)
}

/** Returns the error for an update that changes `created_at`. */
export function createdAtError(collection: string, id: string, from: string, to: string): RangeError {
  return new RangeError(`created_at of ${collection} ${id} must not change from ${from}, got ${to}.`)
}

/** Returns the error for a second definition with the same name. */
export function duplicateDefinitionError(name: string): RangeError {
  return new RangeError(`Two definitions of collections have the name ${name}; names must be unique.`)
}

function assertDistinct<Part>(what: string, parts: readonly Part[], nameOf: (part: Part) => string): void {
  if (parts.length < 2) return
  const seen = new Set<string>()
  for (const name of parts.map(nameOf)) {
    if (seen.has(name)) throw new RangeError(`A commit must name each ${what} at most once, got ${name} twice.`)
    seen.add(name)
  }
}
