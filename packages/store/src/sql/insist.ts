import { backOff } from '../back-off.js'
import { StoreUnavailableError } from '../store.js'
import { mustRepeat, storageError } from './storage-error.js'

/** Maximum number of attempts that the database rolls back. */
const attempts = 8

/**
 * Runs statements that the database executes atomically, and retries them if it has rolled them back because of
 * concurrent ones. Throws the errors that the port of the store promises.
 */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!mustRepeat(error)) throw storageError(error)
      if (attempt === attempts) {
        throw new StoreUnavailableError('Too many others write the same documents.', { cause: error })
      }
      await backOff(attempt)
    }
  }
}
