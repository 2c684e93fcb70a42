import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { Trial } from '../agent.js'
import { TrialStopError } from '../ended.js'
import { digestOfBytes, digestOfText } from './response-digest.js'
import type { Tool, ToolResult } from './tool.js'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Headers that only the client sets, not the model. */
const ownHeaders = [
  'authorization',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
]
/** Maximum length of an address, and of headers; servers close the connection of a longer request. */
const maxHeadLength = 12_000
/** Error codes of `fetch` for invalid requests. */
const unsendable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED', 'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH'])
const shownHeaders = ['content-type', 'etag', 'location', 'allow', 'retry-after']
const textTypes = /^(text\/|application\/([a-z0-9.+-]+[+.-])?(json|xml|x-www-form-urlencoded|edi-x12|hl7-v2)\b)/i

/** Creates one tool for all systems of a trial: it sends the model's request, and returns the system's response. */
export function createHttpTool({ endpoints, token }: Pick<Trial, 'endpoints' | 'token'>): Tool {
  const systems = Object.keys(endpoints)
  return {
    name: 'http_request',
    description: 'Send an HTTP request to a system, and return the status, headers and body of its response.',
    inputSchema: {
      type: 'object',
      properties: {
        system: { type: 'string', enum: systems },
        method: { type: 'string', enum: methods },
        path: { type: 'string', description: 'Below the base address of the system: Patient/123' },
        query: { type: 'object', description: 'Parameters; an array repeats one.' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        body: { description: 'JSON, or a string that is sent as it is with a Content-Type of yours.' },
      },
      required: ['system', 'method', 'path'],
      additionalProperties: false,
    },
    async call(args, signal) {
      const { system, method, path, query, headers, body } = args
      const base = typeof system === 'string' && Object.hasOwn(endpoints, system) ? endpoints[system] : undefined
      const sent = readHeaders(headers)
      const faults = [
        ...(base === undefined ? [`system must be one of ${systems.join(', ')}`] : []),
        ...(methods.includes(String(method)) ? [] : [`method must be one of ${methods.join(', ')}`]),
        ...(typeof path === 'string' ? [] : ['path must be a string']),
        ...(query === undefined || isJsonObject(query) ? [] : ['query must be an object']),
        ...(sent === undefined ? ['headers must be an object of strings'] : []),
      ]
      if (faults.length > 0 || base === undefined || sent === undefined) {
        return { text: `Nothing was sent. ${faults.join('; ')}.`, isError: true, isInvalid: true }
      }
      const search = isJsonObject(query) ? writeSearch(query) : ''
      const type = typeof body === 'string' ? 'text/plain' : 'application/json'
      const below = `${base}/${String(path).replace(/^\/+/, '')}`
      const address = below + (search === '' ? '' : `${below.includes('?') ? '&' : '?'}${search}`)
      if (measureAddress(address) + JSON.stringify(sent).length > maxHeadLength) {
        const text = `Nothing was sent. The address and the headers must have at most ${maxHeadLength} characters.`
        return { text, isError: true, isInvalid: true }
      }
      return send(address, signal, {
        method: String(method),
        redirect: 'manual',
        headers: { ...(body !== undefined && { 'content-type': type }), ...sent, authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
    },
  }
}

async function send(address: string, signal: AbortSignal, init: RequestInit): Promise<ToolResult> {
  let response: Response
  let bytes: Uint8Array
  try {
    response = await fetch(address, { ...init, signal })
    bytes = new Uint8Array(await response.arrayBuffer())
  } catch (error) {
    signal.throwIfAborted()
    const unsendable = explainUnsendable(error)
    if (unsendable !== undefined) return { text: `Nothing was sent. ${unsendable}.`, isError: true, isInvalid: true }
    const message = `No response from the systems: ${error instanceof Error ? error.message : String(error)}`
    throw new TrialStopError({ kind: 'infra', reason: 'service', message })
  }
  const type = response.headers.get('content-type') ?? ''
  const isText = bytes.length === 0 || textTypes.test(type)
  const body = isText ? new TextDecoder().decode(bytes) : `(${bytes.length} bytes that are not text)`
  assertWorking(response.status, isText ? body : '')
  const headers = shownHeaders.flatMap((name) => {
    const value = response.headers.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  return {
    text: [`HTTP ${response.status}`, ...headers, '', bytes.length === 0 ? '' : body].join('\n').trimEnd(),
    isError: response.status >= 400,
    status: response.status,
    bodyDigest: isText ? digestOfText(body) : digestOfBytes(Buffer.from(bytes).toString('base64')),
  }
}

function measureAddress(address: string): number {
  return URL.canParse(address) ? new URL(address).href.length : address.length
}

/** Explains why the address, a header or the body cannot be sent; undefined for connection errors. */
function explainUnsendable(error: unknown): string | undefined {
  if (!(error instanceof TypeError)) return undefined
  const { cause } = error
  if (!(cause instanceof Error)) return error.message
  const { code } = cause as NodeJS.ErrnoException
  return code !== undefined && unsendable.has(code) ? cause.message : undefined
}

/**
 * Throws for an error of the service itself, which has its own format; errors of simulated systems are shown to the
 * model.
 */
function assertWorking(status: number, body: string): void {
  if (status < 500) return
  let error: JsonValue | undefined
  try {
    const value = JSON.parse(body) as JsonValue
    error = isJsonObject(value) ? value.error : undefined
  } catch {
    return
  }
  if (!isJsonObject(error) || !['INTERNAL', 'UNAVAILABLE'].includes(String(error.code))) return
  throw new TrialStopError({
    kind: 'infra',
    reason: 'service',
    message: `The service failed: ${error.code}: ${error.message}`,
  })
}

function readHeaders(headers: JsonValue | undefined): Record<string, string> | undefined {
  if (headers === undefined) return {}
  if (!isJsonObject(headers)) return undefined
  const found: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value !== 'string') return undefined
    // Leaves out the headers that the client sets, such as the token of the trial.
    if (!ownHeaders.includes(name.toLowerCase())) found[name.toLowerCase()] = value
  }
  return found
}

function writeSearch(query: JsonObject): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      search.append(name, typeof one === 'string' ? one : JSON.stringify(one))
    }
  }
  return search.toString()
}
