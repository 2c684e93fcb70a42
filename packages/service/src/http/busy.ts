import { ApiError } from '@carebench/protocol'

/** The answer when others kept writing the same documents. */
export function busy(): ApiError {
  return new ApiError('UNAVAILABLE', 'The resource is being changed by other requests; try again.', {
    headers: { 'retry-after': '1' },
  })
}
