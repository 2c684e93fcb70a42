import { ApiError } from '@carebench/protocol'

/** Returns the error when concurrent writes of the same documents have used up all attempts. */
export function busy(): ApiError {
  return new ApiError('UNAVAILABLE', 'The resource is being changed by other requests; try again.', {
    headers: { 'retry-after': '1' },
  })
}
