import type { ServiceRequest, ServiceResponse } from '@carebench/service'

/** What answers requests: `createService(…)` of `@carebench/service`, or anything else of this shape. */
export interface RequestHandler {
  handle(request: ServiceRequest): Promise<ServiceResponse>
}
