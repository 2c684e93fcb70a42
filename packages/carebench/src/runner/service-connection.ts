import { setTimeout as pause } from 'node:timers/promises'
import type { Fetch } from '@carebench/client'
import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { boundBody } from './bounded-body.js'
import { TrialStopError } from './ended.js'

/** The connection of the runner to the service. The keys stay in its memory; no agent, file or result gets them. */
export interface ServiceOptions {
  /** `https://127.0.0.1:8443`, without a trailing slash. */
  readonly baseUrl: string
  /** The Solver key, `vrl_slv_…`, which creates the runs. */
  readonly solverKey: string
  /** The organization key, `vk_…`, which reads versions and records, and cancels task runs. */
  readonly organizationKey: string
  readonly fetch: Fetch
  /** Delays before the retries of a failed call, in milliseconds; default 0.2 s to 4 s, 7 s in total. */
  readonly retryDelays?: readonly number[]
  /**
   * Whether only this process uses the service; a run is then deleted there once its result is stored. Default: false.
   */
  readonly isPrivate?: boolean
}

export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Begins with a slash. */
  readonly path: string
  readonly token: string
  readonly body?: JsonObject
  readonly headers?: Readonly<Record<string, string>>
}

/** Error when the service rejected a call, with the code and message of the response. */
export class ServiceRejectionError extends Error {
  override readonly name = 'ServiceRejectionError'
  readonly status: number
  readonly code: string

  constructor(call: ServiceCall, status: number, code: string, message: string) {
    super(`${call.method} ${call.path} was answered ${status} ${code}: ${message}`)
    this.status = status
    this.code = code
  }
}

/**
 * Error when the service did not respond or kept failing despite retries, or something else responded in its place. It
 * is unknown whether the call was executed.
 */
export class ServiceUnreachableError extends TrialStopError {
  constructor(message: string) {
    super({ kind: 'infra', reason: 'service', message })
  }
}

const defaultDelays = [200, 400, 800, 1600, 4000]
const passing = new Set([429, 500, 502, 503, 504])

/**
 * Makes calls to the service. All calls can be retried: they are reads, have an `Idempotency-Key`, or end something.
 */
export class ServiceConnection {
  readonly baseUrl: string
  readonly fetch: Fetch
  readonly isPrivate: boolean
  readonly #options: ServiceOptions

  constructor(options: ServiceOptions) {
    this.baseUrl = options.baseUrl.replace(/\/+$/, '')
    this.fetch = boundAnswers(options.fetch)
    this.isPrivate = options.isPrivate === true
    this.#options = options
  }

  /** The keys, which must not appear in any file. */
  get secrets(): readonly string[] {
    return [this.#options.solverKey, this.#options.organizationKey]
  }

  asSolver(call: Omit<ServiceCall, 'token'>): Promise<JsonObject> {
    return this.call({ ...call, token: this.#options.solverKey })
  }

  asOrganization(call: Omit<ServiceCall, 'token'>): Promise<JsonObject> {
    return this.call({ ...call, token: this.#options.organizationKey })
  }

  /** Like `asOrganization`, for documents that are stored unchanged. */
  textAsOrganization(call: Omit<ServiceCall, 'token'>): Promise<string> {
    return this.#text({ ...call, token: this.#options.organizationKey })
  }

  async call(call: ServiceCall): Promise<JsonObject> {
    const value = parse(await this.#text(call))
    if (isJsonObject(value)) return value
    throw new ServiceRejectionError(call, 200, 'UNEXPECTED', 'expected a JSON object')
  }

  /**
   * Returns the JSON of a response as text. Retries temporary failures. Throws a {@link ServiceRejectionError} for
   * other rejections, and a {@link ServiceUnreachableError} if the service does not respond or keeps failing.
   */
  async #text(call: ServiceCall): Promise<string> {
    const { retryDelays: delays = defaultDelays } = this.#options
    for (let attempt = 0; ; attempt++) {
      const { status, text } = await this.#send(call)
      if (status >= 200 && status < 300) return text
      if (status !== 0 && !passing.has(status)) throw toRejection(call, status, text)
      const delay = delays[attempt]
      if (delay === undefined) {
        throw new ServiceUnreachableError(status === 0 ? text : toRejection(call, status, text).message)
      }
      await pause(delay)
    }
  }

  /** Sends a call. Status 0 means that there was no response; the text says what happened. */
  async #send(call: ServiceCall): Promise<{ readonly status: number; readonly text: string }> {
    const { method, path, token, body, headers } = call
    try {
      const response = await this.fetch(this.baseUrl + path, {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(60_000),
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const { status } = response
      const text = await response.text()
      // Anything else is, for example, a login page or a truncated response.
      const isExpected = status < 200 || status >= 300 || status === 204 || parse(text) !== undefined
      if (isExpected) return { status, text }
      const found = JSON.stringify(text.slice(0, 200))
      return { status: 0, text: `${method} ${path} was answered ${status} without JSON by ${this.baseUrl}: ${found}` }
    } catch (error) {
      return { status: 0, text: `${method} ${path} got no response from ${this.baseUrl}: ${explainCause(error)}` }
    }
  }
}

/** Maximum size of a response in bytes: the largest record takes about twice as much memory. */
const maxAnswerBytes = 256 * 1024 * 1024

/** Returns the fetch whose responses fail when they exceed `maxAnswerBytes`: a foreign server could send any number. */
function boundAnswers(fetch: Fetch): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init)
    if (!(answer instanceof Response) || isShort(answer)) return answer
    return boundBody(answer, maxAnswerBytes, 'service')
  }
}

/** Whether the header says how many bytes the body has, and they are within the limit: nothing has to be counted. */
function isShort({ headers }: Response): boolean {
  const length = headers.get('content-length')
  return length !== null && headers.get('content-encoding') === null && Number(length) <= maxAnswerBytes
}

/** Parses JSON; undefined for any other text. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toRejection(call: ServiceCall, status: number, text: string): ServiceRejectionError {
  const body = parse(text)
  // Without an error object, the response comes from something between the runner and the service.
  const { code, message, errors } = isJsonObject(body) && isJsonObject(body.error) ? body.error : {}
  const places = Array.isArray(errors) ? errors.filter(isJsonObject).slice(0, 5) : []
  const said = [message ?? text.slice(0, 200), ...places.map(({ path, message }) => `${path} ${message}`)].join(' · ')
  return new ServiceRejectionError(call, status, String(code ?? 'UNEXPECTED'), said)
}

/** Returns the message of the innermost cause, where `fetch` puts the reason. */
function explainCause(error: unknown): string {
  let one = error
  while (one instanceof Error && one.cause !== undefined) one = one.cause
  return one instanceof Error ? one.message || one.name : String(one)
}
