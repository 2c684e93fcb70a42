import { randomUUID } from 'node:crypto'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { createServer as createNet, type Server as NetServer, type Socket } from 'node:net'
import { type Certificate, createCertificate } from './certificate.js'
import { withDocs } from './docs/docs.js'
import { errorResponse } from './error-response.js'
import { defaultLimits, FairShare, type ServerLimits } from './fair-share.js'
import { splitByFirstByte } from './first-byte.js'
import { ListenError } from './listen-error.js'
import type { Metrics } from './metrics/metrics.js'
import { withMetrics } from './metrics/with-metrics.js'
import { NodeAdapter } from './node-adapter.js'
import type { RequestHandler } from './request-handler.js'
import { requestIdFrom } from './request-id.js'
import type { RequestLog } from './request-log.js'
import { defaultTimeouts, type ServerTimeouts } from './timeouts.js'

export interface ServerOptions {
  readonly service: RequestHandler
  /** The certificate with its chain; by default a self-signed certificate for loopback is created at `listen`. */
  readonly tls?: Certificate
  /** Called with one line per request; by default nothing is logged. */
  readonly log?: RequestLog
  /** Counts each request, and what is printed at `/metrics` with `metricsKey`; by default nothing is counted. */
  readonly metrics?: Metrics
  /** The key with which `GET /metrics` is answered, `Authorization: Bearer …`; by default the path does not exist. */
  readonly metricsKey?: string
  /** Overrides of {@link defaultTimeouts}. */
  readonly timeouts?: Partial<ServerTimeouts>
  /**
   * Limits of rate, concurrency and bytes in flight, which are answered 429 with `retry-after`; overrides of
   * {@link defaultLimits}, or null for none. Default: none on loopback, {@link defaultLimits} on any other host.
   */
  readonly limits?: Partial<ServerLimits> | null
  /** Generates ids for requests that have none and do not reach the service; random UUIDs by default. */
  readonly nextRequestId?: () => string
  /** Milliseconds of a monotonic clock, for durations in the log; `performance.now` by default. */
  readonly now?: () => number
  /** The date from which a self-signed certificate is valid; the system's by default. */
  readonly today?: () => Date
}

export interface ListenOptions {
  /** Default 8443; 0 selects a free one. */
  readonly port?: number
  /** Default `127.0.0.1`. */
  readonly host?: string
}

/** The address of a listening server. */
export interface Listening {
  /** `https://host:port`, without a trailing slash. */
  readonly url: string
  readonly port: number
  /** The certificate that clients must trust: the self-signed one, or the given one. */
  readonly caPem: string
}

export interface CloseOptions {
  /** Time for requests in progress, in milliseconds; default 10,000. Then their connections are closed. */
  readonly graceMs?: number
}

/** A server over HTTPS (Specification 1: plain HTTP is rejected). */
export interface Server {
  /** Starts listening. Rejects with a {@link ListenError}. */
  listen(options?: ListenOptions): Promise<Listening>
  /**
   * Accepts no more connections, lets the requests in progress finish, answers further requests on kept connections 503
   * with `retry-after`, and resolves when every connection is closed. May be called repeatedly, and before `listen`.
   */
  close(options?: CloseOptions): Promise<void>
}

/** Creates an HTTPS server for a service. Nothing is opened before `listen`. */
export function createServer(options: ServerOptions): Server {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const nextRequestId = options.nextRequestId ?? randomUUID
  const { limits } = options
  let share: FairShare | undefined
  const shared = {
    nextRequestId,
    now: options.now ?? (() => performance.now()),
    drainMs: timeouts.drainMs,
    readMs: timeouts.readMs,
    share: () => share,
    log: logOf(options),
  }
  const { metrics, metricsKey } = options
  const documented = withDocs(options.service, nextRequestId)
  const service =
    metrics === undefined || metricsKey === undefined
      ? documented
      : withMetrics(documented, metrics, metricsKey, nextRequestId)
  const secure = new NodeAdapter({
    ...shared,
    secure: true,
    keepConnections: true,
    handle: (request) => service.handle(request),
  })
  const plain = new NodeAdapter({
    ...shared,
    secure: false,
    keepConnections: false,
    handle: async ({ headers }) =>
      errorResponse('HTTPS_REQUIRED', httpsRequired, requestIdFrom(headers['x-request-id'], nextRequestId)),
  })
  const connections = new Set<Socket>()
  let listening: Promise<Front> | undefined
  let closed: Promise<void> | undefined

  async function open(port: number, host: string): Promise<Front> {
    if (limits !== null && (limits !== undefined || !isLoopback(host))) {
      share = new FairShare({ ...defaultLimits, ...limits }, shared.now)
    }
    const certificate =
      options.tls ?? (await createCertificate((options.today ?? systemDate)(), certificateNames(host)))
    const stopInner: (() => void)[] = []
    const front = createFront(certificate, timeouts, secure, plain, connections, stopInner)
    await new Promise<void>((resolve, reject) => {
      front.once('error', (cause) => reject(ListenError.from(cause, host, port)))
      front.listen({ port, host }, resolve)
    })
    const address = front.address()
    const taken = typeof address === 'object' && address !== null ? address.port : port
    return {
      listening: { url: `https://${urlHost(host)}:${taken}`, port: taken, caPem: certificate.cert },
      server: front,
      stopInner,
    }
  }

  async function shutDown(graceMs: number): Promise<void> {
    const front = await listening?.catch(() => undefined)
    if (front === undefined) return
    secure.closing = true
    const ended = new Promise<void>((resolve) => front.server.close(() => resolve()))
    const cut = () => {
      for (const socket of connections) socket.destroy()
    }
    const timer = setTimeout(cut, graceMs)
    await Promise.race([secure.idle().then(() => plain.idle()), ended])
    cut()
    await ended
    clearTimeout(timer)
    for (const stop of front.stopInner) stop()
  }

  return {
    async listen({ port = 8443, host = '127.0.0.1' } = {}) {
      if (listening !== undefined) {
        throw new ListenError(
          'ALREADY_LISTENING',
          'A server can listen only once; create another one with createServer.',
        )
      }
      listening = open(port, host)
      return (await listening).listening
    },
    close({ graceMs = 10_000 } = {}) {
      closed ??= shutDown(graceMs)
      return closed
    },
  }
}

interface Front {
  readonly listening: Listening
  readonly server: NetServer
  readonly stopInner: readonly (() => void)[]
}

const httpsRequired = 'This port requires HTTPS: use https:// instead of http://.'

/** The one listening socket; it passes each connection to the HTTPS or the plain server, neither of which listens. */
function createFront(
  certificate: Certificate,
  timeouts: ServerTimeouts,
  secure: NodeAdapter,
  plain: NodeAdapter,
  connections: Set<Socket>,
  stopInner: (() => void)[],
): NetServer {
  const limits = {
    joinDuplicateHeaders: true,
    // A missing Host is answered by the adapter, with a body.
    requireHostHeader: false,
    maxHeaderSize: 16_384,
    headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.max(50, Math.min(5_000, timeouts.headersMs / 4, timeouts.requestMs / 4)),
  }
  const inner = (() => {
    try {
      return createHttps({ ...limits, ...certificate, handshakeTimeout: timeouts.firstByteMs })
    } catch (cause) {
      const message = 'The certificate or its key is invalid. Both must be PEM and belong together.'
      throw new ListenError('CERTIFICATE_REFUSED', message, { cause })
    }
  })()
  const rejecting = createHttp(limits)
  secure.attach(inner)
  plain.attach(rejecting)
  for (const server of [inner, rejecting]) {
    // Node enforces the timeouts of headers and bodies only after this event, and these servers never listen
    // themselves.
    server.emit('listening')
    stopInner.push(() => server.close())
  }
  const toSecure = (socket: Socket) => inner.emit('connection', socket)
  const toPlain = (socket: Socket) => rejecting.emit('connection', socket)
  return createNet({ noDelay: true }, (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    splitByFirstByte(socket, timeouts.firstByteMs, toSecure, toPlain)
  })
}

/** Logs each request, and counts it. */
function logOf({ log, metrics }: ServerOptions): RequestLog | undefined {
  if (log === undefined || metrics === undefined) return log ?? metrics?.request
  return (line) => {
    metrics.request(line)
    log(line)
  }
}

/** The names of a self-signed certificate: the host, unless it stands for every address. */
function certificateNames(host: string): readonly string[] {
  return host === '0.0.0.0' || host === '::' ? [] : [host]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function systemDate(): Date {
  return new Date()
}
