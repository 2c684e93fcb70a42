import { createRequest, type ServiceRequest, type ServiceResponse } from '@carebench/service'

/** Reads a request of `fetch` as the service takes it. `target` is its path and query below the base URL. */
export async function readRequest(request: Request, target: string): Promise<ServiceRequest> {
  const headers: Record<string, string> = {}
  request.headers.forEach((value, name) => {
    headers[name] = value
  })
  // What fetch adds on the way, where nobody asked for anything else.
  headers.accept ??= '*/*'
  headers.host = new URL(request.url).host
  if (request.body === null) return createRequest(request.method, target, headers)
  return createRequest(request.method, target, headers, new Uint8Array(await request.arrayBuffer()))
}

/** The same request without its token. */
export function withoutToken(request: ServiceRequest): ServiceRequest {
  const { authorization: _, ...headers } = request.headers
  return { ...request, headers }
}

const encoder = /* @__PURE__ */ new TextEncoder()

/** An answer of the service as `fetch` gives it to its caller. */
export function toResponse({ status, headers, body }: ServiceResponse, method: string, url: string): Response {
  const isBodiless = status === 204 || status === 304
  const isHead = method === 'HEAD'
  const bytes = typeof body === 'string' ? encoder.encode(body) : body === null ? null : new Uint8Array(body)
  const length = isBodiless || (bytes === null && isHead) ? {} : { 'content-length': String(bytes?.byteLength ?? 0) }
  const response = new Response(isBodiless || isHead ? null : bytes, { status, headers: { ...headers, ...length } })
  // A response that is made by hand has no address.
  Object.defineProperty(response, 'url', { value: url })
  return response
}
