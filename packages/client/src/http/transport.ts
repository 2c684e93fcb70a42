import { type Answer, readAnswer } from './answer.js'
import { readBaseUrl } from './base-url.js'
import { ClientError } from './client-error.js'
import { connectionFault } from './connection-fault.js'
import { readTimeout, withDeadline } from './deadline.js'
import type { FetchAnswer } from './fetch-answer.js'
import type { Hooks } from './hooks.js'
import { assertIdempotencyKey, createIdempotencyKey, keyHeader } from './idempotency-key.js'
import { pause } from './pause.js'
import { type HeaderRecord, mergeHeaders, readToken } from './request-headers.js'
import { type RetryOptions, RetryPolicy } from './retry-policy.js'
import { type Stop, withStop } from './stop.js'

/** The init that the clients pass to `fetch`. */
export interface FetchInit {
  readonly method: string
  /** Lower-case names. */
  readonly headers: Record<string, string>
  readonly body?: string | Uint8Array<ArrayBuffer>
  readonly signal: AbortSignal
  readonly redirect: 'manual'
}

/** The part of `fetch` that the clients use: every `fetch` has this type, and test doubles are short. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>

/** Options of every client. */
export interface ClientOptions extends Hooks {
  /** The URL of the service: `https://127.0.0.1:8443`, optionally with a path prefix and a trailing slash. */
  readonly baseUrl: string
  /**
   * Default: the global `fetch`, looked up at each call. `nodeFetch` of `@carebench/client/node` trusts a given CA,
   * `undiciFetch` of `@carebench/client/undici` needs less CPU time.
   */
  readonly fetch?: Fetch | undefined
  /** Milliseconds (at most 2^31 - 1) after which a call with all its attempts fails, or Infinity; default 60,000. */
  readonly timeout?: number | undefined
  /** How repeatable calls are retried after 429, 502, 503, 504, and if there is no response. */
  readonly retry?: RetryOptions | undefined
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call with a ClientError `aborted`. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds after which the call fails with a ClientError `timeout`, or Infinity; default: the client's. */
  readonly timeout?: number | undefined
  /** Additional headers. `authorization` is always set by the client. */
  readonly headers?: HeaderRecord | undefined
  /**
   * For calls that create something, 1 to 128 printable ASCII characters: within 24 hours, another call with the same
   * key and the same input gets the first response again and creates nothing. Store it beforehand to repeat a call from
   * another process. Default: a random key for each call, if the client retries. Other calls ignore it.
   */
  readonly idempotencyKey?: string | undefined
}

export interface TransportRequest {
  readonly method: string
  /** The path with the query, beginning with a slash. */
  readonly path: string
  /** Headers that the caller may change. */
  readonly defaults?: HeaderRecord | undefined
  /** Headers that the caller may not change. */
  readonly headers?: HeaderRecord | undefined
  readonly body?: string | Uint8Array<ArrayBuffer> | undefined
  /** True if a repeated call has no further effect. */
  readonly idempotent: boolean
  /** True if the call creates something: it is repeated with the same `Idempotency-Key`. */
  readonly creates?: boolean
  /** True: the body of a successful response is returned as bytes. */
  readonly asBytes?: boolean
}

const defaultTimeout = 60_000
const noOptions: CallOptions = {}
const noHeaders: HeaderRecord = {}

/** The options that the transports of one client share. */
interface Shared extends Pick<ClientOptions, 'fetch' | 'onRequest' | 'onResponse'> {
  readonly baseUrl: string
  readonly timeout: number
  readonly retry: RetryPolicy
}

/** Sends requests with one token, which it keeps out of errors, `inspect` and JSON. */
export class Transport {
  readonly #shared: Shared
  readonly #token: string
  readonly #authorization: string

  private constructor(shared: Shared, tokenOption: string, token: string) {
    this.#shared = shared
    this.#token = readToken(tokenOption, token)
    this.#authorization = `Bearer ${token}`
  }

  /** Throws a TypeError or RangeError for invalid options; `tokenOption` is the name of the token among them. */
  static create(options: ClientOptions, tokenOption: string, token: string): Transport {
    const { fetch, onRequest, onResponse } = options
    const shared = {
      baseUrl: readBaseUrl(options.baseUrl),
      fetch,
      onRequest,
      onResponse,
      timeout: readTimeout(options.timeout ?? defaultTimeout),
      retry: new RetryPolicy(options.retry),
    }
    return new Transport(shared, tokenOption, token)
  }

  /** Returns a transport to the same service with another token. */
  withToken(tokenOption: string, token: string): Transport {
    return new Transport(this.#shared, tokenOption, token)
  }

  /**
   * Sends a request, with retries if permitted and necessary, and reads the whole response, whatever its status.
   * Rejects with a {@link ClientError}; throws a TypeError or RangeError for invalid options.
   */
  send(request: TransportRequest, options: CallOptions = noOptions): Promise<Answer> {
    const { retry } = this.#shared
    const { idempotencyKey: given } = options
    if (given !== undefined) assertIdempotencyKey(given)
    const key =
      request.creates === true ? (given ?? (retry.retries > 0 ? createIdempotencyKey() : undefined)) : undefined
    const defaults = { ...request.defaults, ...(key === undefined ? noHeaders : { [keyHeader]: key }) }
    const headers = mergeHeaders(defaults, options.headers, request.headers ?? noHeaders)
    const isRepeatable = request.idempotent || (request.creates === true && keyHeader in headers)
    const timeout = readTimeout(options.timeout ?? this.#shared.timeout)
    const call = () => callName(request)
    return withDeadline({ call, timeout, signal: options.signal }, async (stop) => {
      for (let attempt = 1; ; attempt++) {
        const { result, retryIn } = await this.#attempt(request, headers, isRepeatable, attempt, stop)
        if (retryIn === null) return finish(result)
        await pause(retryIn, stop.signal)
      }
    })
  }

  async #attempt(request: TransportRequest, headers: HeaderRecord, isRepeatable: boolean, attempt: number, stop: Stop) {
    const { onRequest, onResponse, baseUrl, retry } = this.#shared
    const url = baseUrl + request.path
    const isSeen = onRequest !== undefined || onResponse !== undefined
    const shown = isSeen ? { method: request.method, url, headers: { ...headers }, attempt } : undefined
    const added = shown && onRequest?.(shown)
    const sent = typeof added === 'object' ? mergeHeaders(headers, added, request.headers ?? noHeaders) : headers
    const result = await this.#exchange(request, url, sent, stop)
    const status = result.answer?.status ?? null
    const mayRepeat = result.fault === 'unsent' || (isRepeatable && mayPass(result))
    const isOver = stop.aborted || !mayRepeat
    const retryAfter = status === null || status < 400 ? null : (result.answer?.headers.get('retry-after') ?? null)
    const retryIn = isOver ? null : retry.delayAfter(attempt, { status, retryAfter })
    if (shown !== undefined && onResponse !== undefined) {
      onResponse({ request: shown, status, requestId: result.answer?.headers.get('x-request-id') ?? null, retryIn })
    }
    return { result, retryIn }
  }

  /** Sends one request and returns its result: a response, an error, or both if the response cannot be read. */
  async #exchange(request: TransportRequest, url: string, headers: HeaderRecord, stop: Stop): Promise<Exchanged> {
    const { method, body, asBytes = false } = request
    const call = () => callName(request)
    const fetch = this.#shared.fetch ?? globalThis.fetch
    const authorized = { ...headers, authorization: this.#authorization }
    const init = { method, headers: authorized, redirect: 'manual', ...(body !== undefined && { body }) } as const
    let response: FetchAnswer | undefined
    try {
      response = await fetch(url, withStop(init, stop))
      const { status } = response
      if (asBytes && status >= 200 && status < 300) {
        const bytes = new Uint8Array(await response.arrayBuffer())
        return { answer: { status, headers: response.headers, body: bytes } }
      }
      return { answer: readAnswer(call, response, this.#withoutToken(status, await response.text())) }
    } catch (cause) {
      if (cause instanceof ClientError) {
        return { error: cause, ...(response && { answer: { ...pickParts(response), body: undefined } }) }
      }
      const fault = response === undefined ? connectionFault(cause) : undefined
      return { error: this.#connectionError(call(), cause), ...(fault && { fault }) }
    }
  }

  /** Removes the token from an error response that quotes it, so that it does not get into an error. */
  #withoutToken(status: number, text: string): string {
    return status < 400 ? text : text.replaceAll(this.#token, '[token]')
  }

  #connectionError(call: string, cause: unknown): ClientError {
    const reasons = listReasons(cause)
    const reason = (reasons.at(-1) ?? 'unknown reason').replaceAll(this.#token, '[token]')
    const message = `${call} got no response from ${this.#shared.baseUrl}: ${reason}`
    const isClean = reasons.every((one) => !one.includes(this.#token))
    return new ClientError('connection', message, isClean ? { cause } : {})
  }
}

interface Exchanged {
  readonly answer?: Answer
  readonly error?: ClientError
  readonly fault?: ReturnType<typeof connectionFault>
}

function pickParts({ status, headers }: FetchAnswer) {
  return { status, headers }
}

/** Whether the next attempt may succeed. */
function mayPass({ error, fault }: Exchanged): boolean {
  if (fault === 'untrusted') return false
  return error === undefined || error.code === 'connection' || error.status !== undefined
}

function finish({ answer, error }: Exchanged): Answer {
  if (error !== undefined) throw error
  // An exchange has at least one of them.
  return answer as Answer
}

/** Returns the name of a call in errors: without the query, which may be long and contain patient data. */
export function callName({ method, path }: Pick<TransportRequest, 'method' | 'path'>): string {
  return `${method} ${path.split('?', 1).join('')}`
}

/** Returns the messages of an error and of its causes, because fetch has the reason only in the innermost cause. */
function listReasons(error: unknown): string[] {
  const reasons: string[] = []
  for (let one = error; one !== undefined && reasons.length < 10; one = one instanceof Error ? one.cause : undefined) {
    reasons.push(explainError(one))
  }
  return reasons
}

/** Returns the message of an error. An error about several connection attempts has no message, only a code. */
function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}
