/** A request that was made and what came of it, without secrets. */
export interface Exchange {
  /** Counts from 1 in the order of sending. */
  readonly number: number
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly requestHeaders: Readonly<Record<string, string>>
  /** Null if none was sent. Long ones are cut. */
  readonly requestBody: string | null
  /** Null if no answer came. */
  readonly status: number | null
  readonly headers: Readonly<Record<string, string>>
  /** Long ones are cut. */
  readonly body: string
  readonly milliseconds: number
  /** Why no answer came. */
  readonly failure: string | null
}

/** An answer as it came. */
export interface Answer {
  readonly exchange: Exchange
  readonly status: number
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  /** Its JSON; undefined if it is none. */
  readonly body: unknown
}

/** Sends bytes as they are and anything else as JSON; undefined sends no body. Rejects with an {@link Unreached}. */
export type Call = (
  method: string,
  target: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<Answer>

/** No answer came. */
export class Unreached extends Error {
  override readonly name = 'Unreached'

  constructor(
    message: string,
    readonly exchange: Exchange,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** What the kit sends requests with: the part of the global `fetch` that it uses. */
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

/** What stands at a place in JSON; undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}

/** The array at a place in JSON; empty where there is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}
