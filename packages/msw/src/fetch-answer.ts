import type { ServiceResponse } from '@carebench/service'
import { KeptResponse, toBytes } from './kept-response.js'

/** Options of {@link toResponse}. */
interface ToResponse {
  readonly method: string
  readonly url: string
  /** Whether the URL is the target of redirects; default false. */
  readonly redirected?: boolean
  /**
   * Whether only the members of the response are used, as in programs. Browser caches and msw handlers read the
   * internal body instead. Default false.
   */
  readonly byMembers?: boolean
}

/** Converts a response of the service to a `Response` of `fetch`. */
export function toResponse(answer: ServiceResponse, options: ToResponse): Response {
  const { method, url, redirected = false, byMembers = false } = options
  const { status, body } = answer
  const hasBody = body !== null && status !== 204 && status !== 304 && method !== 'HEAD'
  if (byMembers && hasBody) {
    return new KeptResponse(body, { status, headers: () => makeHeaders(answer, method), url, redirected })
  }
  const response = new Response(hasBody ? toBytes(body) : null, { status, headers: makeHeaders(answer, method) })
  // A constructed response has no URL.
  return Object.defineProperties(response, { url: { value: url }, redirected: { value: redirected } })
}

/** Adds the `content-length`, as the transport does. */
function makeHeaders({ status, headers, body }: ServiceResponse, method: string): Readonly<Record<string, string>> {
  if (status === 204 || status === 304 || (body === null && method === 'HEAD')) return headers
  return { ...headers, 'content-length': String(body === null ? 0 : toBytes(body).byteLength) }
}
