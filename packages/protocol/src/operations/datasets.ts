import { limits } from '../limits.js'
import { createDatasetBody, createDatasetEntityBody, dataset, datasetEntity } from '../schema/environment.js'
import { pageOf, pageQuery } from '../schema/page.js'
import { closed } from '../schema/primitives.js'
import { jsonOperation } from './operation.js'
import { byId, none } from './path-params.js'

const base = { resource: 'datasets', auth: 'organization' } as const

export const datasetOperations = {
  listDatasets: jsonOperation({
    ...base,
    method: 'GET',
    path: '/datasets',
    action: 'list',
    summary: 'List the datasets of the organization, newest first',
    params: none,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageOf(dataset),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  createDataset: jsonOperation({
    ...base,
    method: 'POST',
    path: '/datasets',
    action: 'create',
    summary: 'Create a dataset; its configuration is checked against the schema of its type',
    params: none,
    query: none,
    body: createDatasetBody,
    maxBody: limits.largeBody,
    status: 201,
    response: dataset,
  }),
  getDataset: jsonOperation({
    ...base,
    method: 'GET',
    path: '/datasets/{id}',
    action: 'get',
    summary: 'Read a dataset',
    params: byId,
    query: none,
    body: null,
    status: 200,
    response: dataset,
  }),
  listDatasetEntities: jsonOperation({
    ...base,
    method: 'GET',
    path: '/datasets/{id}/entities',
    action: 'list_entities',
    summary: 'List the entities of a dataset, newest first',
    params: byId,
    query: closed(pageQuery),
    body: null,
    status: 200,
    response: pageOf(datasetEntity),
    list: true,
    errors: ['INVALID_CURSOR'],
  }),
  createDatasetEntity: jsonOperation({
    ...base,
    method: 'POST',
    path: '/datasets/{id}/entities',
    action: 'create_entity',
    summary: 'Add an entity to a dataset',
    params: byId,
    query: none,
    body: createDatasetEntityBody,
    status: 201,
    response: datasetEntity,
  }),
}
