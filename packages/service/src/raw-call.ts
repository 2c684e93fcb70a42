import type { Caller } from './auth/authenticate.js'

/** A call of an operation that follows an external standard. */
export interface RawCall {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  /** Of the system in the path; undefined if it names none. */
  readonly key?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  /** As in a request. */
  readonly remoteAddress: string | null
  /** Without the question mark. */
  readonly query: string
  readonly bytes: Uint8Array
  /** Counts further calls that the call makes as requests of its caller. May throw an ApiError `RATE_LIMITED`. */
  readonly charge: (calls: number) => void
  /** In the log, and in errors that the answer has within itself. */
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
