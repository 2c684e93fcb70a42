import { backOff } from '../back-off.js'
import { StoreUnavailableError } from '../store.js'
import { canRetry, storageError } from './storage-error.js'

/** Maximum number of attempts. */
const attempts = 8

/**
 * Runs statements that the database executes atomically, and retries them if it rolled them back because of concurrent
 * ones. Converts errors to those that the port of the store promises.
 */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!canRetry(error)) throw storageError(error)
      if (attempt === attempts) {
        throw new StoreUnavailableError(
          `The database rolled back ${attempts} attempts because of concurrent writes. Try again later.`,
          { cause: error },
        )
      }
      await backOff(attempt)
    }
  }
}
