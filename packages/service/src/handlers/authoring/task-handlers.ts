import { ApiError, formatInstant, type Task, type TaskEnvironment } from '@carebench/protocol'
import { insert, remove, update, type Write } from '@carebench/store'
import { findItemErrors } from '../../authoring/task-items.js'
import type { ServiceContext } from '../../context/context.js'
import { allDocuments } from '../../documents/all-documents.js'
import {
  type BindingDoc,
  benchmarks,
  bindings,
  criteria,
  datasets,
  entities,
  type TaskDoc,
  tasks,
  writeTagValue,
} from '../../documents/collections/authoring.js'
import { touch } from '../../documents/decide-and-commit.js'
import { getOwned, notFound } from '../../documents/owned.js'
import { listRemovals } from '../../documents/removals.js'
import { commitPart } from '../../versions/commit-part.js'
import type { Handlers } from '../handler.js'
import { listDocuments } from '../listing.js'
import { criterionToWire } from './criterion-handlers.js'
import { entityToWire } from './dataset-entity-handlers.js'

export const taskHandlers: Handlers<
  | 'listTasks'
  | 'createTask'
  | 'getTask'
  | 'updateTask'
  | 'deleteTask'
  | 'listTaskEntities'
  | 'bindTaskEntity'
  | 'unbindTaskEntity'
> = {
  async listTasks(context, { caller, query }) {
    await getOwned(context, benchmarks, query.benchmark_id, caller.organizationId)
    const tags = [...new Set(query.tag)].sort().map((tag) => writeTagValue(query.benchmark_id, tag))
    return listDocuments(context, {
      collection: tasks,
      // The filter value of a tag contains the id of its benchmark.
      filter:
        tags.length === 0
          ? [{ name: 'benchmark', value: query.benchmark_id }]
          : tags.map((value) => ({ name: 'tag', value })),
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
      ...readTimes(body),
      environment: body.environment ?? null,
      solutions: body.solutions ?? [],
      counters: body.counters ?? [],
    }
    return commitPart(context, doc.benchmark_id, async () => ({
      writes: [insert(tasks, doc), ...(await refer(context, doc.environment, caller.organizationId))],
      result: taskToWire(doc),
    }))
  },

  async getTask(context, { caller, params }) {
    const { doc } = await getOwned(context, tasks, params.id, caller.organizationId)
    const owned = await allDocuments(context.store, criteria, { name: 'task', value: doc.id })
    return { ...taskToWire(doc), criteria: owned.map(criterionToWire) }
  },

  async updateTask(context, { caller, params, body }) {
    const task = await getOwned(context, tasks, params.id, caller.organizationId)
    return commitPart(context, task.doc.benchmark_id, async () => {
      const { doc, revision } = await getOwned(context, tasks, params.id, caller.organizationId)
      const changed: TaskDoc = { ...doc, ...body, ...readTimes(body) }
      const references = await refer(context, body.environment, caller.organizationId)
      return { writes: [update(tasks, changed, revision), ...references], result: taskToWire(changed) }
    })
  },

  async deleteTask(context, { caller, params }) {
    const task = await getOwned(context, tasks, params.id, caller.organizationId)
    return commitPart(context, task.doc.benchmark_id, async () => {
      const { doc, revision } = await getOwned(context, tasks, params.id, caller.organizationId)
      const owned = { name: 'task', value: doc.id }
      return {
        writes: [
          remove(tasks, doc.id, revision),
          ...(await listRemovals(context, criteria, owned)),
          ...(await listRemovals(context, bindings, owned)),
        ],
        result: undefined,
      }
    })
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
    return commitPart(context, task.doc.benchmark_id, async () => {
      await getOwned(context, tasks, params.id, caller.organizationId)
      const entity = await getOwned(context, entities, body.dataset_entity_id, caller.organizationId)
      const result = entityToWire(entity.doc)
      if ((await findBinding(context, params.id, entity.doc.id)) !== undefined) return { writes: [], result }
      const doc: BindingDoc = {
        id: context.ids.next('ent'),
        created_at: formatInstant(context.clock.now()),
        organization_id: caller.organizationId,
        task_id: params.id,
        entity_id: entity.doc.id,
      }
      return { writes: [insert(bindings, doc), touch(entities, entity)], result }
    })
  },

  async unbindTaskEntity(context, { caller, params }) {
    const task = await getOwned(context, tasks, params.id, caller.organizationId)
    return commitPart(context, task.doc.benchmark_id, async () => {
      const binding = await findBinding(context, params.id, params.entity_id)
      if (binding === undefined) throw notFound()
      return { writes: [remove(bindings, binding.doc.id, binding.revision)], result: undefined }
    })
  },
}

function findBinding(context: ServiceContext, taskId: string, entityId: string) {
  return context.store.getByUnique(bindings, 'pair', `${taskId}/${entityId}`)
}

async function boundEntity(context: ServiceContext, binding: BindingDoc) {
  const entity = await context.store.get(entities, binding.entity_id)
  if (entity === undefined) throw notFound()
  return entityToWire(entity.doc)
}

function taskToWire(doc: TaskDoc): Task {
  const { organization_id: _, starts_at = null, ends_at = null, environment = null, items, ...wire } = doc
  const { tags, solutions, counters } = wire
  const lists = { tags: [...tags], items: [...(items ?? [])], solutions: [...solutions], counters: [...counters] }
  return { ...wire, starts_at, ends_at, environment, ...lists }
}

/**
 * Returns the writes that a reference to the datasets of an environment needs. Throws an ApiError `RESOURCE_NOT_FOUND`
 * if the organization lacks one of them.
 */
async function refer(
  context: ServiceContext,
  environment: TaskEnvironment | null | undefined,
  organizationId: string,
): Promise<Write[]> {
  const ids = [...new Set(environment?.datasets?.map(({ id }) => id))]
  const found = await Promise.all(ids.map((id) => getOwned(context, datasets, id, organizationId)))
  return found.map((dataset) => touch(datasets, dataset))
}

type Times = Pick<TaskDoc, 'starts_at' | 'ends_at' | 'items'>

/**
 * Returns the times of a task, and its items, as far as the body has them. Throws an ApiError `INVALID_REQUEST` if a
 * time is of a day that does not exist, or if two items have one key.
 */
function readTimes({ starts_at, ends_at, items }: Times): Times {
  const errors = findItemErrors({ items: items ?? [], criteria: [] }, '')
  const [first] = errors
  if (first !== undefined)
    throw new ApiError('INVALID_REQUEST', `${first.path} ${first.message}.`, { errors: [...errors] })
  return {
    ...(starts_at !== undefined && { starts_at: readTime(starts_at, 'starts_at') }),
    ...(ends_at !== undefined && { ends_at: readTime(ends_at, 'ends_at') }),
    ...(items && {
      items: items.map(({ due, ...item }, index) => ({
        ...item,
        ...(due !== undefined && { due: readTime(due, `items/${index}/due`) }),
      })),
    }),
  }
}

/** Returns the time in UTC with milliseconds, as in every date-time. */
function readTime(text: string | null, place: string): string | null {
  if (text === null) return null
  const time = Date.parse(text)
  // Date.parse reads February 30 as March 1.
  const day = Number(text.slice(8, 10))
  if (!Number.isNaN(time) && new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day) return formatInstant(time)
  const message = `must be a date-time that exists; got ${JSON.stringify(text)}`
  throw new ApiError('INVALID_REQUEST', `${place} ${message}.`, { errors: [{ path: `/${place}`, message }] })
}
