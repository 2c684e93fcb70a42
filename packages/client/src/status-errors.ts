import { ApiError, type ApiErrorOptions } from '@carebench/protocol/wire'

// One class a kind of status, for `instanceof`; `code` tells more.

/** The request does not have the documented shape, or not the size or media type: 400, 413, 415. See `errors`. */
export class InvalidRequestError extends ApiError {}
/** The token is missing, unknown, revoked, expired, or of another kind: 401. */
export class AuthenticationError extends ApiError {}
/** There is no such resource, or not for this token: 404. */
export class NotFoundError extends ApiError {}
/** A state forbids it, or a name is taken: 409. The message names the state. */
export class ConflictError extends ApiError {}
/** Too many calls: 429. */
export class RateLimitError extends ApiError {
  /** Seconds after which the service wants to be asked again; undefined if it did not say. */
  get retryAfter(): number | undefined {
    const seconds = Number(this.headers['retry-after'])
    return Number.isFinite(seconds) ? seconds : undefined
  }
}
/** The service failed, or is away for the moment: 5xx. */
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

/** The error of its class for what the service told. */
export function toStatusError({ code, message, status }: ApiError, options: ApiErrorOptions): ApiError {
  const ErrorOfStatus = classes[status] ?? (status >= 500 ? ServiceFailureError : ApiError)
  return new ErrorOfStatus(code, message, options)
}
