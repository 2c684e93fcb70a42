import type { ErrorCode } from '@carebench/protocol'

/**
 * The facts about a request that a service reports for the log and the metrics of its transport. Contains no text of
 * the caller.
 */
export interface RequestFacts {
  /** The id of the operation: one of the operations table, or of the group of a system. */
  readonly operation?: string
  /** The path of the operation with the names of its parameters: `/v1/task-runs/{id}`. */
  readonly path?: string
  /** The organization of the authenticated caller. */
  readonly organizationId?: string
  /** The benchmark run whose token the caller has. */
  readonly runId?: string
  /** The error code of the rejection; absent for responses of simulated systems in their own formats. */
  readonly code?: ErrorCode
}

/** An agent that a transport of this process has admitted by the credentials of a sandbox. */
export interface AdmittedAgent {
  readonly sandboxId: string
  /**
   * Set if the request is an observation, which leaves no trace and may only read: of the state `now`, or of the state
   * in which the agent started. Default: a call of the agent.
   */
  readonly looks?: 'now' | 'start'
}

/** A request to the service, independent of the transport: HTTP, a mock, a test. */
export interface ServiceRequest {
  /** Upper case, for example `POST`. */
  readonly method: string
  /** Origin-form: the percent-encoded path, with the query if there is one: `/tasks?benchmark_id=bench_1`. */
  readonly target: string
  /** Lower-case names; repeated headers joined by `, `. */
  readonly headers: Readonly<Record<string, string>>
  /**
   * The peer's address, for operations that only loopback callers may use; empty if unknown, null for a request within
   * this process.
   */
  readonly remoteAddress: string | null
  /**
   * The admitted agent, in place of a token: the request is then a call of the agent to this sandbox only. Set by
   * transports that have checked the credentials of the sandbox themselves, never from data that a client has sent.
   */
  readonly agent?: AdmittedAgent | undefined
  /**
   * The caller for whom the request counts when many wait to begin: a known holder of tokens, or an address. Absent:
   * the token or the address, so a client that invents tokens gets more turns.
   */
  readonly caller?: string | undefined
  /**
   * Aborted once the client has disconnected. Waits and the reading of records then end; all other work continues as if
   * the client had stayed. Absent: the client never disconnects.
   */
  readonly signal?: AbortSignal | undefined
  /** False only if there is certainly no body; then the body is not read. */
  readonly hasBody?: boolean
  /**
   * Reads the whole body, at most once. Must reject with a {@link BodyTooLargeError} as soon as more than `limit` bytes
   * have arrived, also if the length was not announced, and with a {@link BodyIncompleteError} if the connection closes
   * before the end of the body.
   */
  readBody(limit: number): Promise<Uint8Array>
  /**
   * Called once the token of the request has been accepted, before the body is read. `holder` is the same text for all
   * tokens of one holder, such as the token of a run and the access tokens of its systems, or null for a token that
   * counts for itself. May throw an ApiError `RATE_LIMITED`.
   */
  accept?(holder: string | null): void
  /**
   * Called before further calls of the request are made, such as those of a batch beyond the first: they count as
   * requests of the same caller. May throw an ApiError `RATE_LIMITED`; then none of them is made.
   */
  charge?(calls: number): void
  /** Called with each fact as soon as it is known; facts that are not known yet are absent. Must not throw. */
  note?(facts: RequestFacts): void
}

/** The response to a request. */
export interface ServiceResponse {
  readonly status: number
  /** Lower-case names. The transport adds `content-length`. */
  readonly headers: Readonly<Record<string, string>>
  /** Text, or bytes; long JSON comes as the bytes of its UTF-8. */
  readonly body: Uint8Array | string | null
}

/** Returns the body of a response as text: a long JSON body comes as its bytes. */
export function textOfBody({ body }: Pick<ServiceResponse, 'body'>): string {
  return typeof body === 'string' ? body : new TextDecoder().decode(body ?? undefined)
}

/** Thrown by {@link ServiceRequest.readBody} when the body exceeds the limit. */
export class BodyTooLargeError extends Error {
  constructor(readonly limit: number) {
    super(`The body is larger than ${limit} bytes.`)
    this.name = 'BodyTooLargeError'
  }
}

/** Thrown by {@link ServiceRequest.readBody} when the client disconnects before it has sent the whole body. */
export class BodyIncompleteError extends Error {
  override readonly name = 'BodyIncompleteError'

  constructor() {
    super('The client disconnected before it had sent the whole body.')
  }
}

/** Thrown if a request ends because its client has disconnected: nobody reads the response. */
export class ClientLeftError extends Error {
  override readonly name = 'ClientLeftError'

  constructor() {
    super('The client disconnected before it was answered.')
  }
}

/** Throws a {@link ClientLeftError} once the client has disconnected. */
export function assertPresent(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ClientLeftError()
}

/** Creates a request from values in memory. */
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
