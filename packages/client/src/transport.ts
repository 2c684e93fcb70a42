import { type ApiError, apiErrorFromWire } from '@carebench/protocol/wire'
import { ClientError } from './client-error.js'

/** Options of every client. */
export interface ClientOptions {
  /** Where the service is, for example `https://127.0.0.1:8443`. */
  readonly baseUrl: string
  /** Default: the global `fetch`, looked up at each call. `nodeFetch` of `@carebench/client/node` trusts a given CA. */
  readonly fetch?: typeof fetch
  /** Milliseconds after which a call fails; default 60,000. */
  readonly timeout?: number
}

/** Options of one call. */
export interface CallOptions {
  readonly signal?: AbortSignal
  /** Milliseconds after which the call fails; default: the client's. */
  readonly timeout?: number
  readonly headers?: Readonly<Record<string, string>>
}

export interface TransportRequest {
  readonly method: string
  /** Path with query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface TransportResponse {
  readonly status: number
  readonly headers: Headers
  /** JSON where the content-type says so, else text; undefined if empty. */
  readonly body: unknown
}

const defaultTimeout = 60_000

/** Sends requests with one token, which it keeps out of errors, `inspect` and JSON. */
export class Transport {
  readonly #baseUrl: string
  readonly #token: string
  readonly #fetch: typeof fetch | undefined
  readonly #timeout: number

  constructor(options: ClientOptions, token: string) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, '')
    this.#token = token
    this.#fetch = options.fetch
    this.#timeout = options.timeout ?? defaultTimeout
  }

  /** A transport to the same service with another token. */
  withToken(token: string): Transport {
    const options = { baseUrl: this.#baseUrl, timeout: this.#timeout }
    return new Transport(this.#fetch === undefined ? options : { ...options, fetch: this.#fetch }, token)
  }

  /** Sends a request and reads the whole answer, whatever its status. Throws a {@link ClientError}. */
  async send(request: TransportRequest, options: CallOptions = {}): Promise<TransportResponse> {
    const { method, path, body } = request
    const timeout = options.timeout ?? this.#timeout
    const timer = AbortSignal.timeout(timeout)
    const signal = options.signal === undefined ? timer : AbortSignal.any([options.signal, timer])
    const headers = { ...options.headers, ...request.headers, authorization: `Bearer ${this.#token}` }
    try {
      const response = await (this.#fetch ?? globalThis.fetch)(`${this.#baseUrl}${path}`, {
        method,
        headers,
        signal,
        ...(body === undefined ? {} : { body }),
      })
      return { status: response.status, headers: response.headers, body: readBody(response, await response.text()) }
    } catch (cause) {
      if (cause instanceof ClientError) throw cause
      const call = `${method} ${path}`
      if (options.signal?.aborted === true) throw new ClientError('aborted', `${call} was aborted.`, { cause })
      if (timer.aborted) throw new ClientError('timeout', `${call} got no answer within ${timeout} ms.`, { cause })
      throw new ClientError('connection', `${call} did not reach ${this.#baseUrl}: ${reasonOf(cause)}`, { cause })
    }
  }
}

/** The error that an answer of the service tells; for an answer that is none of its own, a {@link ClientError}. */
export function errorOfAnswer(request: TransportRequest, response: TransportResponse): ApiError | ClientError {
  return (
    apiErrorFromWire(response.body) ??
    new ClientError(
      'unexpected_answer',
      `${request.method} ${request.path} was answered ${response.status} without an error body of the service.`,
    )
  )
}

/** Whether what answered is the service itself, not a simulated system behind it. */
export function isServiceError(body: unknown): boolean {
  return apiErrorFromWire(body) !== null
}

function readBody(response: Response, text: string): unknown {
  if (text === '') return undefined
  if (!/[/+]json\b/i.test(response.headers.get('content-type') ?? '')) return text
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ClientError('unexpected_answer', 'The answer says that it is JSON and is not.', { cause })
  }
}

/** fetch hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}
