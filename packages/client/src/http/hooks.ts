import type { HeaderRecord } from './request-headers.js'

/** An attempt of a call, before it is sent. It does not contain the token. */
export interface RequestEvent {
  readonly method: string
  readonly url: string
  /** Lower-case names, without `authorization`. */
  readonly headers: HeaderRecord
  /** 1 for the first, 2 for the first retry. */
  readonly attempt: number
}

/** The result of an attempt. */
export interface ResponseEvent {
  /** The same object that `onRequest` got. */
  readonly request: RequestEvent
  /** Null if there was no response. */
  readonly status: number | null
  /** The id under which the service logged the request; null if the response has none. */
  readonly requestId: string | null
  /** Milliseconds until the next attempt; null if there is none. */
  readonly retryIn: number | null
}

/** Functions that are called for every attempt. If one throws, so does the call. */
export interface Hooks {
  /** May return additional headers, for example `traceparent`; never `authorization`. */
  // biome-ignore lint/suspicious/noConfusingVoidType: a function that returns nothing is the usual one
  readonly onRequest?: ((event: RequestEvent) => HeaderRecord | void) | undefined
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined
}
