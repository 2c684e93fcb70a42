import { type ErrorBody, type ErrorCode, errorStatus, type Finding } from './error-code.js'
import { isJsonObject } from './json/json.js'

export interface ApiErrorOptions extends ErrorOptions {
  /** Errors of individual members of the request. */
  readonly errors?: readonly Finding[]
  /** Additional response headers, with lower-case names: `allow`, `retry-after`. */
  readonly headers?: Readonly<Record<string, string>>
  /** Members of the body beside `error`, for example the `audit` that blocked a publication. */
  readonly beside?: Readonly<Record<string, unknown>>
  /** The id under which the service logged the request. */
  readonly requestId?: string
}

/** An error that is sent as `{"error": {…}}`. Switch on `code`, never on the message. Specification 7. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly errors: readonly Finding[]
  readonly headers: Readonly<Record<string, string>>
  /** Members of the body beside the error, unchanged; empty if there are none. */
  readonly beside: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = errorStatus[code]
    this.errors = options.errors ?? []
    this.headers = options.headers ?? {}
    this.beside = options.beside ?? {}
    this.requestId = options.requestId
  }

  /** Returns the error itself if it is an ApiError, else an `INTERNAL` that does not reveal the cause. */
  static from(error: unknown): ApiError {
    if (error instanceof ApiError) return error
    return new ApiError('INTERNAL', 'The service encountered an unexpected condition; its log has the cause.', {
      cause: error,
    })
  }
}

/** Returns the response body for an error. */
export function apiErrorToWire(error: ApiError, requestId: string): ErrorBody {
  const { code, message, errors, beside } = error
  return { ...beside, error: { code, message, ...(errors.length === 0 ? {} : { errors }), request_id: requestId } }
}

/**
 * Reads an error body. Returns null for any other body, which is not from the service, and for an unknown code; in
 * that case, read `error.code` of the body yourself.
 */
export function apiErrorFromWire(body: unknown): ApiError | null {
  if (!isJsonObject(body)) return null
  const { error, ...beside } = body
  if (!isJsonObject(error)) return null
  const { code, message, errors, request_id: requestId } = error
  if (typeof code !== 'string' || typeof message !== 'string' || !isErrorCode(code)) return null
  return new ApiError(code, message, {
    errors: Array.isArray(errors) ? errors.filter(isFieldError) : [],
    beside,
    ...(typeof requestId === 'string' ? { requestId } : {}),
  })
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code)
}

function isFieldError(value: unknown): value is Finding {
  return isJsonObject(value) && typeof value.path === 'string' && typeof value.message === 'string'
}
