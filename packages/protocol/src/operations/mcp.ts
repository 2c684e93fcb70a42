import { rawOperation } from './operation.js'
import { none } from './path-params.js'

/** The Model Context Protocol, for AI clients of the organization. Specification 4.1. */
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
}
