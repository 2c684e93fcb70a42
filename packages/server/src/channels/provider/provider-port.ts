import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { isIPv6, type Socket } from 'node:net'
import { ApiError } from '@carebench/protocol'
import { BodyTooLargeError, type WiredSandbox } from '@carebench/service'
import { collectBody } from '../../http/body.js'
import { equalSecrets } from '../../http/equal-secrets.js'
import { Admission } from '../admission.js'
import { AdmittedSockets } from '../admitted-sockets.js'
import { makeCalls } from '../agent-calls.js'
import { FailedLogins } from '../failed-logins.js'
import type { ChannelPlace, OpenChannel, SharedOptions } from '../open-channel.js'
import { Pace } from '../pace.js'
import type { ProviderAccount, ProviderAnswer, ProviderApi } from './provider-api.js'

export interface ProviderPortOptions extends SharedOptions {
  readonly tls: { readonly cert: string; readonly key: string } | undefined
}

/** The port for the APIs of all providers in a process. */
export interface ProviderPort {
  /** Grants access to the agent of a sandbox. */
  open(sandbox: WiredSandbox, place: Pick<ChannelPlace, 'group' | 'holding'>, api: ProviderApi): OpenChannel
  close(): Promise<void>
}

interface KnownAccount extends ProviderAccount {
  readonly api: ProviderApi
  readonly username: string
  readonly password: string
  /** The open connections that have sent its credentials. */
  readonly sockets: Set<Socket>
}

/** Maximum size of the headers of a request in bytes. */
const maxHeadBytes = 16_384
/** Maximum number of pipelined requests of a connection. */
const maxQueued = 32

/**
 * Opens the port for the APIs of providers: one HTTP server that distinguishes the APIs by path and the sandboxes by
 * credentials. Undefined if no port is free.
 */
export async function openProviderPort(
  apis: readonly ProviderApi[],
  options: ProviderPortOptions,
): Promise<ProviderPort | undefined> {
  const { service, ports, tls, limits } = options
  const admission = new Admission(limits)
  const sockets = new AdmittedSockets((...of) => admission.admit(...of))
  const failures = new FailedLogins(limits.failedLogins, options.now)
  const accounts = new Map<string, KnownAccount>()

  const answer = async (request: IncomingMessage): Promise<ProviderAnswer> => {
    const target = request.url ?? ''
    const end = target.indexOf('?')
    const path = end < 0 ? target : target.slice(0, end)
    const api = apis.find(({ prefix }) => path.startsWith(prefix))
    if (api === undefined) return nothingHere(apis)
    const address = request.socket.remoteAddress ?? ''
    const { authorization } = request.headers
    const given = authorization === undefined ? undefined : api.credentialsOf(authorization)
    const account = given && findAccount(accounts, api, given.name)
    if (account !== undefined && failures.isBarred(address, account.sandboxId)) {
      return api.refuse('rate-limited', 'Too many requests with wrong credentials.')
    }
    if (account === undefined || !equalSecrets(account.password, given?.secret ?? '')) {
      if (authorization !== undefined) failures.add(address, account?.sandboxId)
      return api.refuse('unauthorized', 'The credentials of the sandbox are missing or wrong.')
    }
    if (!joinAccount(account, request.socket, limits.connectionsOfSandbox)) {
      return api.refuse('rate-limited', `The sandbox has ${limits.connectionsOfSandbox} connections already.`)
    }
    sockets.prove(request.socket)
    const body = await readBody(request, limits.messageBytes)
    if (typeof body === 'string') return api.refuse('too-large', body)
    const method = request.method === 'HEAD' ? 'GET' : (request.method ?? '')
    const query = new URLSearchParams(end < 0 ? '' : target.slice(end))
    const contentType = request.headers['content-type'] ?? ''
    return api.answer({ method, path, query, contentType, body }, account)
  }
  const queues = new WeakMap<Socket, RequestQueue>()
  const listener: RequestListener = (request, response) => {
    const { socket } = request
    const queue = queues.get(socket) ?? new RequestQueue()
    queues.set(socket, queue)
    if (queue.length >= maxQueued) {
      socket.destroy()
      return
    }
    queue.add(async () => {
      if (socket.destroyed) return
      // If a body breaks off, its sender has gone, so there is no one to respond to.
      const given = await answer(request).catch(() => undefined)
      if (given === undefined) socket.destroy()
      else await write(given, request, response, limits.readMs)
    })
  }
  const settings = {
    maxHeaderSize: maxHeadBytes,
    headersTimeout: Math.min(limits.loginMs, limits.stallMs),
    requestTimeout: limits.stallMs,
    keepAliveTimeout: Math.min(limits.idleMs, 60_000),
    connectionsCheckingInterval: Math.min(limits.stallMs, limits.loginMs, 5_000),
  }
  const server =
    tls === undefined
      ? createServer(settings, listener)
      : createHttpsServer({ ...settings, ...tls, handshakeTimeout: limits.loginMs }, listener)
  // For peers that do not read their response.
  server.timeout = limits.readMs
  server.prependListener('connection', (socket: Socket) => sockets.take(socket))
  const port = await ports.listen(server)
  if (port === undefined) return undefined
  const host = isIPv6(options.host) ? `[${options.host}]` : options.host
  const root = `${tls === undefined ? 'http' : 'https'}://${host}:${port}`

  return {
    open(sandbox, { group, holding }, api) {
      const { username, password } = sandbox.credentials
      const name = accountName(sandbox.id)
      const call = makeCalls(service, sandbox, group, {
        pace: new Pace(limits.callsPerSecond, limits.callBurst),
        holding,
      })
      const url = root + api.base
      accounts.set(sandbox.id, { sandboxId: sandbox.id, name, url, call, api, username, password, sockets: new Set() })
      const shownCredentials = api.credentialsFor(name, password)
      return {
        wire: { kind: api.kind, host: options.host, port, tls: tls !== undefined, url, ...shownCredentials },
        async close() {
          accounts.delete(sandbox.id)
        },
      }
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      sockets.cutOffAll()
      await closed
      ports.release(port)
    },
  }
}

/**
 * Handles the requests of one connection one after another: the next is read once the peer has taken the previous
 * response, so that a connection holds only one body and one response.
 */
class RequestQueue {
  #last: Promise<void> = Promise.resolve()
  #length = 0

  /** Requests that are not answered yet. */
  get length(): number {
    return this.#length
  }

  /** @param work - must not reject */
  add(work: () => Promise<void>): void {
    this.#length++
    this.#last = this.#last.then(work).then(() => {
      this.#length--
    })
  }
}

/** Derives 32 hexadecimal digits from the id of a sandbox; they are not a secret. */
function accountName(sandboxId: string): string {
  return createHash('sha256').update(`face account ${sandboxId}`).digest('hex').slice(0, 32)
}

function findAccount(
  accounts: ReadonlyMap<string, KnownAccount>,
  api: ProviderApi,
  name: string,
): KnownAccount | undefined {
  for (const account of accounts.values()) {
    if (account.api === api && (account.name === name || account.username === name)) return account
  }
  return undefined
}

/** Returns whether a connection is one of an account's, or becomes one: an account has at most this many. */
function joinAccount({ sockets }: KnownAccount, socket: Socket, maxSockets: number): boolean {
  if (sockets.has(socket)) return true
  if (sockets.size >= maxSockets) return false
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
  return true
}

function nothingHere(apis: readonly ProviderApi[]): ProviderAnswer {
  const message = `Nothing is here. Paths begin with ${apis.map(({ prefix }) => prefix).join(' or ')}.`
  return { status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND', message } } }
}

/** Reads a body; returns the reason as soon as it has too many bytes or chunks. Rejects if it breaks off. */
async function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array<ArrayBuffer> | string> {
  try {
    return new Uint8Array(await collectBody(request, limit))
  } catch (error) {
    if (error instanceof BodyTooLargeError) return `The body has more than ${limit} bytes.`
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Resolves once the peer has taken the response; cuts off a peer that does not do so within `readMs`. */
async function write(
  { status, headers = {}, body }: ProviderAnswer,
  request: IncomingMessage,
  response: ServerResponse,
  readMs: number,
): Promise<void> {
  const bytes = body === null ? '' : body instanceof Uint8Array ? body : JSON.stringify(body)
  const taken = new Promise<void>((resolve) => {
    const timer = setTimeout(() => request.socket.destroy(), readMs)
    const end = () => {
      clearTimeout(timer)
      resolve()
    }
    response.on('finish', end).on('close', end)
  })
  response.writeHead(status, {
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    ...(bytes !== '' && !(body instanceof Uint8Array) && { 'content-type': 'application/json' }),
    'content-length': Buffer.byteLength(bytes),
    // The rest of a request that was rejected early is not read.
    ...(!request.complete && { connection: 'close' }),
    ...headers,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
  await taken
}
