import { pageOf, pageQuery } from '../schema/page.js'
import { sandbox, sandboxEvent } from '../schema/playground.js'
import { closed, id } from '../schema/primitives.js'
import { jsonOperation, proxyOperation } from './operation.js'
import { byId, none } from './path-params.js'
import { simulatorGroups } from './simulator-groups.js'

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
    response: pageOf(sandbox),
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
    summary: 'List what happened in a sandbox, newest first',
    params: byId,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageOf(sandboxEvent),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  sandboxFhir: proxyOperation({
    ...base,
    ...simulatorGroups.fhir,
    path: '/sandboxes/{id}/fhir/*',
    action: 'fhir',
    summary: 'Call the FHIR R4 server of the sandbox',
    params: byId,
  }),
  sandboxPortal: proxyOperation({
    ...base,
    ...simulatorGroups.portal,
    path: '/sandboxes/{id}/portal/*',
    action: 'portal',
    summary: 'Call the payer portal of the sandbox',
    params: byId,
  }),
  sandboxHl7: proxyOperation({
    ...base,
    ...simulatorGroups.hl7,
    path: '/sandboxes/{id}/hl7/*',
    action: 'hl7',
    summary: 'Read the HL7 v2 inbox of the sandbox, and send messages',
    params: byId,
  }),
  sandboxClearinghouse: proxyOperation({
    ...base,
    ...simulatorGroups.clearinghouse,
    path: '/sandboxes/{id}/clearinghouse/*',
    action: 'clearinghouse',
    summary: 'Exchange X12 transactions with the clearinghouse of the sandbox',
    params: byId,
  }),
  sandboxFiles: proxyOperation({
    ...base,
    ...simulatorGroups.files,
    path: '/sandboxes/{id}/files/*',
    action: 'files',
    summary: 'List, fetch and hand in files of the sandbox',
    params: byId,
  }),
}
