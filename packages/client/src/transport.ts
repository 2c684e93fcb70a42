import { type Answer, readAnswer } from './answer.js'
import { readBaseUrl } from './base-url.js'
import { ClientError } from './client-error.js'
import { readTimeout, withDeadline } from './deadline.js'
import { type HeaderRecord, mergeHeaders, readToken } from './request-headers.js'

/** What the clients hand to `fetch`. */
export interface FetchInit {
  readonly method: string
  /** Lower-case names. */
  readonly headers: Record<string, string>
  readonly body?: string
  readonly signal: AbortSignal
  readonly redirect: 'manual'
}

/** The part of `fetch` that the clients use: every `fetch` is one, and one for tests is short. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>

/** Options of every client. */
export interface ClientOptions {
  /** Where the service is: `https://127.0.0.1:8443`, or with a path prefix, with or without a slash at the end. */
  readonly baseUrl: string
  /** Default: the global `fetch`, looked up at each call. `nodeFetch` of `@carebench/client/node` trusts a given CA. */
  readonly fetch?: Fetch | undefined
  /** Milliseconds after which a call fails, or Infinity; default 60,000. */
  readonly timeout?: number | undefined
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call with a ClientError `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds after which the call fails with a ClientError `timeout`, or Infinity; default: the client's. */
  readonly timeout?: number | undefined
  /** Further headers. `authorization` is always the client's own. */
  readonly headers?: HeaderRecord | undefined
}

export interface TransportRequest {
  readonly method: string
  /** Path with query, beginning with a slash. */
  readonly path: string
  /** Headers that the caller may change. */
  readonly defaults?: HeaderRecord
  /** Headers that the caller may not change. */
  readonly headers?: HeaderRecord
  readonly body?: string | undefined
}

const defaultTimeout = 60_000

/** Sends requests with one token, which it keeps out of errors, `inspect` and JSON. */
export class Transport {
  readonly #baseUrl: string
  readonly #token: string
  readonly #fetch: Fetch | undefined
  readonly #timeout: number

  /** Throws a TypeError or RangeError for options that cannot be used; `tokenOption` names the token's there. */
  constructor(options: ClientOptions, tokenOption: string, token: string) {
    this.#baseUrl = readBaseUrl(options.baseUrl)
    this.#token = readToken(tokenOption, token)
    this.#fetch = options.fetch
    this.#timeout = readTimeout(options.timeout ?? defaultTimeout)
  }

  /** A transport to the same service with another token. */
  withToken(tokenOption: string, token: string): Transport {
    const options = { baseUrl: this.#baseUrl, fetch: this.#fetch, timeout: this.#timeout }
    return new Transport(options, tokenOption, token)
  }

  /** Sends a request and reads the whole answer, whatever its status. Throws a {@link ClientError}. */
  async send(request: TransportRequest, options: CallOptions = {}): Promise<Answer> {
    const { method, path, body, defaults = {}, headers = {} } = request
    const call = callName(request)
    const fixed = { ...headers, authorization: `Bearer ${this.#token}` }
    const init = {
      method,
      headers: { ...mergeHeaders(defaults, options.headers ?? {}, fixed) },
      redirect: 'manual',
    } as const
    const timeout = readTimeout(options.timeout ?? this.#timeout)
    return withDeadline({ call, timeout, signal: options.signal }, async (signal) => {
      const url = `${this.#baseUrl}${path}`
      const fetch = this.#fetch ?? globalThis.fetch
      try {
        const response = await fetch(url, body === undefined ? { ...init, signal } : { ...init, signal, body })
        return readAnswer(call, response, this.#withoutToken(response.status, await response.text()))
      } catch (cause) {
        if (cause instanceof ClientError) throw cause
        throw this.#connectionError(call, cause)
      }
    })
  }

  /** A refusal that quotes the token must not carry it into an error. */
  #withoutToken(status: number, text: string): string {
    return status < 400 ? text : text.replaceAll(this.#token, '[token]')
  }

  #connectionError(call: string, cause: unknown): ClientError {
    const reasons = reasonsOf(cause)
    const reason = (reasons.at(-1) ?? 'unknown reason').replaceAll(this.#token, '[token]')
    const message = `${call} got no answer from ${this.#baseUrl}: ${reason}`
    const isClean = reasons.every((one) => !one.includes(this.#token))
    return new ClientError('connection', message, isClean ? { cause } : {})
  }
}

/** How a call is named in errors: without the query, which may be long and tell of patients. */
export function callName({ method, path }: Pick<TransportRequest, 'method' | 'path'>): string {
  return `${method} ${path.split('?', 1).join('')}`
}

/** The messages of an error and its causes: fetch hides the reason in the innermost. */
function reasonsOf(error: unknown): string[] {
  const reasons: string[] = []
  for (let one = error; one !== undefined && reasons.length < 10; one = one instanceof Error ? one.cause : undefined) {
    reasons.push(reasonOf(one))
  }
  return reasons
}

/** An error of several attempts to connect has no message, only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}
