import { createApiKeyBody, createdApiKey, createOrganizationBody, organization } from '../schema/access.js'
import { pageQuery, pageSchema } from '../schema/page.js'
import { closed } from '../schema/primitives.js'
import { jsonOperation } from './operation.js'
import { byId, none } from './path-params.js'

const base = { resource: 'organizations', auth: 'operator' } as const

/** Organizations, for the operator of the service. Beyond the specification. */
export const organizationOperations = {
  listOrganizations: jsonOperation({
    ...base,
    method: 'GET',
    path: '/organizations',
    action: 'list',
    summary: 'List all organizations, newest first',
    params: none,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageSchema(organization),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  createOrganization: jsonOperation({
    ...base,
    method: 'POST',
    path: '/organizations',
    action: 'create',
    summary: 'Create an organization; it has no keys yet',
    params: none,
    query: none,
    body: createOrganizationBody,
    status: 201,
    response: organization,
  }),
  createOrganizationKey: jsonOperation({
    ...base,
    method: 'POST',
    path: '/organizations/{id}/api-keys',
    action: 'create_key',
    summary: 'Create an API key of an organization; only this response contains its token',
    params: byId,
    query: none,
    body: createApiKeyBody,
    status: 201,
    response: createdApiKey,
  }),
}
