/**
 * Why a call got no usable answer: `connection` (none came, or it broke off), `timeout`, `aborted` (by the caller's signal),
 * `unexpected_answer` (what answered does not speak like the service).
 */
export type ClientErrorCode = 'connection' | 'timeout' | 'aborted' | 'unexpected_answer'

export interface ClientErrorOptions extends ErrorOptions {
  /** The status of the answer, where there was one. */
  readonly status?: number
}

/** A call that got no usable answer. Switch on `code`. What the service itself refuses is an `ApiError`. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode
  /** The HTTP status with `unexpected_answer`, else undefined. */
  readonly status: number | undefined

  constructor(code: ClientErrorCode, message: string, options: ClientErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status
  }
}
