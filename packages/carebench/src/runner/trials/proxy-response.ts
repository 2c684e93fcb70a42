import { isJsonObject, type JsonObject } from '@carebench/protocol'
import { readMcpCall, toolRefusal } from './mcp-submission.js'

export interface ProxyResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
}

export interface ProxyRequest {
  readonly method: string
  readonly path: string
  readonly search: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array<ArrayBuffer>
}

/** Milliseconds that a `Retry-After` is waited for at most. */
const maxRetryMs = 10_000

export const overMessage = 'The trial is over: the task was submitted, or its time is up.'

export function over(): ProxyResponse {
  return refuse(409, 'CONFLICT', overMessage)
}

/** The refusal of a call with a secret: to a client of tools as the result of the call. */
export function refuseSecret({ body }: ProxyRequest): ProxyResponse {
  const mcp = readMcpCall(body)
  const message =
    'Nothing was sent: the call holds a key, or the value of a variable that the agent was passed. Calls are ' +
    'recorded; leave secrets out.'
  const refusal = refuse(400, 'INVALID_REQUEST', message)
  return mcp.tool === undefined ? refusal : json(200, toolRefusal(mcp.id, 'INVALID_REQUEST', message))
}

/** A rate limit as the agent sees it: for a client of tools, the result of the call. */
export function rateLimited({ body }: ProxyRequest, answer: ProxyResponse): ProxyResponse {
  const mcp = readMcpCall(body)
  const message = 'Too many calls in a short time; wait, and call again.'
  return mcp.tool === undefined ? answer : json(200, toolRefusal(mcp.id, 'RATE_LIMITED', message))
}

/** The response to a call that took too long: to a client of tools as the result of the call. */
export function tookTooLong({ body }: ProxyRequest): ProxyResponse {
  const mcp = readMcpCall(body)
  const message = 'The call took too long. Other calls at the same time may be the reason.'
  const refusal = refuse(504, 'UNAVAILABLE', message)
  return mcp.tool === undefined ? refusal : json(200, toolRefusal(mcp.id, 'UNAVAILABLE', message))
}

/** Milliseconds that a response asks to wait, as far as anybody waits for it; undefined if it does not say. */
export function retryAfterOf(answer: ProxyResponse | undefined): number | undefined {
  const seconds = Number(answer?.headers?.['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(maxRetryMs, Math.max(0, seconds * 1000)) : undefined
}

/** Statuses of a service that cannot answer now. 501 is an answer: of a system that lacks an operation. */
const passing = new Set([429, 500, 502, 503, 504])

/**
 * What a response says about the service itself; undefined if it is an answer. Simulated systems have other formats.
 */
export function failureOf({ status, body }: ProxyResponse): string | undefined {
  if (!passing.has(status)) return undefined
  try {
    const { error } = JSON.parse(Buffer.from(body as Uint8Array).toString('utf8')) as JsonObject
    return isJsonObject(error) ? `${status} ${String(error.code)}: ${String(error.message)}` : undefined
  } catch {
    return `${status} without an explanation`
  }
}

export function json(status: number, value: JsonObject): ProxyResponse {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) }
}

export function unauthorized(): ProxyResponse {
  const refusal = refuse(401, 'UNAUTHORIZED', 'Send the token of the trial: Authorization: Bearer <token>.')
  return { ...refusal, headers: { ...refusal.headers, 'www-authenticate': 'Bearer', connection: 'close' } }
}

export function refuse(status: number, code: string, message: string): ProxyResponse {
  return json(status, { error: { code, message, request_id: 'trial-proxy' } })
}
