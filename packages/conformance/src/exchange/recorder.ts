import { type Answer, type Call, type ConformanceFetch, type Exchange, NoResponseError } from './exchange.js'
import type { Limiter } from './limiter.js'
import type { Redaction } from './redaction.js'

/** Makes calls and records them. */
export interface Recorder {
  /** Calls with a token; null sends none. */
  as(token: string | null): Call
  /** Removes secrets, which reports must not show. */
  readonly redaction: Redaction
  /** All exchanges, in the order in which they ended. */
  readonly exchanges: readonly Exchange[]
  /** Adds a function that is called with every response. */
  onAnswer(
    listener: (answer: Answer, sent: { readonly method: string; readonly target: string }, call: Call) => void,
  ): void
}

export interface RecorderOptions {
  /** Without a trailing slash. */
  readonly baseUrl: string
  readonly fetch: ConformanceFetch
  readonly limiter: Limiter
  readonly redaction: Redaction
  readonly now: () => number
  /** Timeout of a request in milliseconds. */
  readonly timeout: number
  readonly signal: AbortSignal
}

/** Longer bodies are truncated in reports; checks get the whole body. */
const keptLength = 6000

export function createRecorder(options: RecorderOptions): Recorder {
  const exchanges: Exchange[] = []
  const listeners: Parameters<Recorder['onAnswer']>[0][] = []
  const { redaction } = options
  let count = 0

  const as = (token: string | null): Call => {
    const call: Call = async (method, target, body, headers = {}) => {
      const sent = {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      }
      const payload = body === undefined || body instanceof Uint8Array ? body : JSON.stringify(body)
      const number = ++count
      const shown = {
        number,
        method,
        target: redaction.text(target),
        requestHeaders: redaction.headers(sent),
        requestBody: payload === undefined ? null : cut(redaction.text(readText(payload))),
      }
      return options.limiter.run(async () => {
        options.signal.throwIfAborted()
        const start = options.now()
        try {
          const response = await options.fetch(options.baseUrl + target, {
            method,
            headers: sent,
            redirect: 'manual',
            signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeout)]),
            ...(payload === undefined ? {} : { body: payload as string }),
          })
          const text = await response.text()
          const answerHeaders = Object.fromEntries(response.headers)
          const exchange: Exchange = {
            ...shown,
            status: response.status,
            headers: redaction.headers(answerHeaders),
            body: cut(redaction.text(text)),
            milliseconds: options.now() - start,
            failure: null,
          }
          exchanges.push(exchange)
          const answer = { exchange, status: response.status, headers: answerHeaders, text, body: parse(text) }
          for (const listener of listeners) listener(answer, { method, target }, call)
          return answer
        } catch (error) {
          if (options.signal.aborted) throw options.signal.reason
          const failure = redaction.text(explainError(error))
          const milliseconds = options.now() - start
          const exchange: Exchange = { ...shown, status: null, headers: {}, body: '', milliseconds, failure }
          exchanges.push(exchange)
          throw new NoResponseError(`${method} ${shown.target} got no response: ${failure}`, exchange, { cause: error })
        }
      })
    }
    return call
  }
  return { as, redaction, exchanges, onAnswer: (listener) => void listeners.push(listener) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readText(payload: string | Uint8Array): string {
  return typeof payload === 'string' ? payload : new TextDecoder().decode(payload.subarray(0, keptLength * 4))
}

function cut(text: string): string {
  return text.length <= keptLength ? text : `${text.slice(0, keptLength)}… (${text.length} characters)`
}

function explainError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`
}
