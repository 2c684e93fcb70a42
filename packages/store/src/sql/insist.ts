import { backOff } from '../back-off.js'
import { StoreUnavailableError } from '../store.js'
import { mustRepeat, storageError } from './storage-error.js'

/** Number of attempts that the database may undo. */
const attempts = 8

/**
 * Runs statements that the database executes entirely or not at all, again if it has undone them because of others.
 * Throws what the port of the store promises.
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
