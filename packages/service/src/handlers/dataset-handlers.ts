import { ApiError, type Dataset, type DatasetEntity, formatInstant } from '@carebench/protocol'
import { type DatasetDoc, datasets, type EntityDoc, entities } from '../documents/authoring.js'
import { insert } from '../ports/store.js'
import { checkDatasetConfig } from './config-check.js'
import type { Handlers } from './handler.js'
import { listDocuments } from './listing.js'
import { getOwned } from './owned.js'
import { unwrapCommit } from './write-result.js'

export const datasetHandlers: Handlers<
  'listDatasets' | 'createDataset' | 'getDataset' | 'listDatasetEntities' | 'createDatasetEntity'
> = {
  listDatasets: (context, { caller, query }) =>
    listDocuments(context, {
      collection: datasets,
      filter: [{ name: 'organization', value: caller.organizationId }],
      organizationId: caller.organizationId,
      query,
      toWire: datasetToWire,
    }),

  async createDataset(context, { caller, body }) {
    const errors = checkDatasetConfig(body.type, body.config, '/config')
    if (errors.length > 0) throw new ApiError('INVALID_REQUEST', 'The dataset does not fit its type.', { errors })
    const parentId = body.parent_id ?? null
    if (parentId !== null) {
      // A new dataset is nobody's ancestor yet, so no cycle can come about.
      const parent = await getOwned(context, datasets, parentId, caller.organizationId)
      if (parent.doc.type !== body.type) {
        const message = `must be a dataset of type ${body.type}; it is of type ${parent.doc.type}`
        throw new ApiError('INVALID_REQUEST', 'The parent does not fit.', { errors: [{ path: '/parent_id', message }] })
      }
    }
    const doc: DatasetDoc = {
      id: context.ids.next('ds'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      type: body.type,
      name: body.name,
      description: body.description ?? null,
      parent_id: parentId,
      config: body.config,
    }
    unwrapCommit(await context.store.commit([insert(datasets, doc)]))
    return datasetToWire(doc)
  },

  async getDataset(context, { caller, params }) {
    return datasetToWire((await getOwned(context, datasets, params.id, caller.organizationId)).doc)
  },

  async listDatasetEntities(context, { caller, params, query }) {
    await getOwned(context, datasets, params.id, caller.organizationId)
    return listDocuments(context, {
      collection: entities,
      filter: [{ name: 'dataset', value: params.id }],
      organizationId: caller.organizationId,
      query,
      toWire: entityToWire,
    })
  },

  async createDatasetEntity(context, { caller, params, body }) {
    await getOwned(context, datasets, params.id, caller.organizationId)
    const doc: EntityDoc = {
      id: context.ids.next('ent'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      dataset_id: params.id,
      type: body.type,
      ref: body.ref ?? null,
      data: body.data,
    }
    unwrapCommit(await context.store.commit([insert(entities, doc)]))
    return entityToWire(doc)
  },
}

function datasetToWire(doc: DatasetDoc): Dataset {
  const { id, type, name, description, parent_id, config, created_at } = doc
  return { id, type, name, description, parent_id, config, created_at }
}

export function entityToWire(doc: EntityDoc): DatasetEntity {
  const { id, dataset_id, type, ref, data, created_at } = doc
  return { id, dataset_id, type, ref, data, created_at }
}
