import { ConnectionBroken, type MockGateway } from './mock-gateway.js'
import { readRequest, toResponse } from './wire-request.js'

/**
 * Makes a `fetch` that reaches a gateway without any network. `base` is the base URL without a slash at its end. Rejects as
 * `fetch` does: a TypeError with its cause if there is no answer, the reason of the signal if it aborts.
 */
export function createMockFetch(gateway: MockGateway, base: string): typeof globalThis.fetch {
  return async (input, init) => {
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
      return toResponse(answer, method, url)
    } catch (error) {
      throw error instanceof ConnectionBroken ? new TypeError('fetch failed', { cause: error }) : error
    }
  }
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
