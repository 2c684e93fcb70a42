import { ApiError, type ErrorCode, errorStatus } from '@carebench/protocol'
import { readRequestId, refuse, type ServiceRequest, type ServiceResponse } from '@carebench/service'
import type { StatusFault } from './fault.js'
import type { MockWorld } from './mock-world.js'

/** Creates the response for a fault with a status, as the service or a gateway would return it. */
export function answerFault(
  { status, code = findCode(status), message, retryAfter }: StatusFault,
  request: ServiceRequest,
  { random }: MockWorld,
): ServiceResponse {
  const wait = retryAfter === undefined ? [] : [['retry-after', String(retryAfter)]]
  if (code === undefined) {
    const page = `<!doctype html><title>${status}</title><p>${message ?? 'The gateway failed.'}</p>`
    return { status, headers: { 'content-type': 'text/html', ...Object.fromEntries(wait) }, body: page }
  }
  const text = message ?? `The mock answered this call with ${status} because of mock.fail.`
  const headers = { ...usualHeaders(status), ...Object.fromEntries(wait) }
  return refuse(new ApiError(code, text, { headers }), readRequestId(request, random))
}

function findCode(status: number): ErrorCode | undefined {
  for (const [code, own] of Object.entries(errorStatus)) if (own === status) return code as ErrorCode
  return undefined
}

function usualHeaders(status: number): Readonly<Record<string, string>> {
  if (status === 401) return { 'www-authenticate': 'Bearer' }
  return status === 429 || status === 503 ? { 'retry-after': '1' } : {}
}
