import { ApiError, type ApiErrorOptions } from '@carebench/protocol/wire'

// One class for each kind of status, for `instanceof`; `code` is more specific.

/** The request has the wrong shape, size or media type: 400, 413, 415. See `errors`. */
export class InvalidRequestError extends ApiError {}
/** The token is missing, unknown, revoked, expired, or of the wrong kind: 401. */
export class AuthenticationError extends ApiError {}
/** The resource does not exist, or not for this token: 404. */
export class NotFoundError extends ApiError {}
/** The current state does not permit the request, or a name is taken: 409. The message says which of the two. */
export class ConflictError extends ApiError {}
/** Too many calls: 429. */
export class RateLimitError extends ApiError {
  /** Seconds to wait before the next attempt; undefined if the service did not say. */
  get retryAfter(): number | undefined {
    const seconds = Number(this.headers['retry-after'])
    return Number.isFinite(seconds) ? seconds : undefined
  }
}
/** The service failed, or is temporarily unavailable: 5xx. */
export class ServiceFailureError extends ApiError {}

type ErrorClass = new (...parameters: ConstructorParameters<typeof ApiError>) => ApiError

const classes: Readonly<Record<number, ErrorClass>> = {
  400: InvalidRequestError,
  401: AuthenticationError,
  404: NotFoundError,
  409: ConflictError,
  413: InvalidRequestError,
  415: InvalidRequestError,
  429: RateLimitError,
}

/** Converts an error of the service to the class for its status. */
export function toStatusError({ code, message, status }: ApiError, options: ApiErrorOptions): ApiError {
  const ErrorOfStatus = classes[status] ?? (status >= 500 ? ServiceFailureError : ApiError)
  return new ErrorOfStatus(code, message, options)
}
