import { pageQuery, pageSchema } from '../schema/page.js'
import { createPlaygroundBody, playground } from '../schema/playground.js'
import { closed } from '../schema/primitives.js'
import { workstationLink } from '../schema/workstation.js'
import { jsonOperation } from './operation.js'
import { byId, none } from './path-params.js'

const base = { resource: 'playgrounds', auth: 'organization' } as const

export const playgroundOperations = {
  listPlaygrounds: jsonOperation({
    ...base,
    method: 'GET',
    path: '/playgrounds',
    action: 'list',
    summary: 'List the playgrounds of the organization, newest first',
    params: none,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageSchema(playground),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  createPlayground: jsonOperation({
    ...base,
    method: 'POST',
    path: '/playgrounds',
    action: 'create',
    summary: 'Create a standalone playground of an environment in its current state',
    params: none,
    query: none,
    body: createPlaygroundBody,
    status: 201,
    response: playground,
    errors: ['CONFLICT'],
  }),
  getPlayground: jsonOperation({
    ...base,
    method: 'GET',
    path: '/playgrounds/{id}',
    action: 'get',
    summary: 'Read a playground',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: playground,
  }),
  openPlaygroundWorkstation: jsonOperation({
    ...base,
    method: 'POST',
    path: '/playgrounds/{id}/workstation',
    action: 'open_workstation',
    summary: 'Create a link that opens a playground in a browser; it works once, within a minute',
    params: byId,
    query: none,
    body: null,
    status: 201,
    response: workstationLink,
    errors: ['CONFLICT', 'NOT_IMPLEMENTED'],
    passesToken: true,
  }),
  tearDownPlayground: jsonOperation({
    ...base,
    method: 'POST',
    path: '/playgrounds/{id}/teardown',
    action: 'teardown',
    summary: 'End a playground: its systems become unavailable, its log remains readable',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: playground,
    errors: ['CONFLICT'],
    idempotent: true,
  }),
}
