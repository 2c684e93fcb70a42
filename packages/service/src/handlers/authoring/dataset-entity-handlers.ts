import { type DatasetEntity, formatInstant } from '@carebench/protocol'
import { insert } from '@carebench/store'
import { datasets, type EntityDoc, entities } from '../../documents/collections/authoring.js'
import { decideAndCommit, touch } from '../../documents/decide-and-commit.js'
import { getOwned } from '../../documents/owned.js'
import type { Handlers } from '../handler.js'
import { listDocuments } from '../listing.js'

export const datasetEntityHandlers: Handlers<'listDatasetEntities' | 'createDatasetEntity'> = {
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

  createDatasetEntity: (context, { caller, params, body }) =>
    decideAndCommit(context, async () => {
      const dataset = await getOwned(context, datasets, params.id, caller.organizationId)
      const doc: EntityDoc = {
        id: context.ids.next('ent'),
        created_at: formatInstant(context.clock.now()),
        organization_id: caller.organizationId,
        dataset_id: params.id,
        type: body.type,
        ref: body.ref ?? null,
        data: body.data,
      }
      return { writes: [insert(entities, doc), touch(datasets, dataset)], result: entityToWire(doc) }
    }),
}

export function entityToWire(doc: EntityDoc): DatasetEntity {
  const { id, dataset_id, type, ref, data, created_at } = doc
  return { id, dataset_id, type, ref, data, created_at }
}
