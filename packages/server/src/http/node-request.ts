import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex, Readable } from 'node:stream'
import { ApiError } from '@carebench/protocol'
import { BodyTooLargeError, type RequestFacts, type ServiceRequest } from '@carebench/service'
import { collectBody } from './body.js'
import type { Admission, LimitName, Refused } from './fair-share.js'
import type { Refusal } from './malformed-request.js'
import { type ForwardedClient, isLoopbackAddress } from './trusted-proxies.js'

/** The part of Node's message that is used. */
interface NodeMessage extends Readable {
  readonly headers: IncomingHttpHeaders
  readonly socket: Socket
}

/** A Node request as a request of the service. */
export class NodeRequest implements ServiceRequest {
  /** Set when the response is known; for the log. */
  requestId = ''
  status: number | null = null
  /** Bytes of the response's body. */
  bytes = 0
  /** Facts that the service determined about the request. */
  readonly facts: RequestFacts = {}
  cause: unknown
  /** The connection has already been answered, because this request was malformed. */
  refused = false
  /** The client did not read the response. */
  unread = false
  /** The whole response has been passed to the connection, although the rest of the request is still read. */
  sent = false
  /** The limit that caused the rejection. */
  limit: LimitName | undefined
  /** Undefined if there are no limits. */
  admission: Admission | undefined
  readonly hasBody: boolean
  /** The address of the client, also once it has disconnected. */
  readonly client: string
  #taken = false
  #leaving: AbortController | undefined
  #isHandled = false
  #isClosed = false

  constructor(
    readonly method: string,
    readonly target: string,
    readonly headers: Readonly<Record<string, string>>,
    readonly started: number,
    private readonly message: NodeMessage,
    /** The response object while the client waits for `100 Continue`. */
    private readonly unconfirmed: Pick<ServerResponse, 'writeContinue'> | undefined,
    /** The client according to the proxy; undefined without a proxy. */
    readonly forwarded: ForwardedClient | Refusal | undefined,
  ) {
    this.hasBody = announcesBody(message)
    this.client = readClient(message, forwarded)
  }

  /** Empty once the peer has disconnected: a request from the network must never look like one from this process. */
  get remoteAddress(): string {
    if (this.message.socket.destroyed) return ''
    // No client behind a proxy has the rights of this machine, whatever address was forwarded.
    return this.forwarded !== undefined && isLoopbackAddress(this.client) ? '' : this.client
  }

  get caller(): string | undefined {
    return this.admission?.caller
  }

  note(facts: RequestFacts): void {
    Object.assign(this.facts, facts)
    if (facts.code === 'UNAUTHORIZED') this.admission?.refuse()
  }

  accept(holder: string | null): void {
    const { organizationId, runId } = this.facts
    const facts = { ...(organizationId !== undefined && { organizationId }), ...(runId !== undefined && { runId }) }
    const refused = this.admission?.accept(holder, facts)
    if (refused !== undefined) throw this.#limited(refused)
  }

  charge(calls: number): void {
    const refused = this.admission?.charge(calls)
    if (refused !== undefined) throw this.#limited(refused)
  }

  /** Call it when the service has answered or failed. */
  handled(): void {
    this.#isHandled = true
    if (this.#isClosed) this.admission?.release()
  }

  /**
   * Call it when the response has been sent, or the connection was lost. The request counts until it is {@link
   * handled}: otherwise a client could have any number of requests in progress by disconnecting from each.
   */
  closed(): void {
    this.#isClosed = true
    if (this.#isHandled) this.admission?.release()
    else this.#leaving?.abort()
  }

  /** Aborted when the connection is closed before the service has answered. */
  get signal(): AbortSignal {
    this.#leaving ??= new AbortController()
    if (this.#isClosed && !this.#isHandled) this.#leaving.abort()
    return this.#leaving.signal
  }

  get socket(): Duplex {
    return this.message.socket
  }

  readBody(limit: number): Promise<Uint8Array> {
    if (this.#taken)
      return Promise.reject(new Error('The body of a request can be read only once; keep the first result.'))
    this.#taken = true
    const { message } = this
    if (!this.hasBody) return Promise.resolve(new Uint8Array())
    const announced = message.headers['content-length']
    if (Number(announced ?? 0) > limit) return Promise.reject(new BodyTooLargeError(limit))
    // A body of unknown length counts with the maximum size.
    const busy = this.admission?.take(announced === undefined ? limit : Number(announced))
    if (busy !== undefined) return Promise.reject(this.#limited(busy))
    this.unconfirmed?.writeContinue()
    return collectBody(message, limit)
  }

  #limited({ message, retryAfter, limit }: Refused): ApiError {
    this.limit = limit
    return new ApiError('RATE_LIMITED', message, { headers: { 'retry-after': String(retryAfter) } })
  }
}

/** Returns the address of the client: the peer's, or the one that the proxy forwarded. */
function readClient(message: NodeMessage, forwarded: ForwardedClient | Refusal | undefined): string {
  if (forwarded !== undefined && 'client' in forwarded) return forwarded.client
  return message.socket.remoteAddress ?? ''
}

function announcesBody(message: NodeMessage): boolean {
  const { headers } = message
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}
