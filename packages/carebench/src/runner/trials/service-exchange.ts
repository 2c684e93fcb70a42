import { setTimeout as pause } from 'node:timers/promises'
import type { FetchAnswer } from '@carebench/client'
import type { Ended } from '../ended.js'
import type { ServiceConnection } from '../service-connection.js'
import { CallQueue } from './call-queue.js'
import {
  over,
  type ProxyRequest,
  type ProxyResponse,
  rateLimited,
  readFailure,
  readRetryAfter,
  refuse,
  tookTooLong,
} from './proxy-response.js'
import { RunLinks } from './run-links.js'
import type { StallWatch } from './stall-watch.js'
import { plainCookie, WorkstationPaths } from './workstation-paths.js'

export interface ServiceExchangeOptions {
  readonly connection: ServiceConnection
  /** The run and the task run of all calls. */
  readonly taskRun: { readonly runId: string; readonly taskRunId: string; readonly runToken: string }
  /** The address at which the agent reaches the run; links in responses begin with it, so that they can be followed. */
  readonly address: string
  /** Called if the service fails, which is not the agent's fault. */
  readonly onBrokenService: (ended: Ended) => void
  readonly stalls: StallWatch
}

/** Headers of a single connection, and those that the proxy sets itself. */
const ownHeaders = new Set([
  'accept-encoding',
  'authorization',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'origin',
  'task-run-id',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const answeredHeaders = [
  'allow',
  'content-disposition',
  'content-type',
  'etag',
  'last-modified',
  'location',
  'mcp-protocol-version',
  'mcp-session-id',
  'retry-after',
  'x-request-id',
]
/** Response headers that browsers need to keep a session and to confine a page. */
const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'x-content-type-options',
  'x-frame-options',
  'carebench-responses',
]
/** Delays in milliseconds between retries while the service is temporarily unavailable. */
const retryDelays = [100, 300, 1000, 3000]
/** Maximum number of concurrent calls of a trial at the service, which would reject more. */
const parallelCalls = 16

/** The calls of one trial to the service. */
export class ServiceExchange {
  readonly #options: ServiceExchangeOptions
  /** Limits the concurrent calls of the agent, which could otherwise look like a failure of the service. */
  readonly #queue = new CallQueue(parallelCalls)
  readonly #links: RunLinks
  readonly #workstation: WorkstationPaths
  #isShut = false

  constructor(options: ServiceExchangeOptions) {
    this.#options = options
    this.#workstation = new WorkstationPaths(options.taskRun.taskRunId)
    this.#links = new RunLinks(options.connection.baseUrl, options.address, options.taskRun.runId)
  }

  /**
   * Ends the work for the agent when its trial ends: calls that still wait in the queue are not sent, and a call that
   * hits a rate limit is no longer retried.
   */
  shut(): void {
    this.#isShut = true
  }

  /**
   * Sends a call to the service, with retries while it is temporarily unavailable. Retries run alone, so that other
   * calls of the agent cannot be the reason. A rate limit that outlasts the retries concerns only this trial: the agent
   * gets it as a response, and the service does not count as broken.
   */
  async send(request: ProxyRequest): Promise<ProxyResponse> {
    const wasShut = this.#isShut
    const { onBrokenService, stalls } = this.#options
    const began = stalls.now()
    for (let attempt = 0; ; attempt++) {
      let isSlow = false
      const send = () => {
        // A call that was still waiting when the trial ended is not sent.
        if (this.#isShut && !wasShut) return Promise.resolve(over())
        return this.#sendOnce(request).catch((error: unknown) => {
          // A TypeError without a cause means an invalid request of the agent; a lost connection has a cause.
          if (error instanceof TypeError && error.cause === undefined)
            return refuse(400, 'INVALID_REQUEST', error.message)
          isSlow = error instanceof Error && error.name === 'TimeoutError'
          return undefined
        })
      }
      const answer = await (attempt === 0 ? this.#queue.together(send) : this.#queue.alone(send))
      const failure = answer === undefined ? 'it gave no response' : readFailure(answer)
      if (answer !== undefined && failure === undefined) return answer
      // A call that may have been executed is not sent again.
      const mayRepeat = answer !== undefined ? answer.status !== 500 : request.method === 'GET'
      const delay = mayRepeat ? retryDelays[attempt] : undefined
      if (answer?.status === 429 && (delay === undefined || this.#isShut)) return rateLimited(request, answer)
      if (delay === undefined) {
        // After a stall, the timeout says nothing about the call.
        const isAgents = isSlow && !stalls.hasDelayed(began)
        if (answer === undefined && isAgents && (await this.#isAlive())) return tookTooLong(request)
        const message = `${request.method} ${request.path}: the service failed: ${failure}.`
        onBrokenService({ kind: 'infra', reason: 'service', message })
        return answer ?? refuse(503, 'UNAVAILABLE', 'The service gave no response.')
      }
      await pause(readRetryAfter(answer) ?? delay)
    }
  }

  /**
   * Whether the service responds at all: if so, a call that takes too long is slow by itself, or because of the agent's
   * other calls.
   */
  async #isAlive(): Promise<boolean> {
    const { connection } = this.#options
    try {
      const signal = AbortSignal.timeout(10_000)
      const init = { method: 'GET', redirect: 'manual', headers: {}, signal } as const
      const { status } = await connection.fetch(`${connection.baseUrl}/healthz`, init)
      return status === 200
    } catch {
      return false
    }
  }

  /** Sends a call once; rejects if there is no response. */
  async #sendOnce({ method, path, search, headers, body }: ProxyRequest): Promise<ProxyResponse> {
    const { connection, taskRun } = this.#options
    const isPage = this.#workstation.hasPage(path)
    const passed = Object.entries(headers).filter(([name]) => !ownHeaders.has(name) || (isPage && name === 'cookie'))
    const answer: FetchAnswer = await connection.fetch(connection.baseUrl + path + this.#links.ofService(search), {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(120_000),
      headers: {
        ...Object.fromEntries(passed),
        authorization: `Bearer ${taskRun.runToken}`,
        'task-run-id': taskRun.taskRunId,
      },
      ...(body.length === 0 || method === 'GET' || method === 'HEAD'
        ? {}
        : { body: this.#links.bodyOfService(body, headers['content-type']) }),
    })
    const shown = [...answeredHeaders, ...pageHeaders].flatMap((name) => {
      const value = answer.headers.get(name)
      return value === null ? [] : [[name, name === 'location' ? this.#links.ofAgent(value) : value]]
    })
    const cookie = answer.headers.get('set-cookie')
    if (isPage && cookie !== null) shown.push(['set-cookie', plainCookie(cookie)])
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const type = answer.headers.get('content-type') ?? ''
    return { status: answer.status, headers: Object.fromEntries(shown), body: this.#links.bodyOfAgent(bytes, type) }
  }
}
