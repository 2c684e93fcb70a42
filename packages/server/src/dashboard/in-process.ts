import type { RequestFacts, ServiceRequest, ServiceResponse } from '@carebench/service'
import { createRequest } from '@carebench/service'
import type { RequestHandler } from '../http/request-handler.js'

/**
 * Returns a handler for the API calls behind a page: they count as requests of the page's visitor, are aborted when the
 * visitor leaves, and are logged as a single request.
 */
export function behindPage(handler: RequestHandler, page: ServiceRequest): RequestHandler {
  let accepted = false
  return {
    handle: (request) =>
      handler.handle({
        ...request,
        caller: page.caller,
        signal: page.signal,
        accept(holder) {
          if (accepted) page.charge?.(1)
          else {
            accepted = true
            page.accept?.(holder)
          }
        },
        charge: (calls) => page.charge?.(calls),
        note: ({ organizationId }: RequestFacts) => {
          if (organizationId !== undefined) page.note?.({ organizationId })
        },
      }),
  }
}

/** Reads a path of the API with a key. */
export function readWire(handler: RequestHandler, target: string, token: string): Promise<ServiceResponse> {
  return handler.handle(createRequest('GET', target, { authorization: `Bearer ${token}` }))
}
