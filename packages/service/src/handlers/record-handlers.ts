import type { JsonObject } from '@carebench/protocol'
import type { RunRecord } from '@carebench/verifier'
import type { ServiceContext } from '../context/context.js'
import { type VersionDoc, versions } from '../documents/collections/authoring.js'
import { runs, taskRuns } from '../documents/collections/running.js'
import { notFound } from '../documents/owned.js'
import { makeBenchmarkRunRecord } from '../records/benchmark-run-record.js'
import { makeTaskRunRecord } from '../records/task-run-record.js'
import { settleRun, settleTaskRun } from '../runs/ending/settle.js'
import { readProgress } from '../runs/task-progress.js'
import type { Handlers } from './handler.js'

export const recordHandlers: Handlers<'getTaskRunRecord' | 'getTaskRunProgress' | 'getBenchmarkRunRecord'> = {
  async getTaskRunRecord(context, { caller, params, query }) {
    const { taskRun, version } = await settleOwn(context, params.id, caller.organizationId)
    return toWire(await makeTaskRunRecord(context, taskRun, version, isSelfContained(query)))
  },

  async getTaskRunProgress(context, { caller, params }) {
    const { taskRun, version } = await settleOwn(context, params.id, caller.organizationId)
    return readProgress(context, taskRun, version)
  },

  async getBenchmarkRunRecord(context, { caller, params, query }) {
    const found = await context.store.get(runs, params.id)
    const version = await ownVersion(context, found?.doc.version_id, caller.organizationId)
    return toWire(
      await makeBenchmarkRunRecord(context, await settleRun(context, params.id), version, isSelfContained(query)),
    )
  },
}

function isSelfContained({ self_contained }: { readonly self_contained?: 'true' | 'false' }): boolean | undefined {
  return self_contained === undefined ? undefined : self_contained === 'true'
}

/** Returns a settled task run of a benchmark version of the organization; throws an ApiError for any other. */
async function settleOwn(context: ServiceContext, id: string, organizationId: string) {
  const found = await context.store.get(taskRuns, id)
  const version = await ownVersion(context, found?.doc.version_id, organizationId)
  const { taskRun } = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  return { taskRun: taskRun.doc, version }
}

/**
 * Returns a benchmark version of the organization; throws an ApiError for any other. Records contain criteria and
 * evidence, and progress shows the passing items, so only the owner of the benchmark may read them, not the solver.
 */
async function ownVersion(
  context: ServiceContext,
  id: string | undefined,
  organizationId: string,
): Promise<VersionDoc> {
  const version = id === undefined ? undefined : await context.store.get(versions, id)
  if (version === undefined || version.doc.organization_id !== organizationId) throw notFound()
  return version.doc
}

/** A record is plain JSON, and is returned as it was sealed. */
function toWire(record: RunRecord): JsonObject {
  return record as unknown as JsonObject
}
