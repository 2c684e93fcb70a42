import type { Caller } from './auth/authenticate.js'

/** A call of an operation that follows an external standard. */
export interface RawCall {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  /** The key of the system in the path; undefined if the path has none. */
  readonly key?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** As in a ServiceRequest. */
  readonly remoteAddress: string | null
  /** Without the question mark. */
  readonly query: string
  readonly bytes: Uint8Array
  /** Counts further calls that the call makes as requests of its caller. May throw an ApiError `RATE_LIMITED`. */
  readonly charge: (calls: number) => void
  /** The id of the request, for the log and for errors in the body of the response. */
  readonly requestId: string
  /** Aborted once the client has disconnected; undefined if it never does. */
  readonly signal: AbortSignal | undefined
  /** `https://host:8443`; empty if it is unknown. */
  readonly origin: string
}

/** The response to it, without the common headers. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}
