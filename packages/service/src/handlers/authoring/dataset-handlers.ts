import { ApiError, type Dataset, formatInstant } from '@carebench/protocol'
import { check, insert, remove, type Stored, update, type Write } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { allDocuments } from '../../documents/all-documents.js'
import {
  bindings,
  criteria,
  type DatasetDoc,
  datasets,
  entities,
  environments,
  tasks,
} from '../../documents/collections/authoring.js'
import { checkDatasetConfig } from '../../documents/config-check.js'
import { decideAndCommit, touch } from '../../documents/decide-and-commit.js'
import { getOwned } from '../../documents/owned.js'
import { assertUnreferenced, listRemovals } from '../../documents/removals.js'
import { inSteps } from '../../work/in-steps.js'
import type { Handlers } from '../handler.js'
import { listOwned } from '../listing.js'

export const datasetHandlers: Handlers<
  'listDatasets' | 'createDataset' | 'getDataset' | 'updateDataset' | 'deleteDataset'
> = {
  listDatasets: (context, call) => listOwned(context, call, datasets, datasetToWire),

  async createDataset(context, { caller, body }) {
    const doc: DatasetDoc = {
      id: context.ids.next('ds'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      type: body.type,
      name: body.name,
      description: body.description ?? null,
      parent_id: body.parent_id ?? null,
      config: body.config,
      problems: await inSteps(checkDatasetConfig(context, body.type, body.config, '/config'), context.clock),
    }
    return decideAndCommit(context, async () => {
      const lineage = await assertParent(context, doc)
      return { writes: [insert(datasets, doc), ...lineage], result: datasetToWire(doc) }
    })
  },

  async getDataset(context, { caller, params }) {
    return datasetToWire((await getOwned(context, datasets, params.id, caller.organizationId)).doc)
  },

  updateDataset: (context, { caller, params, body }) =>
    decideAndCommit(context, async () => {
      const { doc, revision } = await getOwned(context, datasets, params.id, caller.organizationId)
      const problems =
        body.config === undefined
          ? doc.problems
          : await inSteps(checkDatasetConfig(context, doc.type, body.config, '/config'), context.clock)
      const changed: DatasetDoc = { ...doc, ...body, problems }
      const lineage = changed.parent_id === doc.parent_id ? [] : await assertParent(context, changed)
      return { writes: [update(datasets, changed, revision), ...lineage], result: datasetToWire(changed) }
    }),

  deleteDataset: (context, { caller, params }) =>
    decideAndCommit(context, async () => {
      const dataset = await getOwned(context, datasets, params.id, caller.organizationId)
      const owned = await listRemovals(context, entities, { name: 'dataset', value: params.id })
      await assertDeletable(context, dataset)
      return { writes: [remove(datasets, params.id, dataset.revision), ...owned], result: undefined }
    }),
}

/**
 * Throws an ApiError unless the dataset's parent belongs to the same organization, has the same type, and is not a
 * descendant of the dataset. Returns checks that make the commit fail if this changes.
 */
async function assertParent(context: ServiceContext, dataset: DatasetDoc): Promise<Write[]> {
  const { id, type, parent_id, organization_id } = dataset
  if (parent_id === null) return []
  const parent = await getOwned(context, datasets, parent_id, organization_id)
  if (parent.doc.type !== type) throw unfitParent(`must be a dataset of type ${type}; it is of type ${parent.doc.type}`)
  const writes: Write[] = [touch(datasets, parent)]
  const message = 'must not be the dataset itself or a descendant of it'
  if (parent.doc.id === id) throw unfitParent(message)
  for (let next = parent.doc.parent_id; next !== null; ) {
    if (next === id) throw unfitParent(message)
    const ancestor = await getOwned(context, datasets, next, organization_id)
    writes.push(check(datasets, ancestor.doc.id, ancestor.revision))
    next = ancestor.doc.parent_id
  }
  return writes
}

function unfitParent(message: string): ApiError {
  return new ApiError('INVALID_REQUEST', 'parent_id must name another dataset of the same type in this organization.', {
    errors: [{ path: '/parent_id', message }],
  })
}

/** Throws an ApiError `CONFLICT` that names the document if one refers to the dataset or to one of its entities. */
async function assertDeletable(context: ServiceContext, { doc }: Stored<DatasetDoc>): Promise<void> {
  await assertUnreferenced(
    context,
    environments,
    { name: 'dataset', value: doc.id },
    ({ id }) => `The dataset is linked to the environment ${id}; unlink it first.`,
  )
  await assertUnreferenced(
    context,
    tasks,
    { name: 'dataset', value: doc.id },
    ({ id, name }) => `The task ${id} (${name}) has the dataset in its environment; remove it there first.`,
  )
  await assertUnreferenced(
    context,
    datasets,
    { name: 'parent', value: doc.id },
    ({ id }) => `The dataset is the parent of the dataset ${id}; change that parent_id first.`,
  )
  for (const entity of await allDocuments(context.store, entities, { name: 'dataset', value: doc.id })) {
    const referring = { name: 'entity', value: entity.id }
    await assertUnreferenced(
      context,
      bindings,
      referring,
      ({ task_id }) => `The task ${task_id} is bound to the entity ${entity.id} of the dataset; unbind it first.`,
    )
    await assertUnreferenced(
      context,
      criteria,
      referring,
      ({ id }) => `The criterion ${id} reads the entity ${entity.id} of the dataset; change its input_entity_id first.`,
    )
  }
}

function datasetToWire(doc: DatasetDoc): Dataset {
  const { id, type, name, description, parent_id, config, problems, created_at } = doc
  return { id, type, name, description, parent_id, config, problems: [...problems], created_at }
}
