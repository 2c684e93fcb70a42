import { ConnectionBroken, type MockGateway } from './mock-gateway.js'
import { readRequest, toResponse } from './wire-request.js'

/**
 * Makes a `fetch` that reaches a gateway without any network. `base` is the base URL without a slash at its end. Rejects as
 * `fetch` does: a TypeError with its cause if there is no answer, the reason of the signal if it aborts.
 */
export function createMockFetch(gateway: MockGateway, base: string): typeof globalThis.fetch {
  const follow = (request: Request, status: number, url: string): Promise<Response> => {
    const { method, headers, signal } = request
    // A page is asked for after a form was sent; anything else goes once more as it was, if it had no body.
    if (status === 303 || (status < 303 && method === 'POST')) return mockFetch(url, { headers, signal })
    if (request.body !== null)
      throw new TypeError('fetch failed', { cause: new Error('The body of a redirected request was read.') })
    return mockFetch(url, { method, headers, signal })
  }
  const mockFetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const { signal, url, method } = request
    if (!url.startsWith(`${base}/`)) {
      const cause = new Error(`mock.fetch reaches ${base}/… only, got ${url.split('?', 1).join('')}.`)
      throw new TypeError('fetch failed', { cause })
    }
    signal.throwIfAborted()
    try {
      const wireRequest = await readRequest(request, targetOf(url, base))
      const answer = await untilAborted(gateway.answer(wireRequest, signal), signal)
      const { location } = answer.headers
      if (
        location === undefined ||
        ![301, 302, 303, 307, 308].includes(answer.status) ||
        request.redirect === 'manual'
      ) {
        return toResponse(answer, method, url)
      }
      if (request.redirect === 'error') throw new TypeError('fetch failed', { cause: new Error('unexpected redirect') })
      return await follow(request, answer.status, new URL(location, url).href)
    } catch (error) {
      throw error instanceof ConnectionBroken ? new TypeError('fetch failed', { cause: error }) : error
    }
  }
  return mockFetch
}

/** The path and query of a URL below a base, without its fragment. */
export function targetOf(url: string, base: string): string {
  return url.slice(base.length).split('#', 1).join('')
}

/** Rejects as soon as the signal aborts; what was begun goes on unheard, as on a server. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
