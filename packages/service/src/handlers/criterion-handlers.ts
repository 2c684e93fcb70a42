import { ApiError, type Criterion, formatInstant } from '@carebench/protocol'
import { type CriterionDoc, criteria, entities, tasks } from '../documents/authoring.js'
import { insert } from '../ports/store.js'
import { commitPart } from '../versions/commit-part.js'
import type { Handlers } from './handler.js'
import { listDocuments } from './listing.js'
import { getOwned } from './owned.js'

export const criterionHandlers: Handlers<'listCriteria' | 'createCriterion' | 'getCriterion'> = {
  async listCriteria(context, { caller, query }) {
    await getOwned(context, tasks, query.task_id, caller.organizationId)
    return listDocuments(context, {
      collection: criteria,
      filter: [{ name: 'task', value: query.task_id }],
      organizationId: caller.organizationId,
      query,
      toWire: criterionToWire,
    })
  },

  async createCriterion(context, { caller, body }) {
    const validation = context.verifier.validateAssertion(body.assertion)
    if (!validation.ok) {
      throw new ApiError('INVALID_REQUEST', 'The assertion does not fit its kind.', {
        errors: validation.errors.map(({ path, message }) => ({ path: `/assertion${path}`, message })),
      })
    }
    const task = await getOwned(context, tasks, body.task_id, caller.organizationId)
    const entityId = body.input_entity_id ?? null
    if (entityId !== null) await getOwned(context, entities, entityId, caller.organizationId)
    const doc: CriterionDoc = {
      id: context.ids.next('crit'),
      created_at: formatInstant(context.clock.now()),
      organization_id: caller.organizationId,
      task_id: body.task_id,
      label: body.label,
      assertion: body.assertion,
      weight: body.weight ?? 1,
      axis: body.axis ?? null,
      guard: body.guard ?? false,
      input_entity_id: entityId,
    }
    await commitPart(context, task.doc.benchmark_id, [insert(criteria, doc)])
    return criterionToWire(doc)
  },

  async getCriterion(context, { caller, params }) {
    return criterionToWire((await getOwned(context, criteria, params.id, caller.organizationId)).doc)
  },
}

export function criterionToWire(doc: CriterionDoc): Criterion {
  const { organization_id: _, ...wire } = doc
  return wire
}
