import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { boundBody } from '../../bounded-body.js'
import type { Dialect, OwnMessage } from './dialect.js'
import { dialects } from './dialects.js'
import { type Exchange, exchanges, placeholderFor } from './exchange.js'
import { objectIn, objectsIn, parseObject, textIn } from './json.js'
import { patientFetch } from './patient-fetch.js'
import { readEvents } from './server-sent-events.js'

/** Limits of one response: an endless one would fill the memory of all trials. */
export interface AnswerLimits {
  /** Maximum size. Default 128 MiB: about 400,000 tokens, since each is streamed in an event of its own. */
  readonly bytes: number
  /** Maximum number of events, because an event takes more memory than its bytes. Default 1,000,000. */
  readonly events: number
}

const defaultLimits: AnswerLimits = { bytes: 128 * 1024 * 1024, events: 1_000_000 }

/** The message of servers that do not support streaming. */
const refusesStream = /stream/i

/**
 * Returns a `fetch` for a provider package that requests whole responses. Each response is streamed, so that a long one
 * keeps its connection; the provider's messages are sent back unchanged; and an error within a stream becomes the error
 * response that it would have been at the start. Other requests pass unchanged.
 */
export function createWireFetch(
  fetchUnbounded: typeof globalThis.fetch = patientFetch,
  limits: AnswerLimits = defaultLimits,
): typeof globalThis.fetch {
  const fetch: typeof globalThis.fetch = async (input, init) =>
    boundBody(await fetchAtHost(fetchUnbounded, input, init), limits.bytes, 'provider')
  let streams = true
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input)
    const dialect = dialects.find(({ path }) => path.test(url.pathname))
    const body = typeof init?.body === 'string' ? parseObject(init.body) : undefined
    const exchange = exchanges.getStore()
    if (exchange?.onRequest !== undefined) {
      exchange.onRequest(body ?? {})
      throw new TypeError('The request is only read, and not sent.')
    }
    if (dialect === undefined || body === undefined || body.stream === true) return fetch(input, init)
    const whole = { url, body: placeOwn(dialect, body, exchange?.own ?? []) }
    const send = (request: typeof whole) => fetch(request.url, { ...init, body: JSON.stringify(request.body) })
    let response = await send(streams ? dialect.stream(whole) : whole)
    if (streams && [400, 404, 405, 422, 501].includes(response.status)) {
      const text = await response.clone().text()
      if (refusesStream.test(text)) {
        streams = false
        response = await send(whole)
      }
    }
    return response.ok ? readWhole(dialect, response, { exchange, limits }) : response
  }
}

/** Maximum number of redirects on the same host. */
const maxRedirects = 5

/**
 * Follows redirects only on the same host: for other hosts, `fetch` removes `Authorization`, but not the other headers
 * in which providers get keys.
 */
async function fetchAtHost(
  fetch: typeof globalThis.fetch,
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<Response> {
  let url = new URL(input instanceof Request ? input.url : input)
  let response = await fetch(input, { ...init, redirect: 'manual' })
  for (let count = 0; (response.status === 307 || response.status === 308) && count < maxRedirects; count++) {
    const target = new URL(response.headers.get('location') ?? '', url)
    if (target.origin !== url.origin) {
      const problem = `The provider sends requests on to another address, ${target.origin}, which must not get its key.`
      throw new Error(`${problem} If that address is right, use it as the base URL.`)
    }
    await response.body?.cancel()
    url = target
    response = await fetch(url, { ...init, redirect: 'manual' })
  }
  return response
}

/** Replaces placeholders in the body by the provider's messages. */
function placeOwn({ name }: Dialect, body: JsonObject, own: readonly OwnMessage[]): JsonObject {
  const [first] = own
  if (first === undefined) return body
  const { member } = first
  const written = new Map(own.map((message, index) => [JSON.stringify(placeholderFor(index)), message]))
  const placed = objectsIn(body[member]).flatMap((item): readonly JsonObject[] => {
    if (item.role !== 'assistant' && item.role !== 'model') return [item]
    const text = JSON.stringify(item)
    const found = [...written].find(([placeholder]) => text.includes(placeholder))
    return found?.[1].items ?? [item]
  })
  return { ...body, [member]: name === 'gemini' ? withoutStrangeIds(placed) : placed }
}

/** Removes the ids from Gemini results that match no call, because their calls have none. */
function withoutStrangeIds(contents: readonly JsonObject[]): JsonObject[] {
  const partsOf = ({ parts }: JsonObject) => objectsIn(parts)
  const ids = new Set(contents.flatMap(partsOf).map(({ functionCall }) => textIn(objectIn(functionCall).id)))
  return contents.map((content) => ({
    ...content,
    parts: partsOf(content).map((part): JsonObject => {
      if (!isJsonObject(part.functionResponse) || ids.has(textIn(part.functionResponse.id))) return part
      const { id: _, ...rest } = part.functionResponse
      return { ...part, functionResponse: rest }
    }),
  }))
}

interface Reading {
  readonly exchange: Exchange | undefined
  readonly limits: AnswerLimits
}

async function readWhole(dialect: Dialect, response: Response, reading: Reading): Promise<Response> {
  const { exchange } = reading
  const isJson = /\bjson\b/.test(response.headers.get('content-type') ?? '')
  const read = isJson || response.body === null ? undefined : await readStream(dialect, response.body, reading)
  if (read?.kind === 'error') return respond(response, JSON.stringify(read.event), read.status)
  const text = read?.kind === 'whole' ? JSON.stringify(read.response) : (read?.text ?? (await response.text()))
  const value = read?.kind === 'whole' ? read.response : parseObject(text)
  const answer = value && dialect.readAnswer(value)
  if (answer !== undefined) exchange?.onAnswer(answer)
  return respond(response, text, response.status)
}

type Read =
  | { readonly kind: 'whole'; readonly response: JsonObject }
  | { readonly kind: 'error'; readonly status: number; readonly event: JsonObject }
  /** No event at all. */
  | { readonly kind: 'text'; readonly text: string }

async function readStream(
  dialect: Dialect,
  body: ReadableStream<Uint8Array>,
  { exchange, limits }: Reading,
): Promise<Read> {
  const events: JsonObject[] = []
  const chunks: Uint8Array[] = []
  const kept = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      // Kept until the first event, in case the body is plain text.
      if (events.length === 0) chunks.push(chunk)
      yield chunk
    }
  }
  for await (const data of readEvents(kept())) {
    if (data.trim() === '[DONE]') continue
    const event = JSON.parse(data) as JsonValue
    if (!isJsonObject(event)) continue
    const status = dialect.errorStatus(event)
    if (status !== undefined) return { kind: 'error', status, event }
    if (events.length === limits.events) throw new RangeError(`The provider sent more than ${limits.events} events.`)
    events.push(event)
    if (dialect.isIdle?.(event) !== true) exchange?.onProgress()
  }
  if (events.length === 0) return { kind: 'text', text: new TextDecoder().decode(Buffer.concat(chunks)) }
  const response = dialect.assemble(events)
  if (response === undefined) throw new TypeError('terminated: the answer ended before it was complete')
  return { kind: 'whole', response }
}

/** Returns the response with another body. */
function respond({ headers }: Response, text: string, status: number): Response {
  const left = [...headers].filter(([name]) => !/^(content-length|content-encoding|transfer-encoding)$/.test(name))
  return new Response(text, { status, headers: [...left, ['content-type', 'application/json']] })
}
