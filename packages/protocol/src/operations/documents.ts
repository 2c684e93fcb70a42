import { anyJsonObject } from '../schema/primitives.js'
import { recordKeys } from '../schema/record-keys.js'
import { jsonOperation } from './operation.js'
import { none } from './path-params.js'

/** Documents that can be read without a token: the OpenAPI document, and the keys of records. */
export const documentOperations = {
  getOpenApi: jsonOperation({
    resource: 'documents',
    action: 'get_openapi',
    auth: 'none',
    method: 'GET',
    path: '/openapi.json',
    summary: 'Read this document: the interface as OpenAPI 3.1',
    params: none,
    query: none,
    body: null,
    status: 200,
    response: anyJsonObject,
  }),
  getRecordKeys: jsonOperation({
    resource: 'documents',
    action: 'get_record_keys',
    auth: 'none',
    method: 'GET',
    path: '/.well-known/carebench-record-keys.json',
    summary: 'Read the public keys that records are signed with, as JSON Web Keys',
    params: none,
    query: none,
    body: null,
    status: 200,
    response: recordKeys,
  }),
}
