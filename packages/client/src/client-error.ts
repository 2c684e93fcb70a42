/** Why a call got no answer, or none that the client understands. Switch on `code`. */
export type ClientErrorCode = 'connection' | 'timeout' | 'aborted' | 'unexpected_answer'

/** A call that got no answer from the service. What the service itself refuses is an ApiError. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  readonly code: ClientErrorCode

  constructor(code: ClientErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** A simulated system refused a call with a payload of its own: an OperationOutcome, a portal's error. */
export class SimulatedSystemError extends Error {
  override readonly name = 'SimulatedSystemError'
  readonly status: number
  /** The system's payload: JSON where it is JSON, else text. */
  readonly body: unknown

  constructor(method: string, path: string, status: number, body: unknown) {
    super(`${method} ${path} was answered ${status} by the simulated system.`)
    this.status = status
    this.body = body
  }
}
