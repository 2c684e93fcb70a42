import type { Service, ServiceRequest, ServiceResponse } from '@carebench/service'

/**
 * A handler of requests: `createService(…)` of `@carebench/service`, or anything else with this interface. If it has
 * systems, a verifier and `endedSessions`, the dashboard uses them to read records and to store ended sessions.
 */
export interface RequestHandler extends Partial<Pick<Service, 'systems' | 'verifier' | 'endedSessions'>> {
  handle(request: ServiceRequest): Promise<ServiceResponse>
}
