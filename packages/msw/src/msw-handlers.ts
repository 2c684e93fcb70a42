import { type HttpHandler, http } from 'msw'
import { toResponse } from './fetch-answer.js'
import { readCall, toServiceRequest } from './fetch-call.js'
import { ConnectionBroken, type MockGateway } from './mock-gateway.js'

/**
 * Makes the msw handlers of a gateway: one for everything below the base URL, so that routing costs the same for any number
 * of operations, and unknown paths are answered as the service answers them.
 */
export function createMswHandlers(gateway: MockGateway, base: string): HttpHandler[] {
  // A text would be read as a pattern, and what it matches decoded; a path of ours may be no proper encoding.
  const below = new RegExp(`^${base.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}/`)
  return [
    http.all(below, async ({ request }) => {
      try {
        const wireRequest = toServiceRequest(await readCall(request), base)
        return toResponse(await gateway.answer(wireRequest, request.signal), request.method, request.url)
      } catch (error) {
        if (error instanceof ConnectionBroken || request.signal.aborted) return Response.error()
        throw error
      }
    }),
  ]
}
