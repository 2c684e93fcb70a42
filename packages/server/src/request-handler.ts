import type { ServiceRequest, ServiceResponse } from '@carebench/service'

/** A handler of requests: `createService(…)` of `@carebench/service`, or anything else with this interface. */
export interface RequestHandler {
  handle(request: ServiceRequest): Promise<ServiceResponse>
}
