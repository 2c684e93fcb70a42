import { createServer as createHttp, type Server as PlainServer } from 'node:http'
import { createServer as createHttps, type Server as HttpsServer } from 'node:https'
import { createServer as createNet, type Server as NetServer, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { errorResponse } from './error-response.js'
import { defaultLimits, FairShare, type ServerLimits } from './fair-share.js'
import { splitByFirstByte } from './first-byte.js'
import { ListenError } from './listen-error.js'
import { NodeAdapter } from './node-adapter.js'
import type { RequestHandler } from './request-handler.js'
import { requestIdFrom } from './request-id.js'
import type { RequestLog } from './request-log.js'
import { defaultTimeouts, type ServerTimeouts } from './timeouts.js'
import { TrustedProxies } from './trusted-proxies.js'

/** Where a server listens. */
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

/** How a server closes. */
export interface CloseOptions {
  /** Time for requests in progress, in milliseconds; default 10,000. Then their connections are closed. */
  readonly graceMs?: number
}

/** A server over HTTPS (Specification 1: plain HTTP is rejected). */
export interface Server {
  /** Starts listening. Rejects with a {@link ListenError}. */
  listen(options?: ListenOptions): Promise<Listening>
  /**
   * Uses another certificate for new connections; open connections keep theirs. Throws a {@link ListenError}
   * `CERTIFICATE_REFUSED`, and keeps the current certificate, if the new one is invalid or the server has none.
   */
  replaceCertificate(tls: Certificate): void
  /**
   * Accepts no more connections, lets the requests in progress finish, answers further requests on kept connections 503
   * with `retry-after`, and resolves when every connection is closed. May be called repeatedly, and before `listen`.
   */
  close(options?: CloseOptions): Promise<void>
}

/** A certificate with its private key, both PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** The handler of a server, and its connection settings. */
export interface SecureServerOptions {
  readonly handle: RequestHandler['handle']
  readonly nextRequestId: () => string
  readonly log: RequestLog | undefined
  readonly tls?: Certificate
  readonly trustProxy?: readonly string[]
  readonly timeouts?: Partial<ServerTimeouts>
  readonly limits?: Partial<ServerLimits> | null
  readonly now?: () => number
  /** Creates a self-signed certificate for a host. */
  readonly selfSigned: (host: string) => Promise<Certificate>
}

/**
 * Maximum number of connections waiting to be accepted, because many clients may start at once. The operating system
 * has its own limit.
 */
const backlog = 4096

const httpsRequired = 'This port requires HTTPS: use https:// instead of http://.'

const proxyRequired = 'This port is for the TLS proxy of this service: use https:// and the address of the proxy.'

interface Front {
  readonly listening: Listening
  readonly server: NetServer
  readonly stopInner: readonly (() => void)[]
}

/** Serves a handler over HTTPS; nothing is opened before `listen`. */
export class SecureServer implements Server {
  readonly #options: SecureServerOptions
  readonly #timeouts: ServerTimeouts
  readonly #secure: NodeAdapter
  readonly #plain: NodeAdapter
  readonly #connections = new Set<Socket>()
  readonly #now: () => number
  #share: FairShare | undefined
  #proxies: TrustedProxies | undefined
  #https: HttpsServer | undefined
  #listening: Promise<Front> | undefined
  #closed: Promise<void> | undefined

  constructor(options: SecureServerOptions) {
    this.#options = options
    this.#timeouts = { ...defaultTimeouts, ...options.timeouts }
    this.#now = options.now ?? (() => performance.now())
    const { nextRequestId, handle } = options
    const shared = {
      nextRequestId,
      now: this.#now,
      drainMs: this.#timeouts.drainMs,
      readMs: this.#timeouts.readMs,
      share: () => this.#share,
      log: options.log,
    }
    this.#secure = new NodeAdapter({
      ...shared,
      secure: true,
      keepConnections: true,
      proxies: () => this.#proxies,
      handle,
    })
    this.#plain = new NodeAdapter({
      ...shared,
      secure: false,
      keepConnections: false,
      handle: async (request) => {
        request.note?.({ code: 'HTTPS_REQUIRED' })
        const message = this.#proxies === undefined ? httpsRequired : proxyRequired
        return errorResponse('HTTPS_REQUIRED', message, requestIdFrom(request.headers['x-request-id'], nextRequestId))
      },
    })
  }

  async listen({ port = 8443, host = '127.0.0.1' }: ListenOptions = {}): Promise<Listening> {
    if (this.#listening !== undefined) {
      throw new ListenError('ALREADY_LISTENING', 'A server can listen only once; create another one with createServer.')
    }
    this.#listening = this.#open(port, host)
    return (await this.#listening).listening
  }

  replaceCertificate({ cert, key }: Certificate): void {
    if (this.#https === undefined) {
      throw new ListenError(
        'CERTIFICATE_REFUSED',
        'The server has no certificate: it does not listen, or serves a proxy.',
      )
    }
    assertUsable({ cert, key })
    this.#https.setSecureContext({ cert, key })
  }

  close({ graceMs = 10_000 }: CloseOptions = {}): Promise<void> {
    this.#closed ??= this.#shutDown(graceMs)
    return this.#closed
  }

  async #open(port: number, host: string): Promise<Front> {
    const { tls, trustProxy } = this.#options
    this.#proxies = trustProxy === undefined ? undefined : TrustedProxies.from(trustProxy)
    if (this.#proxies !== undefined && tls !== undefined) {
      const message = 'A server behind a proxy has no certificate: give either tls or trustProxy.'
      throw new ListenError('PROXY_REFUSED', message)
    }
    const limits = this.#limitsAt(host)
    if (limits !== null) this.#share = new FairShare(limits, this.#now)
    const certificate = this.#proxies === undefined ? (tls ?? (await this.#options.selfSigned(host))) : undefined
    const stopInner: (() => void)[] = []
    const inner = certificate === undefined ? createHttp(httpOptions(this.#timeouts)) : this.#createTls(certificate)
    const parts = { secure: this.#secure, plain: this.#plain, proxies: this.#proxies, timeouts: this.#timeouts }
    const server = createFront({ server: inner, ...parts }, this.#connections, stopInner)
    await new Promise<void>((resolve, reject) => {
      server.once('error', (cause) => reject(ListenError.from(cause, host, port)))
      server.listen({ port, host, backlog }, resolve)
    })
    const address = server.address()
    const taken = typeof address === 'object' && address !== null ? address.port : port
    const url = `${certificate === undefined ? 'http' : 'https'}://${urlHost(host)}:${taken}`
    return { listening: { url, port: taken, caPem: certificate?.cert ?? '', limits }, server, stopInner }
  }

  #limitsAt(host: string): ServerLimits | null {
    const { limits } = this.#options
    if (limits === null) return null
    const isLimited = limits !== undefined || !isLoopback(host) || this.#proxies !== undefined
    return isLimited ? { ...defaultLimits, ...limits } : null
  }

  #createTls(certificate: Certificate): HttpsServer {
    assertUsable(certificate)
    const handshakeTimeout = this.#timeouts.firstByteMs
    this.#https = createHttps({ ...httpOptions(this.#timeouts), ...certificate, handshakeTimeout })
    return this.#https
  }

  async #shutDown(graceMs: number): Promise<void> {
    const front = await this.#listening?.catch(() => undefined)
    if (front === undefined) return
    this.#secure.closing = true
    const ended = new Promise<void>((resolve) => front.server.close(() => resolve()))
    const cut = () => {
      for (const socket of this.#connections) socket.destroy()
    }
    const timer = setTimeout(cut, graceMs)
    await Promise.race([this.#secure.idle().then(() => this.#plain.idle()), ended])
    cut()
    await ended
    clearTimeout(timer)
    for (const stop of front.stopInner) stop()
  }
}

/** Returns the options of every HTTP server here. */
function httpOptions(timeouts: ServerTimeouts) {
  return {
    joinDuplicateHeaders: true,
    // The adapter answers requests without Host, with a body.
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
  // Node treats an empty certificate as none; a file that is being written may be empty.
  if (cert.trim() === '' || key.trim() === '') throw new ListenError('CERTIFICATE_REFUSED', message)
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    throw new ListenError('CERTIFICATE_REFUSED', message, { cause })
  }
}

/** The server that connections are passed to. */
interface Inner {
  /** The HTTPS server or, behind a proxy, the server for forwarded requests. */
  readonly server: PlainServer
  readonly secure: NodeAdapter
  readonly plain: NodeAdapter
  /** Undefined if clients connect directly. */
  readonly proxies: TrustedProxies | undefined
  readonly timeouts: ServerTimeouts
}

/**
 * Creates the only listening socket. It passes each connection to the secure or to the rejecting server, neither of
 * which listens.
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

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
