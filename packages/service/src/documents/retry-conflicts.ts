import { backOff } from '@carebench/store'
import { busy } from '../http/busy.js'
import type { DocumentContext } from './document-context.js'

/** Maximum number of decisions while others write the same documents. */
const attempts = 20

/**
 * Decides from stored documents until the decision is written, or needs none. Throws an ApiError `UNAVAILABLE` if
 * others write the same documents each time, and what `decide` throws.
 *
 * @param decide - undefined if it must decide again: something was written, by this process or by another one
 */
export async function retryConflicts<Result>(
  { random }: Pick<DocumentContext, 'random'>,
  decide: () => Promise<Result | undefined>,
): Promise<Result> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const result = await decide()
    if (result !== undefined) return result
    // Not after the first one, which mostly was not refused: the second one reads what it has written.
    if (attempt > 1) await backOff(attempt, random)
  }
  throw busy()
}
