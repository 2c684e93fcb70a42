import { ApiError } from '@carebench/protocol'
import type { CommitResult } from '@carebench/store'
import { busy } from '../http/busy.js'

/** Returns the error for a change that a state or a unique name forbids. */
export function conflict(message: string): ApiError {
  return new ApiError('CONFLICT', message)
}

/**
 * Throws an ApiError unless the commit took effect: `CONFLICT` with `taken` if a unique key is taken,
 * `RESOURCE_NOT_FOUND` if a document is missing, `UNAVAILABLE` if one was written concurrently, so that the caller
 * tries again.
 */
export function unwrapCommit(result: CommitResult, taken = 'Another resource has the same name.'): void {
  if (result.ok) return
  if (result.failed.reason === 'unique') throw conflict(taken)
  if (result.failed.reason === 'missing') throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such resource.')
  throw busy()
}
