import { type Collection, type Document, type Stored, update, type Write } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { busy } from '../http/busy.js'
import { conflict } from './write-result.js'

/** How often a decision is made again because what it was read from was written meanwhile. */
const attempts = 20

/** What is to be written, and what is answered once it is. */
export interface Decision<Result> {
  /** Empty: nothing needs to change. */
  readonly writes: readonly Write[]
  readonly result: Result
}

/**
 * Makes a decision from what is stored and writes it in one commit; if something that it names was written meanwhile,
 * decides again. Throws an ApiError `CONFLICT` with `taken` if a unique key is taken, `UNAVAILABLE` if others keep
 * writing, and what `decide` throws.
 */
export async function decideAndCommit<Result>(
  context: ServiceContext,
  decide: () => Promise<Decision<Result>>,
  taken = 'Another resource has the same name.',
): Promise<Result> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const { writes, result } = await decide()
    if (writes.length === 0) return result
    const committed = await context.store.commit(writes)
    if (committed.ok) return result
    if (committed.failed.reason === 'unique') throw conflict(taken)
  }
  throw busy()
}

/**
 * Writes a document as it is. Whoever makes a reference to it does so: a deletion that has looked for references before
 * this one was made then finds the document changed, and looks again.
 */
export function touch<Doc extends Document>(collection: Collection<Doc>, stored: Stored<Doc>): Write {
  return update(collection, stored.doc, stored.revision)
}
