import { STATUS_CODES } from 'node:http'
import { type ErrorBody, type ErrorCode, errorStatus } from '@carebench/protocol'
import type { ServiceResponse } from '@carebench/service'

/** The errors that the server itself returns, before or instead of the service. */
export type ServerErrorCode = Extract<
  ErrorCode,
  | 'HTTPS_REQUIRED'
  | 'INVALID_REQUEST'
  | 'METHOD_NOT_ALLOWED'
  | 'HEADERS_TOO_LARGE'
  | 'INTERNAL'
  | 'NOT_IMPLEMENTED'
  | 'RATE_LIMITED'
  | 'UNAUTHORIZED'
  | 'UNAVAILABLE'
>

/**
 * Returns the response for an error of the server, with the body of Specification 7 and the request's id.
 *
 * @param retryAfter - seconds after which a client may retry, where the code says that it may
 */
export function errorResponse(
  code: ServerErrorCode,
  message: string,
  requestId: string,
  retryAfter = 1,
): ServiceResponse {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (code === 'UNAVAILABLE' || code === 'RATE_LIMITED') headers['retry-after'] = String(retryAfter)
  const body: ErrorBody = { error: { code, message, request_id: requestId } }
  return {
    status: errorStatus[code],
    headers,
    body: JSON.stringify(body),
  }
}

/**
 * Returns the same response as the bytes of HTTP/1.1, for a connection on which no request could be parsed; the
 * connection is closed afterwards.
 */
export function rawErrorResponse(code: ServerErrorCode, message: string, requestId: string): string {
  const { status, headers, body } = errorResponse(code, message, requestId)
  const text = String(body)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const length = new TextEncoder().encode(text).byteLength
  return (
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}content-length: ${length}\r\nconnection: ` +
    `close\r\n\r\n${text}`
  )
}
