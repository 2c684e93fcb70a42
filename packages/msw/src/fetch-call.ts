import { createRequest, type ServiceRequest } from '@carebench/service'

/** The parts of a call of `fetch` that the mock uses. */
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
/** Prefixes of the headers that browsers forbid pages to set; only a `Request` handles them. */
const guarded = new RegExp(
  '^(?:accept-(?:charset|encoding)|access-control-|connection|content-length|cookie|date|dnt|expect|host|' +
    'keep-alive|origin|permissions-policy|proxy-|referer|sec-|set-cookie|te$|trailer|transfer-encoding|upgrade|' +
    'user-agent|via|x-(?:http-)?method)',
)

/**
 * Reads a simple call of `fetch` without creating a `Request`, which would take as long as the service itself.
 * Undefined for any other call, including invalid ones. Throws as `Headers` does. `base` is the base URL of the mock.
 */
export function readPlainCall(
  input: string | URL | Request,
  init: RequestInit = {},
  base: string,
): FetchCall | undefined {
  for (const name in init) if (!plainMembers.has(name)) return undefined
  if (typeof input !== 'string' && !(input instanceof URL)) return undefined
  const { method = 'GET', body = null, signal = null, redirect = 'follow' } = init
  if (!plainMethods.has(method) || !redirects.has(redirect)) return undefined
  if (signal !== null && !(signal instanceof AbortSignal)) return undefined
  if (body !== null && (typeof body !== 'string' || method === 'GET' || method === 'HEAD')) return undefined
  const href = typeof input === 'string' && isParsed(input, base) ? input : parsedUrl(input)
  if (href === undefined) return undefined
  const headers = plainHeaders(init.headers) ?? toRecord(new Headers(init.headers))
  for (const name in headers) if (guarded.test(name)) return undefined
  if (body === null) return { url: href, method, headers, body: undefined, signal: signal ?? undefined, redirect }
  headers['content-type'] ??= 'text/plain;charset=UTF-8'
  return { url: href, method, headers, body: encoder.encode(body), signal: signal ?? undefined, redirect }
}

/** Whether a URL is below the base and already in the form that a parser would return. */
function isParsed(url: string, base: string): boolean {
  return url.startsWith(base) && /^(?:\/[\w-]+)*(?:\?[\w=&-]*)?$/.test(url.slice(base.length))
}

/** Parses a URL; undefined if it is invalid or has credentials. */
function parsedUrl(input: string | URL): string | undefined {
  if (!URL.canParse(String(input))) return undefined
  const { href, username, password } = new URL(input)
  return username === '' && password === '' ? href : undefined
}

/** Copies headers that `Headers` would not change; undefined for all others. */
function plainHeaders(headers: RequestInit['headers']): Record<string, string> | undefined {
  if (headers === undefined) return {}
  if (Object.getPrototypeOf(headers) !== Object.prototype) return undefined
  const record: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[a-z][a-z\d-]*$/.test(name) || typeof value !== 'string' || !/^[!-~]+(?: [!-~]+)*$/.test(value))
      return undefined
    record[name] = value
  }
  return record
}

/** Reads a `Request` with its whole body. */
export async function readCall(request: Request): Promise<FetchCall> {
  const { url, method, signal, redirect } = request
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer())
  return { url, method, headers: toRecord(request.headers), body, signal, redirect }
}

/** Returns the path and query of a URL below a base, without its fragment. */
export function readTarget(url: string, base: string): string {
  const mark = url.indexOf('#', base.length)
  return mark === -1 ? url.slice(base.length) : url.slice(base.length, mark)
}

/** Converts a call to a request of the service. `base` is the base URL of the mock. */
export function toServiceRequest({ url, method, headers, body }: FetchCall, base: string): ServiceRequest {
  // Headers that fetch adds by default.
  const sent = { accept: '*/*', ...headers, host: readHost(url) }
  return createRequest(method, readTarget(url, base), sent, body)
}

/** Returns the host of a parsed URL, with its port. */
function readHost(url: string): string {
  const begin = url.indexOf('//') + 2
  return url.slice(begin, url.indexOf('/', begin))
}

function toRecord(headers: Headers): Record<string, string> {
  const record: Record<string, string> = {}
  headers.forEach((value, name) => {
    record[name] = value
  })
  return record
}
