import { iterateItems, type Walk } from '@carebench/pagination'
import type { JsonValue } from '@carebench/protocol'
import { type Answer, isJson, readServiceError, unexpectedAnswer } from '../http/answer.js'
import { queryString } from '../http/request-path.js'
import { type CallOptions, callName, type Transport } from '../http/transport.js'
import { SimulatedSystemError } from './simulated-system-error.js'

/** The address of a simulated system, and its media type. */
export interface SimulatedSystemAddress {
  /** The path of its group, without a trailing slash. */
  readonly base: string
  /** Null if the path identifies the system. */
  readonly taskRunId: string | null
  /** The media type of bodies, unless the headers of a call name another. */
  readonly mediaType: string
}

/** One group of the simulated systems of a started task run, or of a sandbox, for calls of any kind. */
export class SimulatedSystem {
  readonly #transport: Transport
  readonly #address: SimulatedSystemAddress

  constructor(transport: Transport, address: SimulatedSystemAddress) {
    this.#transport = transport
    this.#address = address
  }

  /**
   * Makes any call; `path` is below the group and may have a query. The body is sent as JSON; a string is sent
   * unchanged if the media type (the group's, or a `content-type` among the headers) is not JSON. Returns the payload:
   * JSON if the response says so, else a string, undefined if empty. Throws a SimulatedSystemError if the simulated
   * system rejects the call, an ApiError if the service does, a ClientError if there is no usable response.
   */
  async request(method: string, path: string, body?: JsonValue, options?: CallOptions): Promise<unknown> {
    const { mediaType } = this.#address
    const text = serialize(body, findContentType(options) ?? mediaType)
    const answer = await this.#send(method, path, { mediaType, body: text }, options)
    return answer.body
  }

  /**
   * Sends bytes, or none, and returns bytes with their media type (null if the response names none). Throws as
   * `request` does.
   */
  async transfer(
    method: string,
    path: string,
    content?: { readonly bytes: Uint8Array; readonly mediaType: string },
    options?: CallOptions,
  ): Promise<{ readonly bytes: Uint8Array; readonly mediaType: string | null }> {
    const body = content === undefined ? undefined : new Uint8Array(content.bytes)
    const parts = { mediaType: content?.mediaType ?? '*/*', body, asBytes: true }
    const answer = await this.#send(method, path, parts, options)
    const bytes = answer.body instanceof Uint8Array ? answer.body : new Uint8Array()
    return { bytes, mediaType: answer.headers.get('content-type') }
  }

  /**
   * Iterates over the items of a list of the group, with one request per page; each iteration starts again. Throws as
   * `request` does, and a PageError for a page whose cursor cannot be followed.
   */
  list<Item>(
    path: string,
    query: Readonly<Record<string, string | number | undefined>> = {},
    options?: CallOptions,
  ): Walk<Item> {
    return iterateItems<Item>(async (cursor) => {
      const page = await this.request('GET', `${path}${queryString({ ...query, cursor })}`, undefined, options)
      // The iterator rejects anything that is not a page.
      return page as { readonly data: readonly Item[] }
    })
  }

  async #send(
    method: string,
    path: string,
    { mediaType, body, asBytes = false }: Parts,
    options: CallOptions | undefined,
  ): Promise<Answer> {
    const { base, taskRunId } = this.#address
    const below = path.replace(/^\/+/, '')
    const request = {
      method,
      path: below === '' || below.startsWith('?') ? `${base}${below}` : `${base}/${below}`,
      defaults: {
        accept: asBytes ? '*/*' : mediaType,
        ...(body === undefined ? {} : { 'content-type': mediaType }),
      },
      headers: taskRunId === null ? {} : { 'task-run-id': taskRunId },
      body,
      idempotent: method === 'GET' || method === 'HEAD',
      asBytes,
    }
    const answer = await this.#transport.send(request, options)
    if (answer.status >= 200 && answer.status < 300) return answer
    if (answer.status < 400) throw unexpectedAnswer(callName(request), answer)
    const refusal = readServiceError(answer)
    if (refusal !== null) throw refusal
    throw new SimulatedSystemError({
      method,
      path: request.path,
      status: answer.status,
      body: answer.body,
      requestId: answer.headers.get('x-request-id') ?? undefined,
    })
  }
}

interface Parts {
  readonly mediaType: string
  readonly body: string | Uint8Array<ArrayBuffer> | undefined
  readonly asBytes?: boolean
}

function findContentType(options: CallOptions | undefined): string | undefined {
  return Object.entries(options?.headers ?? {}).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
}

function serialize(body: JsonValue | undefined, mediaType: string): string | undefined {
  return typeof body === 'string' && !isJson(mediaType) ? body : JSON.stringify(body)
}
