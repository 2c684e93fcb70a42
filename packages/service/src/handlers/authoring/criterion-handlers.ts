import { ApiError, type Criterion, formatInstant, type JsonObject } from '@carebench/protocol'
import { insert, remove, update, type Write } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { type CriterionDoc, criteria, entities, tasks } from '../../documents/collections/authoring.js'
import { touch } from '../../documents/decide-and-commit.js'
import { getOwned } from '../../documents/owned.js'
import { commitPart } from '../../versions/commit-part.js'
import type { Handlers } from '../handler.js'
import { listDocuments } from '../listing.js'

export const criterionHandlers: Handlers<
  'listCriteria' | 'createCriterion' | 'getCriterion' | 'updateCriterion' | 'deleteCriterion'
> = {
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
    assertAssertion(context, body.assertion)
    const task = await getOwned(context, tasks, body.task_id, caller.organizationId)
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
      severity: body.severity ?? null,
      harm: body.harm ?? null,
      item: body.item ?? null,
      input_entity_id: body.input_entity_id ?? null,
    }
    return commitPart(context, task.doc.benchmark_id, async () => {
      await getOwned(context, tasks, body.task_id, caller.organizationId)
      const reference = await refer(context, doc.input_entity_id, caller.organizationId)
      return { writes: [insert(criteria, doc), ...reference], result: criterionToWire(doc) }
    })
  },

  async getCriterion(context, { caller, params }) {
    return criterionToWire((await getOwned(context, criteria, params.id, caller.organizationId)).doc)
  },

  async updateCriterion(context, { caller, params, body }) {
    if (body.assertion !== undefined) assertAssertion(context, body.assertion)
    return commitPart(context, await findBenchmark(context, params.id, caller.organizationId), async () => {
      const { doc, revision } = await getOwned(context, criteria, params.id, caller.organizationId)
      const reference = await refer(context, body.input_entity_id ?? null, caller.organizationId)
      const changed: CriterionDoc = { ...doc, ...body }
      return { writes: [update(criteria, changed, revision), ...reference], result: criterionToWire(changed) }
    })
  },

  async deleteCriterion(context, { caller, params }) {
    return commitPart(context, await findBenchmark(context, params.id, caller.organizationId), async () => {
      const { doc, revision } = await getOwned(context, criteria, params.id, caller.organizationId)
      return { writes: [remove(criteria, doc.id, revision)], result: undefined }
    })
  },
}

/** Throws an ApiError `INVALID_REQUEST` unless the assertion matches the schema of its kind. */
function assertAssertion(context: ServiceContext, assertion: JsonObject): void {
  const validation = context.verifier.validateAssertion(assertion)
  if (validation.ok) return
  throw new ApiError('INVALID_REQUEST', 'The assertion does not match the schema of its kind.', {
    errors: validation.errors.map(({ path, message }) => ({ path: `/assertion${path}`, message })),
  })
}

async function findBenchmark(context: ServiceContext, criterionId: string, organizationId: string): Promise<string> {
  const criterion = await getOwned(context, criteria, criterionId, organizationId)
  return (await getOwned(context, tasks, criterion.doc.task_id, organizationId)).doc.benchmark_id
}

async function refer(context: ServiceContext, entityId: string | null, organizationId: string): Promise<Write[]> {
  return entityId === null ? [] : [touch(entities, await getOwned(context, entities, entityId, organizationId))]
}

export function criterionToWire(doc: CriterionDoc): Criterion {
  const { organization_id: _, item = null, ...wire } = doc
  return { ...wire, item }
}
