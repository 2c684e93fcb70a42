import { createRequest, type ServiceRequest } from '@carebench/service'

/** A call of `fetch` that was read, as far as a mock heeds it. */
export interface FetchCall {
  readonly url: string
  readonly method: string
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array | undefined
  readonly signal: AbortSignal | undefined
  readonly redirect: string
}

const encoder = /* @__PURE__ */ new TextEncoder()
const plainMembers = /* @__PURE__ */ new Set(['method', 'headers', 'body', 'signal', 'redirect'])
const plainMethods = /* @__PURE__ */ new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const redirects = /* @__PURE__ */ new Set(['follow', 'manual', 'error'])
/** What a browser lets no page set begins with one of these: only a `Request` knows. */
const guarded =
  /^(?:accept-(?:charset|encoding)|access-control-|connection|content-length|cookie|date|dnt|expect|host|keep-alive|origin|permissions-policy|proxy-|referer|sec-|set-cookie|te$|trailer|transfer-encoding|upgrade|user-agent|via|x-(?:http-)?method)/

/**
 * Reads a call of `fetch` in which every part says what is sent, without a `Request`, which takes as long as the service.
 * Undefined for any other call, among them all that `fetch` refuses. Throws as `Headers` does.
 */
export function readPlainCall(input: string | URL | Request, init: RequestInit = {}): FetchCall | undefined {
  for (const name in init) if (!plainMembers.has(name)) return undefined
  if (typeof input !== 'string' && !(input instanceof URL)) return undefined
  const { method = 'GET', body = null, signal = null, redirect = 'follow' } = init
  if (!plainMethods.has(method) || !redirects.has(redirect)) return undefined
  if (signal !== null && !(signal instanceof AbortSignal)) return undefined
  if (body !== null && (typeof body !== 'string' || method === 'GET' || method === 'HEAD')) return undefined
  if (!URL.canParse(String(input))) return undefined
  const { href, username, password } = new URL(input)
  if (username !== '' || password !== '') return undefined
  const headers = recordOf(new Headers(init.headers))
  for (const name in headers) if (guarded.test(name)) return undefined
  if (body === null) return { url: href, method, headers, body: undefined, signal: signal ?? undefined, redirect }
  headers['content-type'] ??= 'text/plain;charset=UTF-8'
  return { url: href, method, headers, body: encoder.encode(body), signal: signal ?? undefined, redirect }
}

/** Reads a `Request`, its body to the end. */
export async function readCall(request: Request): Promise<FetchCall> {
  const { url, method, signal, redirect } = request
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  return { url, method, headers: recordOf(request.headers), body, signal, redirect }
}

/** The path and query of a URL below a base, without its fragment. */
export function targetOf(url: string, base: string): string {
  const mark = url.indexOf('#', base.length)
  return mark === -1 ? url.slice(base.length) : url.slice(base.length, mark)
}

/** A call as the service takes it. `base` is the base URL that its own is below. */
export function toServiceRequest({ url, method, headers, body }: FetchCall, base: string): ServiceRequest {
  // What fetch adds on the way, where nobody asked for anything else.
  const sent = { accept: '*/*', ...headers, host: hostOf(url) }
  return createRequest(method, targetOf(url, base), sent, body)
}

/** The host of a URL that was parsed, with its port. */
function hostOf(url: string): string {
  const begin = url.indexOf('//') + 2
  return url.slice(begin, url.indexOf('/', begin))
}

function recordOf(headers: Headers): Record<string, string> {
  const record: Record<string, string> = {}
  headers.forEach((value, name) => {
    record[name] = value
  })
  return record
}
