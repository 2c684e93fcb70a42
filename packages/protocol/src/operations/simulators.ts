import { createSimulatorBody, simulator, updateSimulatorBody } from '../schema/environment.js'
import { pageQuery, pageSchema } from '../schema/page.js'
import { closed } from '../schema/primitives.js'
import { jsonOperation } from './operation.js'
import { byId, none } from './path-params.js'

const base = { resource: 'simulators', auth: 'organization' } as const

export const simulatorOperations = {
  listSimulators: jsonOperation({
    ...base,
    method: 'GET',
    path: '/simulators',
    action: 'list',
    summary: 'List the simulators of the organization, newest first',
    params: none,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageSchema(simulator),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  createSimulator: jsonOperation({
    ...base,
    method: 'POST',
    path: '/simulators',
    action: 'create',
    summary: 'Create a simulator; its configuration is validated against the schema of its type',
    params: none,
    query: none,
    body: createSimulatorBody,
    status: 201,
    response: simulator,
  }),
  getSimulator: jsonOperation({
    ...base,
    method: 'GET',
    path: '/simulators/{id}',
    action: 'get',
    summary: 'Read a simulator',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: simulator,
  }),
  updateSimulator: jsonOperation({
    ...base,
    method: 'PATCH',
    path: '/simulators/{id}',
    action: 'update',
    summary: 'Change a simulator; its configuration is replaced entirely and validated against the schema of its type',
    params: byId,
    query: none,
    body: updateSimulatorBody,
    bodyOptional: true,
    status: 200,
    response: simulator,
    idempotent: true,
  }),
  deleteSimulator: jsonOperation({
    ...base,
    method: 'DELETE',
    path: '/simulators/{id}',
    action: 'delete',
    summary: 'Delete a simulator that is not linked to an environment',
    params: byId,
    query: none,
    body: null,
    status: 204,
    response: null,
    errors: ['CONFLICT'],
  }),
}
