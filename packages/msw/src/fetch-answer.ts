import type { ServiceResponse } from '@carebench/service'

const encoder = /* @__PURE__ */ new TextEncoder()

/** A response of the service as a `Response` of `fetch`. */
export function toResponse({ status, headers, body }: ServiceResponse, method: string, url: string): Response {
  const isBodiless = status === 204 || status === 304
  const isHead = method === 'HEAD'
  const bytes = typeof body === 'string' ? encoder.encode(body) : body === null ? null : new Uint8Array(body)
  const length = isBodiless || (bytes === null && isHead) ? {} : { 'content-length': String(bytes?.byteLength ?? 0) }
  const response = new Response(isBodiless || isHead ? null : bytes, { status, headers: { ...headers, ...length } })
  // A constructed response has no URL.
  Object.defineProperty(response, 'url', { value: url })
  return response
}
