import { formatInstant, type Task } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import {
  type BindingDoc,
  benchmarks,
  bindings,
  criteria,
  entities,
  type TaskDoc,
  tasks,
} from '../documents/authoring.js'
import { insert } from '../ports/store.js'
import { commitPart } from '../versions/commit-part.js'
import { criterionToWire } from './criterion-handlers.js'
import { entityToWire } from './dataset-handlers.js'
import type { Handlers } from './handler.js'
import { allDocuments, listDocuments } from './listing.js'
import { getOwned, notFound } from './owned.js'

export const taskHandlers: Handlers<'listTasks' | 'createTask' | 'getTask' | 'listTaskEntities' | 'bindTaskEntity'> = {
  async listTasks(context, { caller, query }) {
    await getOwned(context, benchmarks, query.benchmark_id, caller.organizationId)
    return listDocuments(context, {
      collection: tasks,
      filter: [{ name: 'benchmark', value: query.benchmark_id }],
      organizationId: caller.organizationId,
      query,
      toWire: taskToWire,
    })
  },

  async createTask(context, { caller, body }) {
    await getOwned(context, benchmarks, body.benchmark_id, caller.organizationId)
    const doc: TaskDoc = {
      id: context.ids.next('task'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      benchmark_id: body.benchmark_id,
      name: body.name,
      timeout: body.timeout ?? null,
      tags: body.tags ?? [],
      task_item: body.task_item ?? null,
      scenario: body.scenario ?? null,
      solutions: body.solutions ?? [],
    }
    await commitPart(context, doc.benchmark_id, [insert(tasks, doc)])
    return taskToWire(doc)
  },

  async getTask(context, { caller, params }) {
    const { doc } = await getOwned(context, tasks, params.id, caller.organizationId)
    const owned = await allDocuments(context.store, criteria, { name: 'task', value: doc.id })
    return { ...taskToWire(doc), criteria: owned.map(criterionToWire) }
  },

  async listTaskEntities(context, { caller, params, query }) {
    await getOwned(context, tasks, params.id, caller.organizationId)
    return listDocuments(context, {
      collection: bindings,
      filter: [{ name: 'task', value: params.id }],
      organizationId: caller.organizationId,
      query,
      toWire: (binding) => boundEntity(context, binding),
    })
  },

  async bindTaskEntity(context, { caller, params, body }) {
    const task = await getOwned(context, tasks, params.id, caller.organizationId)
    const entity = await getOwned(context, entities, body.dataset_entity_id, caller.organizationId)
    const isBound = async () => {
      const pair = `${params.id}/${entity.doc.id}`
      return (await context.store.getByUnique(bindings, 'pair', pair)) !== undefined
    }
    if (!(await isBound())) {
      const doc: BindingDoc = {
        id: context.ids.next('ent'),
        created_at: formatInstant(context.clock.now()),
        organization_id: caller.organizationId,
        task_id: params.id,
        entity_id: entity.doc.id,
      }
      try {
        await commitPart(context, task.doc.benchmark_id, [insert(bindings, doc)])
      } catch (error) {
        // Bound by another request meanwhile: that is what was asked for.
        if (!(await isBound())) throw error
      }
    }
    return entityToWire(entity.doc)
  },
}

async function boundEntity(context: ServiceContext, binding: BindingDoc) {
  const entity = await context.store.get(entities, binding.entity_id)
  if (entity === undefined) throw notFound()
  return entityToWire(entity.doc)
}

function taskToWire(doc: TaskDoc): Task {
  const { organization_id: _, tags, solutions, ...wire } = doc
  return { ...wire, tags: [...tags], solutions: [...solutions] }
}
