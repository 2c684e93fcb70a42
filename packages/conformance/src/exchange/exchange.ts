/** A request and its response, without secrets. */
export interface Exchange {
  /** Counts from 1 in the order of the calls. */
  readonly number: number
  readonly method: string
  /** The path and the query. */
  readonly target: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Null if none was sent. Long bodies are truncated. */
  readonly requestBody: string | null
  /** Null if there was no response. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  /** Long bodies are truncated. */
  readonly body: string
  readonly milliseconds: number
  /** Why there was no response. */
  readonly failure: string | null
}

/** A response. */
export interface Answer {
  readonly exchange: Exchange
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** The parsed JSON; undefined if the body is not JSON. */
  readonly body: unknown
}

/**
 * Sends a request; bytes are sent unchanged, anything else as JSON, and undefined sends no body. Rejects with a {@link
 * NoResponseError} if there is no response.
 */
export type Call = (
  method: string,
  target: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** Thrown if there was no response. */
export class NoResponseError extends Error {
  override readonly name = 'NoResponseError'

  constructor(
    message: string,
    readonly exchange: Exchange,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** The part of the global `fetch` that the kit uses. */
export type ConformanceFetch = (
  url: string,
  init: {
    readonly method: string
    readonly headers: Readonly<Record<string, string>>
    readonly body?: Uint8Array<ArrayBuffer> | string
    readonly redirect: 'manual'
    readonly signal?: AbortSignal
  },
) => Promise<Response>

/** Returns the value at a path in JSON; undefined if there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}

/** Returns the array at a path in JSON; empty if there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
