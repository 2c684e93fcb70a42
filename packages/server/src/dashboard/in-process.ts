import type { RequestFacts, ServiceRequest, ServiceResponse } from '@carebench/service'
import { createRequest } from '@carebench/service'

/** Whatever answers requests: the service itself. */
export interface DashboardHandler {
  handle(request: ServiceRequest): Promise<ServiceResponse>
}

/**
 * The wire behind a page: its calls count as requests of whoever asked for the page, end when they leave, and are
 * logged as one request for a page.
 */
export function behindPage(handler: DashboardHandler, page: ServiceRequest): DashboardHandler {
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
export function readWire(handler: DashboardHandler, target: string, token: string): Promise<ServiceResponse> {
  return handler.handle(createRequest('GET', target, { authorization: `Bearer ${token}` }))
}
