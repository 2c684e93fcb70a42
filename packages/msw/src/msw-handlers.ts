import type { HttpHandler } from 'msw'
import { toResponse } from './fetch-answer.js'
import { readCall, toServiceRequest } from './fetch-call.js'
import { ConnectionBrokenError, type MockGateway } from './mock-gateway.js'

/**
 * Creates the msw handlers of a gateway: a single one for everything below the base URL, so that routing does not
 * depend on the number of operations, and unknown paths are answered as the service does. Users of `fetch` alone do not
 * need msw: without it, the returned function throws an error that says what to install.
 */
export async function createMswHandlers(
  gateway: MockGateway,
  base: string,
  load: () => Promise<Msw> = () => import('msw'),
): Promise<() => HttpHandler[]> {
  let msw: Msw
  try {
    msw = await load()
  } catch (cause) {
    return () => {
      throw new Error(withoutMsw, { cause })
    }
  }
  const handlers = makeHandlers(msw.http, gateway, base)
  return () => handlers
}

/** The part of msw that is used. */
type Msw = Pick<typeof import('msw'), 'http'>

const withoutMsw =
  'mock.handlers needs msw, which could not be loaded. Install it: npm install --save-dev msw (on Node 20: msw@2), ' +
  'or use mock.fetch.'

function makeHandlers(http: typeof import('msw')['http'], gateway: MockGateway, base: string): HttpHandler[] {
  // msw would parse a string as a pattern and decode the matches, but a path may have an invalid encoding.
  const below = new RegExp(`^${base.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`)
  return [
    http.all(below, async ({ request }) => {
      try {
        const { method, url, signal } = request
        const wireRequest = toServiceRequest(await readCall(request), base)
        return toResponse(await gateway.answer(wireRequest, signal), { method, url })
      } catch (error) {
        if (error instanceof ConnectionBrokenError) return brokenResponse(error)
        if (request.signal.aborted) return Response.error()
        throw error
      }
    }),
  ]
}

/**
 * Creates an error response. msw throws a TypeError with this response as its cause, so the response reads as the
 * reason.
 */
function brokenResponse({ message }: ConnectionBrokenError): Response {
  return Object.defineProperty(Response.error(), 'toString', { value: () => message })
}
