import { toResponse } from './fetch-answer.js'
import { type FetchCall, readCall, readPlainCall, toServiceRequest } from './fetch-call.js'
import { ConnectionBrokenError, type MockGateway } from './mock-gateway.js'

const redirectStatuses = /* @__PURE__ */ new Set([301, 302, 303, 307, 308])
const maxRedirects = 20

/**
 * Creates a `fetch` that calls a gateway without any network. `base` is the base URL without a trailing slash. Rejects
 * as `fetch` does: with a TypeError and its cause if there is no response, with the reason of the signal if it aborts.
 */
export function createMockFetch(gateway: MockGateway, base: string): typeof globalThis.fetch {
  const below = `${base}/`
  // If there are caches, there may be service workers; Node has neither.
  const byMembers = !('caches' in globalThis)
  const send = async (call: FetchCall, redirects: number): Promise<Response> => {
    const { signal, url, method, redirect } = call
    if (!url.startsWith(below)) {
      const cause = new Error(`mock.fetch supports only URLs below ${base}/, got ${url.split('?', 1).join('')}.`)
      throw new TypeError('fetch failed', { cause })
    }
    signal?.throwIfAborted()
    const answering = gateway.answer(toServiceRequest(call, base), signal)
    const answer = await (signal === undefined ? answering : untilAborted(answering, signal))
    const { location } = answer.headers
    if (location === undefined || !redirectStatuses.has(answer.status) || redirect === 'manual') {
      return toResponse(answer, { method, url, redirected: redirects > 0, byMembers })
    }
    if (redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
    if (redirects === maxRedirects) {
      throw new TypeError('fetch failed', { cause: new Error('redirect count exceeded') })
    }
    return send(redirected(call, answer.status, new URL(location, url).href), redirects + 1)
  }
  return async (input, init) => {
    const call = readPlainCall(input, init, base) ?? (await readCall(new Request(input, init)))
    try {
      return await send(call, 0)
    } catch (error) {
      throw error instanceof ConnectionBrokenError ? new TypeError('fetch failed', { cause: error }) : error
    }
  }
}

/** Returns the call that follows a redirect, as the Fetch standard defines it. */
function redirected(call: FetchCall, status: number, url: string): FetchCall {
  const { method } = call
  const isRead = method === 'GET' || method === 'HEAD'
  if (status === 303 ? isRead : status > 303 || method !== 'POST') return { ...call, url }
  const headers = Object.entries(call.headers).filter(([name]) => !name.startsWith('content-'))
  return { ...call, url, method: 'GET', headers: Object.fromEntries(headers), body: undefined }
}

/** Rejects as soon as the signal aborts; the work continues, as on a server. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
