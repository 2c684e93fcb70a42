import { pageQuery, pageSchema } from '../schema/page.js'
import { sandbox, sandboxEvent } from '../schema/playground.js'
import { closed, id } from '../schema/primitives.js'
import { jsonOperation, rawOperation } from './operation.js'
import { byId, none } from './path-params.js'

const base = { resource: 'sandboxes', auth: 'organization' } as const

export const sandboxOperations = {
  listSandboxes: jsonOperation({
    ...base,
    method: 'GET',
    path: '/sandboxes',
    action: 'list',
    summary: 'List the sandboxes of a playground, newest first',
    params: none,
    query: closed({ playground_id: id, ...pageQuery }),
    body: null,
    status: 200,
    response: pageSchema(sandbox),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  getSandbox: jsonOperation({
    ...base,
    method: 'GET',
    path: '/sandboxes/{id}',
    action: 'get',
    summary: 'Read a sandbox with its credentials and paths',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: sandbox,
  }),
  listSandboxEvents: jsonOperation({
    ...base,
    method: 'GET',
    path: '/sandboxes/{id}/events',
    action: 'list_events',
    summary: 'List the events of a sandbox, newest first',
    params: byId,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageSchema(sandboxEvent),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  discoverSmart: rawOperation({
    resource: 'sandboxes',
    auth: 'none',
    method: 'GET',
    path: '/sandboxes/{id}/fhir/.well-known/smart-configuration',
    action: 'discover_smart',
    summary: 'Read the SMART configuration of the FHIR server of the sandbox',
    params: byId,
    statuses: [200],
  }),
  issueAccessToken: rawOperation({
    resource: 'sandboxes',
    auth: 'none',
    method: 'POST',
    path: '/sandboxes/{id}/fhir/auth/token',
    action: 'issue_access_token',
    summary: 'Issue an access token for the credentials of the sandbox',
    params: byId,
    statuses: [200, 400, 401],
  }),
}
