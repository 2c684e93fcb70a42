import { health } from '../schema/health.js'
import { jsonOperation } from './operation.js'
import { none } from './path-params.js'

const base = { resource: 'health', auth: 'none', method: 'GET', params: none, query: none, body: null } as const

/** What probes ask; they have no token. */
export const healthOperations = {
  checkHealth: jsonOperation({
    ...base,
    path: '/healthz',
    action: 'check',
    summary: 'Tell that the process answers',
    status: 200,
    response: health,
  }),
  checkReadiness: jsonOperation({
    ...base,
    path: '/readyz',
    action: 'check_readiness',
    summary: 'Tell that the service can reach its storage',
    status: 200,
    response: health,
    errors: ['UNAVAILABLE'],
  }),
}
