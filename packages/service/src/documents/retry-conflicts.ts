import { backOff } from '@carebench/store'
import { busy } from '../http/busy.js'
import type { DocumentContext } from './document-context.js'

/** Maximum number of decisions while others write the same documents. */
const attempts = 20

/**
 * Decides from stored documents until the decision is written, or needs none. Throws an ApiError `UNAVAILABLE` if
 * others write the same documents each time, and what `decide` throws.
 *
 * @param decide - returns undefined if it must decide again because this or another process has written something
 */
export async function retryConflicts<Result>(
  { random }: Pick<DocumentContext, 'random'>,
  decide: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const result = await decide()
    if (result !== undefined) return result
    // No pause after the first decision: usually it did not conflict, and the second one only reads the documents that
    // the first one wrote.
    if (attempt > 1) await backOff(attempt, random)
  }
  throw busy()
}
