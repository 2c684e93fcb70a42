import { health } from '../schema/health.js'
import { jsonOperation } from './operation.js'
import { none } from './path-params.js'

const base = { resource: 'health', auth: 'none', method: 'GET', params: none, query: none, body: null } as const

/** Operations for health probes; no token required. */
export const healthOperations = {
  checkHealth: jsonOperation({
    ...base,
    path: '/healthz',
    action: 'check',
    summary: 'Report that the process is alive',
    status: 200,
    response: health,
  }),
  checkReadiness: jsonOperation({
    ...base,
    path: '/readyz',
    action: 'check_readiness',
    summary: 'Report that the service can reach its storage',
    status: 200,
    response: health,
    errors: ['UNAVAILABLE'],
  }),
}
