import { randomUUID } from 'node:crypto'
import { createServer as createHttp, type Server as PlainServer } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import { createServer as createNet, type Server as NetServer, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { type Certificate, createCertificate } from './certificate.js'
import type { DashboardOptions } from './dashboard/dashboard.js'
import { withDocs } from './docs/docs.js'
import { errorResponse } from './http/error-response.js'
import { defaultLimits, FairShare, type ServerLimits } from './http/fair-share.js'
import { splitByFirstByte } from './http/first-byte.js'
import { ListenError } from './http/listen-error.js'
import { NodeAdapter } from './http/node-adapter.js'
import type { RequestHandler } from './http/request-handler.js'
import { requestIdFrom } from './http/request-id.js'
import type { RequestLog } from './http/request-log.js'
import { defaultTimeouts, type ServerTimeouts } from './http/timeouts.js'
import { TrustedProxies } from './http/trusted-proxies.js'
import type { Metrics } from './metrics/metrics.js'
import { withMetrics } from './metrics/with-metrics.js'
import { withDashboard } from './with-dashboard.js'

export interface ServerOptions {
  readonly service: RequestHandler
  /** The certificate with its chain; by default a self-signed certificate for loopback is created at `listen`. */
  readonly tls?: Certificate
  /**
   * Serves plain HTTP to the TLS proxies in these ranges, each `loopback`, an address, or a range such as `10.0.0.0/8`,
   * and refuses all other peers. The proxy must set `X-Forwarded-Proto`; what did not come over `https` is refused. The
   * address of a client is the last in `X-Forwarded-For` that is not a proxy, and never counts as that of this machine.
   * Default: HTTPS, without a proxy.
   */
  readonly trustProxy?: readonly string[]
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
   * {@link defaultLimits}, or null for none. Default: none on loopback without a proxy, else {@link defaultLimits}.
   */
  readonly limits?: Partial<ServerLimits> | null
  /**
   * The dashboard at `/dashboard`, where people sign in with a key; null for none. Processes that serve one address must share its
   * `secrets`. Default: one with random secrets, so that everybody signs in again when the process ends, and with the systems and the
   * verifier of the service.
   */
  readonly dashboard?: Pick<DashboardOptions, 'secrets' | 'systems' | 'verifier'> | null
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
  /** `https://host:port`, without a trailing slash; `http://` if it serves a proxy. */
  readonly url: string
  readonly port: number
  /** The certificate that clients must trust: the self-signed one, or the given one; empty if the server has none. */
  readonly caPem: string
  /** The limits of each caller; null for none. */
  readonly limits: ServerLimits | null
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
   * Uses another certificate for new connections; those that are open go on with theirs. Throws a {@link ListenError}
   * `CERTIFICATE_REFUSED`, and keeps the one in use, if it is invalid, or if the server has none.
   */
  replaceCertificate(tls: Certificate): void
  /**
   * Accepts no more connections, lets the requests in progress finish, answers further requests on kept connections 503
   * with `retry-after`, and resolves when every connection is closed. May be called repeatedly, and before `listen`.
   */
  close(options?: CloseOptions): Promise<void>
}

/** Connections that wait to be accepted: many clients may start at once. The system has a limit of its own. */
const backlog = 4096

/** Creates an HTTPS server for a service. Nothing is opened before `listen`. */
export function createServer(options: ServerOptions): Server {
  const timeouts = { ...defaultTimeouts, ...options.timeouts }
  const nextRequestId = options.nextRequestId ?? randomUUID
  const { limits } = options
  let share: FairShare | undefined
  let proxies: TrustedProxies | undefined
  let https: HttpsServer | undefined
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
  const { dashboard = {} } = options
  const shown =
    dashboard === null
      ? documented
      : withDashboard(documented, { ...ofService(options.service), ...dashboard }, nextRequestId)
  const service =
    metrics === undefined || metricsKey === undefined ? shown : withMetrics(shown, metrics, metricsKey, nextRequestId)
  const secure = new NodeAdapter({
    ...shared,
    secure: true,
    keepConnections: true,
    proxies: () => proxies,
    handle: (request) => service.handle(request),
  })
  const plain = new NodeAdapter({
    ...shared,
    secure: false,
    keepConnections: false,
    handle: async (request) => {
      request.note?.({ code: 'HTTPS_REQUIRED' })
      const message = proxies === undefined ? httpsRequired : proxyRequired
      return errorResponse('HTTPS_REQUIRED', message, requestIdFrom(request.headers['x-request-id'], nextRequestId))
    },
  })
  const connections = new Set<Socket>()
  let listening: Promise<Front> | undefined
  let closed: Promise<void> | undefined

  function createTls(certificate: Certificate): HttpsServer {
    const handshakeTimeout = timeouts.firstByteMs
    assertUsable(certificate)
    https = createHttps({ ...httpOptions(timeouts), ...certificate, handshakeTimeout })
    return https
  }

  async function open(port: number, host: string): Promise<Front> {
    const { tls, trustProxy } = options
    proxies = trustProxy === undefined ? undefined : TrustedProxies.from(trustProxy)
    if (proxies !== undefined && tls !== undefined) {
      const message = 'A server behind a proxy has no certificate: give either tls or trustProxy.'
      throw new ListenError('PROXY_REFUSED', message)
    }
    const isLimited = limits !== null && (limits !== undefined || !isLoopback(host) || proxies !== undefined)
    const limitsInForce = isLimited ? { ...defaultLimits, ...limits } : null
    if (limitsInForce !== null) share = new FairShare(limitsInForce, shared.now)
    const certificate =
      proxies === undefined
        ? (tls ?? (await createCertificate((options.today ?? systemDate)(), certificateNames(host))))
        : undefined
    const stopInner: (() => void)[] = []
    const server = certificate === undefined ? createHttp(httpOptions(timeouts)) : createTls(certificate)
    const front = createFront({ server, secure, plain, proxies, timeouts }, connections, stopInner)
    await new Promise<void>((resolve, reject) => {
      front.once('error', (cause) => reject(ListenError.from(cause, host, port)))
      front.listen({ port, host, backlog }, resolve)
    })
    const address = front.address()
    const taken = typeof address === 'object' && address !== null ? address.port : port
    return {
      listening: {
        url: `${certificate === undefined ? 'http' : 'https'}://${urlHost(host)}:${taken}`,
        port: taken,
        caPem: certificate?.cert ?? '',
        limits: limitsInForce,
      },
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
    replaceCertificate({ cert, key }) {
      if (https === undefined) {
        throw new ListenError(
          'CERTIFICATE_REFUSED',
          'The server has no certificate: it does not listen, or serves a proxy.',
        )
      }
      assertUsable({ cert, key })
      https.setSecureContext({ cert, key })
    },
    close({ graceMs = 10_000 } = {}) {
      closed ??= shutDown(graceMs)
      return closed
    },
  }
}

/** What the dashboard reads records and playgrounds with. */
function ofService({
  systems,
  verifier,
  endedSessions,
}: RequestHandler): Pick<DashboardOptions, 'systems' | 'verifier' | 'endedSessions'> {
  return { ...(systems && { systems }), ...(verifier && { verifier }), ...(endedSessions && { endedSessions }) }
}

interface Front {
  readonly listening: Listening
  readonly server: NetServer
  readonly stopInner: readonly (() => void)[]
}

const httpsRequired = 'This port requires HTTPS: use https:// instead of http://.'

const proxyRequired = 'This port is for the TLS proxy of this service: use https:// and the address of the proxy.'

/** The options of every HTTP server here. */
function httpOptions(timeouts: ServerTimeouts) {
  return {
    joinDuplicateHeaders: true,
    // A missing Host is answered by the adapter, with a body.
    requireHostHeader: false,
    maxHeaderSize: 16_384,
    headersTimeout: Math.min(timeouts.headersMs, timeouts.requestMs),
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: Math.max(50, Math.min(5_000, timeouts.headersMs / 4, timeouts.requestMs / 4)),
  }
}

/** Throws a {@link ListenError} unless TLS can use the certificate. */
function assertUsable({ cert, key }: Certificate): void {
  const message = 'The certificate or its key is invalid. Both must be PEM and belong together.'
  // Node takes an empty one for none, as in a file that is just being written.
  if (cert.trim() === '' || key.trim() === '') throw new ListenError('CERTIFICATE_REFUSED', message)
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    throw new ListenError('CERTIFICATE_REFUSED', message, { cause })
  }
}

/** What the connections of a server are passed to. */
interface Inner {
  /** The server of HTTPS or, behind a proxy, of what the proxy forwards. */
  readonly server: PlainServer
  readonly secure: NodeAdapter
  readonly plain: NodeAdapter
  /** Undefined if clients connect themselves. */
  readonly proxies: TrustedProxies | undefined
  readonly timeouts: ServerTimeouts
}

/**
 * The one listening socket; it passes each connection to the secure or to the refusing server, neither of which listens.
 */
function createFront(inner: Inner, connections: Set<Socket>, stopInner: (() => void)[]): NetServer {
  const { proxies, timeouts } = inner
  const refusing = createHttp(httpOptions(timeouts))
  inner.secure.attach(inner.server)
  inner.plain.attach(refusing)
  for (const server of [inner.server, refusing]) {
    // Node enforces the timeouts of headers and bodies only after this event, and these servers never listen
    // themselves.
    server.emit('listening')
    stopInner.push(() => server.close())
  }
  const toSecure = (socket: Socket) => inner.server.emit('connection', socket)
  const toRefusing = (socket: Socket) => refusing.emit('connection', socket)
  return createNet({ noDelay: true }, (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
    const isProxy = proxies?.trusts(socket.remoteAddress)
    const [onTls, onPlain] =
      isProxy === undefined ? [toSecure, toRefusing] : [toRefusing, isProxy ? toSecure : toRefusing]
    splitByFirstByte(socket, timeouts.firstByteMs, onTls, onPlain)
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
