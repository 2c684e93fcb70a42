import { randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Ended } from '../ended.js'
import { emptyHandIn, type HandIn, parseHandIn } from '../hand-in.js'
import { maxConnections } from '../processes/isolation/relay.js'
import type { ServiceConnection } from '../service-connection.js'
import { describeForAgent } from './agent-description.js'
import { type HeldBody, HeldBytes } from './held-bytes.js'
import { readMcpCall, submitted, toolRefusal } from './mcp-submission.js'
import {
  json,
  over,
  overMessage,
  type ProxyRequest,
  type ProxyResponse,
  refuse,
  refuseSecret,
  unauthorized,
} from './proxy-response.js'
import type { SentCall } from './secret-calls.js'
import { ServiceExchange } from './service-exchange.js'
import type { StallWatch } from './stall-watch.js'
import { WorkstationPaths } from './workstation-paths.js'

type HandedIn = Extract<HandIn, { readonly kind: 'handed-in' }>

/** The run and the task run behind a proxy. */
export interface OpenTaskRun {
  readonly runId: string
  readonly taskRunId: string
  /** The token of the run, which the proxy does not reveal. */
  readonly runToken: string
  /** The response to creating the run, in wire format. */
  readonly created: JsonObject
  /** The response to starting the task run, in wire format. */
  readonly started: JsonObject
}

/** One call of the agent, for `calls.jsonl`. */
export interface ProxiedCall {
  /** Counted from 1. */
  readonly number: number
  readonly at: string
  readonly ms: number
  readonly method: string
  readonly path: string
  /** The name of the tool of an MCP call. */
  readonly tool?: string
  readonly status: number
  readonly request_bytes: number
  readonly response_bytes: number
}

export interface TrialProxyOptions {
  readonly connection: ServiceConnection
  readonly taskRun: OpenTaskRun
  /** Whether the agent reaches the systems only through the workstation. */
  readonly isBrowsed?: boolean
  /** Whether a call contains a secret; such a call is rejected, because the record would contain the secret. */
  readonly holdsSecret: (call: SentCall) => boolean
  readonly onCall: (call: ProxiedCall) => void
  /** Called when the agent submits through the proxy for the first time. */
  readonly onSubmit: (submission: Submission) => void
  /**
   * Called when the agent lists the tools over MCP, or makes another call that could reveal the task; possibly
   * repeatedly.
   */
  readonly onConnected: () => void
  /** Called if the service fails or this process has stalled, which is not the agent's fault. */
  readonly onBrokenService: (ended: Ended) => void
  readonly stalls: StallWatch
}

/** The submission of an agent through the proxy; `status` and `usage` are known only from a callback. */
export type Submission = Pick<HandedIn, 'output'> & Partial<Pick<HandedIn, 'status' | 'usage' | 'cost'>>

/** The proxy's path to which a service may post its submission. */
export const callbackPath = '/hand-in'

export interface TrialProxy {
  readonly baseUrl: string
  readonly token: string
  /** Rejects every further call that could change something. */
  shut(): void
  close(): Promise<void>
}

/** The path of the OpenAPI document. */
const descriptionPath = '/openapi.json'
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
/**
 * Maximum number of connections that stay open. Further ones are closed after their response, which announces this, so
 * that the client sends no further request on them.
 */
const keptConnections = 128

/** Starts a listener on loopback through which an agent reaches only its task run at the service. */
export async function startTrialProxy(options: TrialProxyOptions): Promise<TrialProxy> {
  const token = `trial_${randomBytes(24).toString('base64url')}`
  const held = new HeldBytes()
  let connections = 0
  // Idle and slow connections are not closed, because a request in transit would be lost, and look like a crash of the
  // agent. All connections end with the trial.
  const patient = { keepAliveTimeout: 0, headersTimeout: 0, requestTimeout: 0 }
  const server = createServer(patient)
  server.on('connection', (socket) => {
    connections++
    socket.once('close', () => connections--)
  })
  server.maxConnections = maxConnections
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const baseUrl = `http://127.0.0.1:${port}`
  const handler = new TrialHandler({ ...options, address: baseUrl }, token)
  server.on('request', async (message, response) => {
    const began = options.stalls.now()
    response.once('close', () => {
      if (!response.writableFinished) handler.lose(message, began)
    })
    let answer: ProxyResponse
    try {
      // Bodies of unauthorized requests are not read.
      answer = handler.admits(message)
        ? await answerMessage(handler, await held.read(message, response), message)
        : unauthorized()
    } catch {
      // The agent closed the connection before its request was complete.
      answer = refuse(400, 'INVALID_REQUEST', 'The request ended before its body.')
    }
    if (options.stalls.hasDelayed(began)) {
      // Events of connections during a stall are processed after the responses that were due in it.
      await nextTurn()
      await nextTurn()
      if (message.socket.destroyed || message.socket.readableEnded) handler.lose(message, began)
    }
    const closing = connections > keptConnections ? { connection: 'close' } : {}
    response.writeHead(answer.status, { 'cache-control': 'no-store', ...closing, ...answer.headers })
    held.send(response, answer.body)
  })
  return {
    baseUrl,
    token,
    shut: () => handler.shut(),
    async close() {
      handler.shut()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** The head of a request, as Node reads it. */
interface RequestHead {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly headers: IncomingHttpHeaders
}

function answerMessage(
  handler: TrialHandler,
  held: HeldBody,
  { method = 'GET', url = '/', headers }: RequestHead,
): ProxyResponse | Promise<ProxyResponse> {
  if (held.kind !== 'read') {
    return held.kind === 'too-long'
      ? refuse(413, 'PAYLOAD_TOO_LARGE', held.message)
      : refuse(429, 'RATE_LIMITED', held.message)
  }
  const at = url.indexOf('?')
  return handler.handle({
    method,
    path: at === -1 ? url : url.slice(0, at),
    search: at === -1 ? '' : url.slice(at),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: held.body,
  })
}

class TrialHandler {
  readonly #options: TrialProxyOptions
  readonly #token: Uint8Array
  readonly #publicToken: string
  /** The path of the run, with a trailing slash. */
  readonly #below: string
  readonly #exchange: ServiceExchange
  readonly #workstation: WorkstationPaths
  #calls = 0
  #isSubmitted = false
  #isShut = false

  constructor(options: TrialProxyOptions & { readonly address: string }, token: string) {
    this.#options = options
    this.#exchange = new ServiceExchange(options)
    this.#workstation = new WorkstationPaths(options.taskRun.taskRunId)
    this.#publicToken = token
    this.#token = Buffer.from(token)
    this.#below = `/v1/benchmark-runs/${options.taskRun.runId}/`
  }

  shut(): void {
    this.#isShut = true
    this.#exchange.shut()
  }

  /**
   * Handles a client that closed the connection before the response. That is the agent's fault unless a stall of this
   * process delayed the response.
   */
  lose({ method = 'GET', url = '/', headers }: RequestHead, began: number): void {
    if (this.#isShut || this.#isSubmitted || !this.isAuthorized(headers.authorization)) return
    if (!this.#options.stalls.hasDelayed(began)) return
    const message = `${method} ${url}: the agent gave up the call while the runner was stalled.`
    this.#options.onBrokenService({ kind: 'infra', reason: 'stalled', message })
  }

  /** Responds to an authorized request. */
  async handle(request: ProxyRequest): Promise<ProxyResponse> {
    if (this.#options.holdsSecret(request)) return this.#logged(request, undefined, async () => refuseSecret(request))
    const answer = this.#answerItself(request)
    if (answer === undefined) return this.#forward(request)
    this.#options.onConnected()
    return answer
  }

  /** Whether a request has the token of the trial, or is for a page, which the service protects by a cookie. */
  admits({ url = '/', headers }: RequestHead): boolean {
    return this.isAuthorized(headers.authorization) || this.#workstation.hasPage(url)
  }

  isAuthorized(authorization = ''): boolean {
    const given = Buffer.from(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
    return given.length === this.#token.length && timingSafeEqual(given, this.#token)
  }

  /**
   * Returns the proxy's own response; undefined for a request to forward. The runner, not the agent, controls the run
   * flow.
   */
  #answerItself({ method, path, body }: ProxyRequest): ProxyResponse | undefined {
    const { runId, taskRunId, created, started } = this.#options.taskRun
    switch (`${method} ${path}`) {
      case 'POST /v1/benchmark-runs':
        return json(201, { ...created, bearer_token: this.#publicToken })
      case `GET /v1/benchmark-runs/${runId}`:
        return json(200, this.#stateOfRun())
      case `POST /v1/task-runs/${taskRunId}/start`:
        return json(200, { ...started, ...this.#phase(), sandboxes: [] })
      case `POST ${callbackPath}`:
        return this.#takeHandIn(body)
      case `POST /v1/task-runs/${taskRunId}/complete`:
        return this.#complete(body)
      default:
        return undefined
    }
  }

  #phase() {
    return this.#isSubmitted ? { phase: 'completed', status: 'completed' } : { phase: 'started', status: 'active' }
  }

  /** Returns the state of the run without any result. */
  #stateOfRun(): JsonObject {
    const { created, started } = this.#options.taskRun
    const { bearer_token: _, bearer_token_expires_at: __, endpoints: ___, task_runs, ...run } = created
    const [taskRun] = Array.isArray(task_runs) ? (task_runs as readonly JsonValue[]) : []
    const { id = null, task_id = null, name = null } = isJsonObject(taskRun) ? taskRun : {}
    const none = { verdict: null, score: null }
    const taskRuns = [{ id, task_id, name, ...this.#phase(), ...none }]
    const times = { started_at: started.started_at ?? null, completed_at: null }
    return { ...run, ...this.#phase(), ...none, ...times, task_runs: taskRuns }
  }

  #complete(body: Uint8Array): ProxyResponse {
    let value: unknown = {}
    try {
      if (body.length > 0) value = JSON.parse(Buffer.from(body).toString('utf8'))
    } catch {
      return refuse(400, 'INVALID_REQUEST', 'The body must be JSON.')
    }
    if (!isJsonObject(value) || Object.keys(value).some((name) => name !== 'output')) {
      return refuse(400, 'INVALID_REQUEST', 'The body must be an object with no member but "output".')
    }
    if (this.#isShut && !this.#isSubmitted) return over()
    this.#submit(value.output === undefined ? {} : { output: value.output })
    const { taskRunId } = this.#options.taskRun
    return json(200, { task_run_id: taskRunId, ...this.#phase(), verdict: null, score: null, axes: {}, checks: [] })
  }

  #takeHandIn(body: Uint8Array): ProxyResponse {
    const text = Buffer.from(body).toString('utf8')
    const handIn = text.trim() === '' ? emptyHandIn : parseHandIn(text, 'The body')
    if (handIn.kind === 'malformed') return refuse(400, 'INVALID_REQUEST', handIn.message)
    if (this.#isShut && !this.#isSubmitted) return over()
    this.#submit(handIn)
    return json(200, { status: 'handed_in' })
  }

  #submit(submission: Submission): void {
    if (this.#isSubmitted) return
    this.#isSubmitted = true
    this.#options.onSubmit(submission)
  }

  async #forward(request: ProxyRequest): Promise<ProxyResponse> {
    const { path, method } = request
    if (!methods.has(method)) {
      const refusal = refuse(
        405,
        'METHOD_NOT_ALLOWED',
        `The method must be one of ${[...methods].join(', ')}, got ${method}.`,
      )
      return { ...refusal, headers: { ...refusal.headers, allow: [...methods].join(', ') } }
    }
    const url = new URL(this.#options.connection.baseUrl + path)
    // Dots in the path would lead to other paths of the service.
    const isDescription = method === 'GET' && path === descriptionPath
    const isWorkstation = this.#workstation.opens(request) || this.#workstation.hasPage(path)
    if (!isDescription && !((isWorkstation || path.startsWith(this.#below)) && url.href.endsWith(path))) {
      return refuse(
        404,
        'RESOURCE_NOT_FOUND',
        `A trial has only ${descriptionPath}, its workstation and the paths below ${this.#below}.`,
      )
    }
    if (this.#options.isBrowsed === true && !isWorkstation && !isDescription) {
      return refuse(404, 'RESOURCE_NOT_FOUND', 'The systems of this trial are reached by its workstation only.')
    }
    const isMcp = path === `${this.#below}mcp`
    const mcp = isMcp && method === 'POST' ? readMcpCall(request.body) : undefined
    // Messages before the list of tools, such as `initialize`, reveal nothing about the task. The description does,
    // because it names the systems.
    if (mcp?.tool !== undefined || !isMcp) this.#options.onConnected()
    const answer = await this.#logged(request, mcp?.tool, () => {
      if (mcp?.refusal !== undefined) return Promise.resolve(json(mcp.isUnreadable ? 400 : 200, mcp.refusal))
      if (mcp?.isSubmission === true) return Promise.resolve(this.#submitByTool(mcp.id, mcp.output))
      if (this.#isSubmitted || this.#isShut) {
        if (mcp === undefined) return Promise.resolve(over())
        // Clients may list tools and close their session after the end.
        if (mcp.tool !== undefined) return Promise.resolve(json(200, toolRefusal(mcp.id, 'CONFLICT', overMessage)))
      }
      return isDescription ? this.#describe(request) : this.#send(request)
    })
    if (mcp?.method === 'tools/list' && answer.status === 200) this.#options.onConnected()
    return answer
  }

  async #send(request: ProxyRequest): Promise<ProxyResponse> {
    const answer = await this.#exchange.send(request)
    const submission = this.#workstation.submissionIn(request, answer)
    if (submission !== undefined) this.#submit(submission)
    return answer
  }

  /** Describes the API of the trial's systems, without the rest of the service. */
  async #describe(request: ProxyRequest): Promise<ProxyResponse> {
    const answer = await this.#exchange.send(request)
    if (answer.status !== 200) return answer
    const { endpoints } = this.#options.taskRun.started
    const document = JSON.parse(Buffer.from(answer.body).toString('utf8')) as JsonValue
    if (!isJsonObject(document)) return answer
    return json(200, describeForAgent(document, Object.keys(isJsonObject(endpoints) ? endpoints : {})))
  }

  #submitByTool(id: JsonValue, output: JsonValue | undefined): ProxyResponse {
    if (this.#isShut && !this.#isSubmitted) return json(200, toolRefusal(id, 'CONFLICT', overMessage))
    this.#submit(output === undefined ? {} : { output })
    return json(200, submitted(id, this.#options.taskRun.taskRunId))
  }

  async #logged(
    request: ProxyRequest,
    tool: string | undefined,
    work: () => Promise<ProxyResponse>,
  ): Promise<ProxyResponse> {
    const number = ++this.#calls
    const at = new Date()
    const began = performance.now()
    const answer = await work()
    this.#options.onCall({
      number,
      at: at.toISOString(),
      ms: Math.round(performance.now() - began),
      method: request.method,
      path: request.path.replace(this.#below, '') + request.search,
      ...(tool === undefined ? {} : { tool }),
      status: answer.status,
      request_bytes: request.body.length,
      response_bytes: answer.body.length,
    })
    return answer
  }
}
