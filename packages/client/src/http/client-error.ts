/**
 * Why a call got no usable response: `connection` (none arrived, or it was cut off), `timeout`, `aborted` (by the
 * caller's signal), `unexpected_answer` (the response is not that of the service).
 */
export type ClientErrorCode = 'connection' | 'timeout' | 'aborted' | 'unexpected_answer'

/** Options of a {@link ClientError}. */
export interface ClientErrorOptions extends ErrorOptions {
  /** The status of the response, if there was one. */
  readonly status?: number
}

/** Thrown when a call got no usable response. Switch on `code`. Errors of the service itself are `ApiError`s. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode
  /** The HTTP status of the response with `unexpected_answer`, where it is known; else undefined. */
  readonly status: number | undefined

  constructor(code: ClientErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status
  }
}
