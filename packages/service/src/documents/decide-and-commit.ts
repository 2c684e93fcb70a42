import { backOff, type Collection, type Document, type Stored, update, type Write } from '@carebench/store'
import { busy } from '../http/busy.js'
import type { DocumentContext } from './document-context.js'
import { commitCreation } from './open-creation.js'
import { conflict } from './write-result.js'

/**
 * Maximum number of attempts if documents that a decision depends on are written concurrently. One of all concurrent
 * writers succeeds; pauses of different lengths separate the others.
 */
const attempts = 20

/** The writes, and the result once they are done. */
export interface Decision<Result> {
  /** Empty: nothing needs to change. */
  readonly writes: readonly Write[]
  /** For a handler that creates a resource: the response. */
  readonly result: Result
}

/**
 * Makes a decision from stored documents and writes it in one commit; decides again, after a pause, if a document that
 * it names was written concurrently. Throws an ApiError `CONFLICT` with `taken` if a unique key is taken, `UNAVAILABLE`
 * if all attempts fail, and what `decide` throws.
 */
export async function decideAndCommit<Result>(
  context: DocumentContext,
  decide: () => Promise<Decision<Result>>,
  taken = 'Another resource has the same name.',
): Promise<Result> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { writes, result } = await decide()
    if (writes.length === 0) return result
    const committed = await commitCreation(context, writes, result)
    if (committed.ok) return result
    if (committed.failed.reason === 'unique') throw conflict(taken)
    await backOff(attempt, context.random)
  }
  throw busy()
}

/**
 * Writes a document unchanged. A writer that creates a reference to a document touches the document: a concurrent
 * deletion that has already looked for references then fails and looks again.
 */
export function touch<Doc extends Document>(collection: Collection<Doc>, stored: Stored<Doc>): Write {
  return update(collection, stored.doc, stored.revision)
}
