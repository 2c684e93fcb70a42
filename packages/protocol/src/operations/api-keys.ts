import { apiKey, createApiKeyBody, createdApiKey } from '../schema/access.js'
import { pageQuery, pageSchema } from '../schema/page.js'
import { closed } from '../schema/primitives.js'
import { jsonOperation } from './operation.js'
import { byId, none } from './path-params.js'

const base = { resource: 'api-keys', auth: 'organization' } as const

/** Keys of the organization. Specification 5. */
export const apiKeyOperations = {
  listApiKeys: jsonOperation({
    ...base,
    method: 'GET',
    path: '/api-keys',
    action: 'list',
    summary: 'List the active API keys of the organization, newest first',
    params: none,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageSchema(apiKey),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  createApiKey: jsonOperation({
    ...base,
    method: 'POST',
    path: '/api-keys',
    action: 'create',
    summary: 'Create an API key of the organization; only this response contains its token',
    params: none,
    query: none,
    body: createApiKeyBody,
    status: 201,
    response: createdApiKey,
  }),
  revokeApiKey: jsonOperation({
    ...base,
    method: 'DELETE',
    path: '/api-keys/{id}',
    action: 'revoke',
    summary: 'Revoke an API key, effective immediately',
    params: byId,
    query: none,
    body: null,
    status: 204,
    response: null,
    // The last key of an organization.
    errors: ['CONFLICT'],
  }),
}
