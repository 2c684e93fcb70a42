import { ApiError, apiErrorToWire } from '@carebench/protocol'
import { StoreUnavailableError } from '@carebench/store'
import { BodyIncompleteError, BodyTooLargeError, ClientLeftError, type ServiceResponse } from './request.js'

/** Returns the ApiError for anything that was thrown. */
export function toRejection(error: unknown): ApiError {
  if (error instanceof BodyTooLargeError) {
    return new ApiError('PAYLOAD_TOO_LARGE', `The body must have at most ${error.limit} bytes.`)
  }
  if (error instanceof BodyIncompleteError) {
    return new ApiError('INVALID_REQUEST', 'The connection was closed before the whole body arrived.', { cause: error })
  }
  if (error instanceof ClientLeftError) return new ApiError('INVALID_REQUEST', error.message, { cause: error })
  if (error instanceof StoreUnavailableError) {
    return new ApiError('UNAVAILABLE', 'The service cannot reach its storage; try again.', {
      cause: error,
      headers: { 'retry-after': '1' },
    })
  }
  return ApiError.from(error)
}

/** Returns the response for an error. Specification 7. */
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
