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

/** Maximum wait for a `Retry-After` in milliseconds. */
const maxRetryMs = 10_000

export const overMessage = 'The trial is over: the task was submitted, or its time is up.'

export function over(): ProxyResponse {
  return refuse(409, 'CONFLICT', overMessage)
}

/** Returns the rejection of a call with a secret; for an MCP client, as the result of the call. */
export function refuseSecret({ body }: ProxyRequest): ProxyResponse {
  const mcp = readMcpCall(body)
  const message =
    'Nothing was sent: the call holds a key, or the value of a variable that the agent was passed. Calls are ' +
    'recorded; leave secrets out.'
  const refusal = refuse(400, 'INVALID_REQUEST', message)
  return mcp.tool === undefined ? refusal : json(200, toolRefusal(mcp.id, 'INVALID_REQUEST', message))
}

/** Returns the response to a call that exceeded the rate limit; for an MCP client, as the result of the call. */
export function rateLimited({ body }: ProxyRequest, answer: ProxyResponse): ProxyResponse {
  const mcp = readMcpCall(body)
  const message = 'Too many calls in a short time; wait, and call again.'
  return mcp.tool === undefined ? answer : json(200, toolRefusal(mcp.id, 'RATE_LIMITED', message))
}

/** Returns the response to a call that took too long; for an MCP client, as the result of the call. */
export function tookTooLong({ body }: ProxyRequest): ProxyResponse {
  const mcp = readMcpCall(body)
  const message = 'The call took too long. Other calls at the same time may be the reason.'
  const refusal = refuse(504, 'UNAVAILABLE', message)
  return mcp.tool === undefined ? refusal : json(200, toolRefusal(mcp.id, 'UNAVAILABLE', message))
}

/** Returns the requested wait of a response in milliseconds, bounded by the maximum; undefined if there is none. */
export function readRetryAfter(answer: ProxyResponse | undefined): number | undefined {
  const seconds = Number(answer?.headers?.['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) ? Math.min(maxRetryMs, Math.max(0, seconds * 1000)) : undefined
}

/** Statuses of a temporarily unavailable service. Not 501, which a system returns for a missing operation. */
const passing = new Set([429, 500, 502, 503, 504])

/**
 * Returns the failure of the service itself in a response; undefined for any other response. Simulated systems use
 * other formats.
 */
export function readFailure({ status, body }: ProxyResponse): string | undefined {
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
