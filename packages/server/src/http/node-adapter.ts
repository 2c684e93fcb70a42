import type { IncomingMessage, Server as PlainServer, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { errorStatus } from '@carebench/protocol'
import type { ServiceRequest, ServiceResponse } from '@carebench/service'
import { discardBody } from './body.js'
import { errorResponse, rawErrorResponse, type ServerErrorCode } from './error-response.js'
import { type FairShare, type Refused, readToken } from './fair-share.js'
import { findFault, isOtherProtocol, parseRefusal, type Refusal } from './malformed-request.js'
import { announcesAtMost, flatHeaders } from './message-headers.js'
import { NodeRequest } from './node-request.js'
import { Pipelines } from './pipelines.js'
import { requestIdFrom } from './request-id.js'
import { loggedError, type RequestLog } from './request-log.js'
import { originForm } from './request-target.js'
import { isLocalName, strictTransport } from './strict-transport.js'
import type { TrustedProxies } from './trusted-proxies.js'

/** Unread bodies of up to this many announced bytes are read so that the connection can be kept. */
const smallBody = 65_536
/** Minimum number of bytes of a long response that a client must read, on average, in each `readMs`. */
const readBytes = 4_194_304
/** Of larger bodies, at most this many bytes are read after the response, so that the client can read it. */
const drainBytes = 67_108_864

/** Options of an adapter. */
export interface AdapterOptions {
  handle(request: ServiceRequest): Promise<ServiceResponse>
  /** Whether requests came over TLS or from a trusted proxy; otherwise, all are rejected with `HTTPS_REQUIRED`. */
  readonly secure: boolean
  readonly keepConnections: boolean
  readonly nextRequestId: () => string
  /** Milliseconds of a monotonic clock, for the log. */
  readonly now: () => number
  readonly readMs: number
  readonly drainMs: number
  /** Shares the server between its callers; undefined: without limits. */
  readonly share: () => FairShare | undefined
  /** The proxies that forward all requests; undefined if clients connect directly. */
  readonly proxies?: () => TrustedProxies | undefined
  readonly log: RequestLog | undefined
}

/**
 * Passes requests of a Node HTTP server to a handler and returns its responses: except for channels, the only place of
 * this package that uses `IncomingMessage`.
 */
export class NodeAdapter {
  /** While true, every new request is answered 503 and its connection closed. */
  closing = false
  readonly #options: AdapterOptions
  readonly #open = new Map<ServerResponse, NodeRequest>()
  readonly #broken = new WeakSet<Duplex>()
  readonly #pipelines = new Pipelines()
  readonly #onClose: (this: ServerResponse) => void
  #onIdle: (() => void) | undefined

  constructor(options: AdapterOptions) {
    this.#options = options
    const close = (response: ServerResponse) => {
      this.#finish(response)
      this.#pipelines.end(response.req.socket)
    }
    this.#onClose = function onClose(this: ServerResponse) {
      close(this)
    }
  }

  /** Answers everything that `server` receives, including invalid requests. */
  attach(server: PlainServer): void {
    server.on('request', (message, response) => this.#receive(message, response, false))
    server.on('checkContinue', (message, response) => this.#receive(message, response, true))
    server.on('checkExpectation', (message, response) => this.#receive(message, response, false))
    server.on('connect', (_message, socket) =>
      this.#refuse(socket, {
        code: this.#options.secure ? 'INVALID_REQUEST' : 'HTTPS_REQUIRED',
        message: 'CONNECT is not supported: this server is not a proxy.',
      }),
    )
    server.on('timeout', (socket) => this.#disconnect(socket))
    server.on('clientError', (error, socket) => this.#onClientError(error, socket))
  }

  /** Resolves as soon as no request is in progress. */
  idle(): Promise<void> {
    if (this.#open.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#onIdle = resolve
    })
  }

  #receive(message: IncomingMessage, response: ServerResponse, expectsContinue: boolean): void {
    // A request that had been read before its connection was closed.
    if (message.socket.destroyed) return
    const target = originForm(message.url ?? '')
    const headers = flatHeaders(message.headers)
    const request = new NodeRequest(
      message.method ?? '',
      target,
      headers,
      this.#options.log === undefined ? 0 : this.#options.now(),
      message,
      expectsContinue ? response : undefined,
      this.#options.proxies?.()?.clientOf(headers),
    )
    this.#open.set(response, request)
    response.on('close', this.#onClose)
    this.#pipelines.add(message.socket, {
      begin: () => void this.#serve(message, response, request, expectsContinue),
      lost: () => this.#finish(response),
    })
  }

  async #serve(
    message: IncomingMessage,
    response: ServerResponse,
    request: NodeRequest,
    expectsContinue: boolean,
  ): Promise<void> {
    let answer = this.#refusal(message, request, expectsContinue) ?? this.#admit(request)
    if (answer === undefined) {
      try {
        answer = this.#held(request, await this.#options.handle(request))
      } catch (cause) {
        answer = this.#internal(request, cause)
      }
    }
    request.handled()
    try {
      this.#send(message, response, request, answer)
    } catch (cause) {
      this.#send(message, response, request, this.#internal(request, cause))
    }
  }

  /** The responses of the server itself, without the service. */
  #refusal(message: IncomingMessage, request: NodeRequest, expectsContinue: boolean): ServiceResponse | undefined {
    if (this.closing) return this.#error(request, 'UNAVAILABLE', 'The server is shutting down. Try again shortly.')
    if (!this.#options.secure) return undefined
    const { forwarded } = request
    if (forwarded !== undefined && 'code' in forwarded) return this.#error(request, forwarded.code, forwarded.message)
    const fault = findFault(message)
    if (fault !== undefined) return this.#error(request, fault.code, fault.message)
    if (!request.target.startsWith('/')) {
      return this.#error(
        request,
        'INVALID_REQUEST',
        'The request target must be a path, for example /benchmarks?limit=20.',
      )
    }
    if (!expectsContinue && message.headers.expect !== undefined) {
      return this.#error(request, 'INVALID_REQUEST', 'The header Expect must be 100-continue.')
    }
    return undefined
  }

  /** Undefined if the request is admitted. */
  #admit(request: NodeRequest): ServiceResponse | undefined {
    const share = this.#options.share()
    if (share === undefined) return undefined
    const admitted = share.admit(readToken(request.headers.authorization), request.client)
    if ('take' in admitted) {
      request.admission = admitted
      return undefined
    }
    if (admitted.caller !== undefined) request.note(admitted.caller)
    return this.#limited(request, admitted)
  }

  /** Returns the response, unless too many bytes for the caller are already waiting to be read. */
  #held(request: NodeRequest, answer: ServiceResponse): ServiceResponse {
    const { admission, method } = request
    if (admission === undefined) return answer
    const { body } = answer
    // What a write has done cannot be taken back, so its response must be sent.
    const refused = admission.hold(typeof body === 'string' ? body.length : (body?.byteLength ?? 0), method !== 'GET')
    return refused === undefined ? answer : this.#limited(request, refused)
  }

  #limited(request: NodeRequest, { message, retryAfter, limit }: Refused): ServiceResponse {
    request.limit = limit
    return this.#error(request, 'RATE_LIMITED', message, retryAfter)
  }

  #send(message: IncomingMessage, response: ServerResponse, request: NodeRequest, answer: ServiceResponse): void {
    if (request.refused) return
    const { body } = answer
    const headers: string[] = []
    for (const name of Object.keys(answer.headers)) headers.push(name, answer.headers[name] ?? '')
    request.status = answer.status
    request.requestId = answer.headers['x-request-id'] ?? ''
    if (request.requestId === '') {
      request.requestId = this.#requestId(request)
      headers.push('x-request-id', request.requestId)
    }
    if (this.#options.secure && !isLocalName(message.headers.host)) headers.push(...strictTransport)
    if (response.destroyed || message.socket.destroyed) {
      this.#finish(response)
      return
    }
    const length = body === null ? 0 : typeof body === 'string' ? Buffer.byteLength(body) : body.byteLength
    const bodiless = answer.status === 204 || answer.status === 304
    if (!bodiless && !(body === null && message.method === 'HEAD')) headers.push('content-length', String(length))
    const unread = !message.complete && request.hasBody
    const drain = unread && (message.headers.expect !== undefined || !announcesAtMost(smallBody, message.headers))
    if (this.closing && this.#open.size === 1) headers.push('connection', 'close')
    else if (drain || !this.#options.keepConnections || answer.status === 503) headers.push('connection', 'close')
    response.writeHead(answer.status, headers)
    const visible = bodiless || message.method === 'HEAD' ? null : body
    request.bytes = visible === null ? 0 : length
    if (drain || (unread && !this.#options.keepConnections)) {
      this.#drain(message, response, request, visible)
    } else if (visible === null) {
      response.end()
    } else {
      response.end(visible)
    }
    if (response.writableFinished) return
    // Node reports a socket without progress, and sets another timeout while it waits for the next request.
    message.socket.setTimeout(this.#options.readMs)
    if (length > smallBody) this.#limitReading(message, response, length)
  }

  /** Disconnects a client that reads a long response so slowly that it would be held for hours. */
  #limitReading({ socket }: IncomingMessage, response: ServerResponse, length: number): void {
    const allowed = this.#options.readMs * (1 + length / readBytes)
    const timer = setTimeout(() => this.#disconnect(socket), allowed)
    response.once('close', () => clearTimeout(timer))
  }

  /** Closes a connection without progress: it is idle, or its client does not read. */
  #disconnect(socket: Duplex): void {
    for (const request of this.#open.values()) if (request.socket === socket) request.unread = true
    socket.destroy()
  }

  /**
   * Sends the whole response, but ends it only after reading the rest of the request: closing at once would reset the
   * connection and discard the response.
   */
  #drain(
    message: IncomingMessage,
    response: ServerResponse,
    request: NodeRequest,
    body: Uint8Array | string | null,
  ): void {
    const end = () => {
      clearTimeout(timer)
      stopReading()
      response.end()
    }
    const timer = setTimeout(end, this.#options.drainMs)
    response.on('error', ignore)
    response.once('close', () => clearTimeout(timer))
    const sent = (error?: Error | null) => {
      request.sent = !error
    }
    // Without a body, the headers are all that is sent.
    if (body === null) {
      response.flushHeaders()
      sent()
    } else response.write(body, sent)
    const stopReading = discardBody(message, drainBytes, end)
  }

  #finish(response: ServerResponse): void {
    const request = this.#open.get(response)
    if (request === undefined) return
    this.#open.delete(response)
    request.closed()
    const { log, now, nextRequestId } = this.#options
    if (log !== undefined) {
      const aborted = (request.unread || !(response.writableFinished || request.sent)) && !request.refused
      const { operation = null, path = null, organizationId, runId, code } = request.facts
      log({
        level: request.cause === undefined || aborted ? 'info' : 'error',
        event: 'request',
        request_id: request.requestId || requestIdFrom(request.headers['x-request-id'], nextRequestId),
        client: request.client,
        method: request.method,
        operation,
        path,
        status: request.status,
        ms: now() - request.started,
        bytes: request.bytes,
        ...(code !== undefined && { code }),
        ...(request.limit !== undefined && { limit: request.limit }),
        ...(organizationId !== undefined && { organization_id: organizationId }),
        ...(runId !== undefined && { run_id: runId }),
        ...(aborted && { aborted: true }),
        ...(request.cause !== undefined && { error: loggedError(request.cause) }),
      })
    }
    if (this.#open.size === 0) this.#onIdle?.()
  }

  #internal(request: NodeRequest, cause: unknown): ServiceResponse {
    request.cause = cause ?? new Error('The service rejected without a reason.')
    return this.#error(request, 'INTERNAL', 'The server failed. Its log has the cause under this request id.')
  }

  #error(request: NodeRequest, code: ServerErrorCode, text: string, retryAfter?: number): ServiceResponse {
    request.note({ code })
    return errorResponse(code, text, this.#requestId(request), retryAfter)
  }

  #requestId({ headers }: NodeRequest): string {
    return requestIdFrom(headers['x-request-id'], this.#options.nextRequestId)
  }

  #onClientError(error: Error & { readonly code?: string }, socket: Duplex): void {
    if (this.#broken.has(socket)) return
    const code = error.code ?? ''
    if (!socket.writable || !(code.startsWith('HPE_') || code.startsWith('ERR_HTTP_'))) {
      socket.destroy()
      return
    }
    this.#broken.add(socket)
    const what = this.#reasonFor(error, code)
    const earlier = [...this.#open].filter(([response]) => response.req.socket === socket)
    const waiting = earlier.filter(([response]) => response.req.complete)
    if (waiting.length > 0) {
      // Requests before the malformed bytes are answered first, so that the client cannot mistake this response for one
      // of theirs.
      const last = waiting.at(-1)?.[0]
      last?.once('close', () => this.#refuse(socket, what))
    } else if (code === 'HPE_INVALID_TRANSFER_ENCODING' && earlier.length > 0 && earlier.every(isAnswered)) {
      // It was already rejected because of its headers; the rest of it cannot be read.
      for (const [response] of earlier) response.end()
    } else if (earlier.some(([response]) => response.headersSent)) {
      socket.destroy()
    } else {
      const halfRead = code === 'HPE_INVALID_EOF_STATE' ? undefined : earlier[0]?.[1]
      if (earlier.length > 0 && halfRead === undefined) socket.destroy()
      else this.#refuse(socket, what, halfRead)
    }
  }

  /**
   * Returns why bytes are rejected. Plain HTTP is rejected as such, whatever else is wrong with it; other protocols are
   * not.
   */
  #reasonFor(error: object, code: string): Refusal {
    const refusal = parseRefusal(code)
    const packet = 'rawPacket' in error ? error.rawPacket : undefined
    if (this.#options.secure || isOtherProtocol(code, packet)) return refusal
    return { code: 'HTTPS_REQUIRED', message: refusal.message }
  }

  /**
   * Answers a connection on which no further request can be parsed; `halfRead` is the malformed request, if it had
   * begun.
   */
  #refuse(socket: Duplex, { code, message }: Refusal, halfRead?: NodeRequest): void {
    if (!socket.writable) {
      socket.destroy()
      return
    }
    const { nextRequestId, drainMs, log } = this.#options
    const requestId = requestIdFrom(halfRead?.headers['x-request-id'], nextRequestId)
    const status = errorStatus[code]
    const peer = socket instanceof Socket ? socket.remoteAddress : undefined
    socket.on('error', ignore)
    socket.end(rawErrorResponse(code, message, requestId))
    const timer = setTimeout(() => socket.destroy(), drainMs)
    socket.once('close', () => clearTimeout(timer))
    socket.resume()
    if (halfRead === undefined) {
      log?.({
        level: 'info',
        event: 'request',
        request_id: requestId,
        // The proxy's headers about the client could not be read.
        client: this.#options.proxies?.() === undefined ? (peer ?? '') : '',
        method: null,
        operation: null,
        path: null,
        status,
        ms: 0,
        bytes: 0,
        code,
      })
    } else {
      halfRead.note({ code })
      halfRead.refused = true
      halfRead.requestId = requestId
      halfRead.status = status
    }
  }
}

function isAnswered([response]: readonly [ServerResponse, NodeRequest]): boolean {
  return response.headersSent
}

function ignore(): void {}
