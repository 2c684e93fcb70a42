import type { HeaderRecord } from './request-headers.js'

/** An attempt of a call, before it is sent. The token is not shown. */
export interface RequestEvent {
  readonly method: string
  readonly url: string
  /** Lower-case names, without `authorization`. */
  readonly headers: HeaderRecord
  /** 1 for the first, 2 for the first retry. */
  readonly attempt: number
}

/** What came of an attempt. */
export interface ResponseEvent {
  /** The same object that `onRequest` got. */
  readonly request: RequestEvent
  /** Null if there was no answer. */
  readonly status: number | null
  /** The id under which the service logged the request. */
  readonly requestId: string | null
  /** Milliseconds until the call is tried again; null if it is not. */
  readonly retryIn: number | null
}

/** Functions that see every attempt. What they throw, the call throws. */
export interface Hooks {
  /** May answer further headers, for example `traceparent`; never `authorization`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the usual one
  readonly onRequest?: ((event: RequestEvent) => HeaderRecord | void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
}
