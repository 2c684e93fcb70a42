import { ApiError, apiErrorToWire } from '@carebench/protocol'
import { StoreUnavailableError } from '../ports/store.js'
import { BodyIncompleteError, BodyTooLargeError, type ServiceResponse } from '../request.js'

/** The error that crosses the wire for whatever was thrown. */
export function refusalOf(error: unknown): ApiError {
  if (error instanceof BodyTooLargeError) {
    return new ApiError('PAYLOAD_TOO_LARGE', `The body must not be larger than ${error.limit} bytes.`)
  }
  if (error instanceof BodyIncompleteError) {
    return new ApiError('INVALID_REQUEST', 'The body ended before all of it had come.', { cause: error })
  }
  if (error instanceof StoreUnavailableError) {
    return new ApiError('UNAVAILABLE', 'The service cannot reach its storage; try again.', {
      cause: error,
      headers: { 'retry-after': '1' },
    })
  }
  return ApiError.from(error)
}

/** The answer that tells an error. Specification 7. */
export function refuse(error: ApiError, requestId: string): ServiceResponse {
  return {
    status: error.status,
    headers: {
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...error.headers,
    },
    body: JSON.stringify(apiErrorToWire(error, requestId)),
  }
}
