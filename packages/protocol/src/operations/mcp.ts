import { limits } from '../limits.js'
import { rawOperation } from './operation.js'
import { byId, none } from './path-params.js'

/** The Model Context Protocol, for AI clients of the organization (specification 4.1) and for agents under test. */
export const mcpOperations = {
  callMcp: rawOperation({
    resource: 'mcp',
    action: 'call',
    auth: 'organization',
    method: 'POST',
    path: '/mcp',
    summary: 'Send a message of the Model Context Protocol: streamable HTTP, stateless, answered in JSON',
    params: none,
    errors: ['INVALID_REQUEST'],
    statuses: [200, 202, 400, 403],
  }),
  callRunMcp: rawOperation({
    resource: 'v1/benchmark-runs',
    action: 'call_mcp',
    auth: 'run',
    method: 'POST',
    path: '/v1/benchmark-runs/{id}/mcp',
    summary: "Work on the tasks of a run over the Model Context Protocol: the systems' calls as tools, and submission",
    params: byId,
    errors: ['INVALID_REQUEST'],
    statuses: [200, 202, 400, 403],
    namesTaskRun: true,
    maxBody: limits.largeBody,
  }),
}
