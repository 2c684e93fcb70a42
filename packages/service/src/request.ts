/** A request as the service takes it, whatever carried it: HTTP, a mock, a test. */
export interface ServiceRequest {
  /** Upper case, for example `POST`. */
  readonly method: string
  /** Origin-form: the path, percent-encoded, with the query if there is one: `/tasks?benchmark_id=bench_1`. */
  readonly target: string
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /** The peer's address, for what is allowed on loopback only; empty if unknown, null for a request made in this process. */
  readonly remoteAddress: string | null
  /** False only if there is surely no body, which then need not be read. */
  readonly hasBody?: boolean
  /**
   * Reads the whole body, at most once. Must reject with a {@link BodyTooLargeError} as soon as more than `limit` bytes have come,
   * also when the length was not announced, and with a {@link BodyIncompleteError} if the body breaks off.
   */
  readBody(limit: number): Promise<Uint8Array>
}

/** The answer to a request. */
export interface ServiceResponse {
  readonly status: number
  /** Lower-case names. `content-length` is left to the carrier. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | string | null
}

/** Thrown by {@link ServiceRequest.readBody} when the body exceeds the limit. */
export class BodyTooLargeError extends Error {
  constructor(readonly limit: number) {
    super(`The body is larger than ${limit} bytes.`)
    this.name = 'BodyTooLargeError'
  }
}

/** Thrown by {@link ServiceRequest.readBody} when the client goes away before its whole body has come. */
export class BodyIncompleteError extends Error {
  override readonly name = 'BodyIncompleteError'

  constructor() {
    super('The client disconnected before it had sent the whole body.')
  }
}

/** Makes a request from values in memory. */
export function createRequest(
  method: string,
  target: string,
  headers: Readonly<Record<string, string>> = {},
  body: Uint8Array = new Uint8Array(),
): ServiceRequest {
  return {
    method,
    target,
    headers,
    remoteAddress: null,
    hasBody: body.byteLength > 0,
    async readBody(limit) {
      if (body.byteLength > limit) throw new BodyTooLargeError(limit)
      return body
    },
  }
}
