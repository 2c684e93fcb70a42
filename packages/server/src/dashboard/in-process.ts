import type { RequestFacts, ServiceRequest, ServiceResponse } from '@carebench/service'
import { createRequest } from '@carebench/service'
import type { RequestHandler } from '../http/request-handler.js'

/**
 * The wire behind a page: its calls count as requests of anyone who asked for the page, end when they leave, and are
 * logged as one request for a page.
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

/** Reads a path of the wire with a key. */
export function readWire(handler: RequestHandler, target: string, token: string): Promise<ServiceResponse> {
  return handler.handle(createRequest('GET', target, { authorization: `Bearer ${token}` }))
}
