import type { Service, ServiceRequest, ServiceResponse } from '@carebench/service'

/**
 * A handler of requests: `createService(…)` of `@carebench/service`, or anything else with this interface. The
 * dashboard reads records with its systems and its verifier, and keeps ended sessions where it says, if it has any.
 */
export interface RequestHandler extends Partial<Pick<Service, 'systems' | 'verifier' | 'endedSessions'>> {
  handle(request: ServiceRequest): Promise<ServiceResponse>
}
