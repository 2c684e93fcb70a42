import type { BenchmarkRun, CriterionRun, TaskRun, TaskRunWithCriterionRuns } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { allDocuments } from '../documents/all-documents.js'
import {
  type CriterionRunDoc,
  criterionRuns,
  runs,
  type TaskRunDoc,
  taskRuns,
} from '../documents/collections/running.js'
import { getOwned, notFound } from '../documents/owned.js'
import { createRun } from '../runs/create-run.js'
import { cancelRun } from '../runs/ending/cancel-run.js'
import { cancelTaskRun } from '../runs/ending/cancel-task-run.js'
import { completeTaskRun } from '../runs/ending/complete-task-run.js'
import { deleteRun } from '../runs/ending/delete-run.js'
import { settleRun, settleRuns, settleTaskRun } from '../runs/ending/settle.js'
import { benchmarkRunToWire, taskRunResultToWire } from '../runs/run-to-wire.js'
import type { Handlers } from './handler.js'
import { listDocuments, listOwned } from './listing.js'

export const runHandlers: Handlers<
  | 'listBenchmarkRuns'
  | 'createAuthoringRun'
  | 'cancelBenchmarkRun'
  | 'deleteBenchmarkRun'
  | 'getBenchmarkRun'
  | 'getRun'
  | 'listTaskRuns'
  | 'getTaskRun'
  | 'finishTaskRun'
  | 'cancelTaskRun'
  | 'listCriterionRuns'
  | 'getCriterionRun'
> = {
  async listBenchmarkRuns(context, call) {
    const page = await listOwned(context, call, runs, (run) => run)
    const states = await settleRuns(context, page.data)
    return { ...page, data: states.map(benchmarkRunToWire) }
  },

  createAuthoringRun(context, { caller, body }) {
    const owner = { organizationId: caller.organizationId, solverId: null }
    return createRun(context, owner, { ...body, scored: false }, (state, created) => {
      const run = benchmarkRunToWire(state)
      return { ...run, ...created, task_runs: zip(run.task_runs, created.task_runs) }
    })
  },

  async cancelBenchmarkRun(context, { caller, params }) {
    await getOwned(context, runs, params.id, caller.organizationId)
    return benchmarkRunToWire(await cancelRun(context, params.id))
  },

  async deleteBenchmarkRun(context, { caller, params }) {
    await getOwned(context, runs, params.id, caller.organizationId)
    await deleteRun(context, params.id)
  },

  getBenchmarkRun: (context, { caller, params }) => readRun(context, params.id, caller.organizationId),

  getRun: (context, { caller, params }) => readRun(context, params.run_id, caller.organizationId),

  async listTaskRuns(context, { caller, query }) {
    await getOwned(context, runs, query.benchmark_run_id, caller.organizationId)
    await settleRun(context, query.benchmark_run_id)
    return listDocuments(context, {
      collection: taskRuns,
      filter: [{ name: 'run', value: query.benchmark_run_id }],
      organizationId: caller.organizationId,
      query,
      toWire: taskRunToWire,
    })
  },

  async getTaskRun(context, { caller, params }) {
    await getOwned(context, taskRuns, params.id, caller.organizationId)
    return taskRunWithCriterionRuns(context, await readSettled(context, params.id))
  },

  async finishTaskRun(context, { caller, params, body }) {
    await getOwned(context, taskRuns, params.id, caller.organizationId)
    const { taskRun } = await completeTaskRun(context, params.id, body.output)
    return taskRunWithCriterionRuns(context, taskRun)
  },

  async cancelTaskRun(context, { caller, params }) {
    await getOwned(context, taskRuns, params.id, caller.organizationId)
    return taskRunToWire(await cancelTaskRun(context, params.id))
  },

  async listCriterionRuns(context, { caller, query }) {
    const taskRun = await context.store.get(taskRuns, query.task_run_id)
    const mayRead = taskRun !== undefined && (await isVisible(context, taskRun.doc, caller.organizationId))
    if (!mayRead) throw notFound()
    if (taskRun.doc.status === 'active') await readSettled(context, query.task_run_id)
    const isScored = scoredReader(context)
    const page = await listDocuments(context, {
      collection: criterionRuns,
      filter: [{ name: 'taskRun', value: query.task_run_id }],
      organizationId: caller.organizationId,
      query,
      toWire: (doc) => criterionRunToWire(doc, caller.organizationId, isScored),
    })
    return { ...page, next_cursor: page._meta.next }
  },

  async getCriterionRun(context, { caller, params }) {
    const found = await context.store.get(criterionRuns, params.id)
    if (found === undefined || !isReadable(found.doc, caller.organizationId)) throw notFound()
    return criterionRunToWire(found.doc, caller.organizationId, scoredReader(context))
  },
}

/** Joins two lists about the same items in the same order. */
function zip<One, Other>(ones: readonly One[], others: readonly Other[]): (One & Other)[] {
  return ones.map((item, index) => ({ ...item, ...(others[index] as Other) }))
}

async function readRun(context: ServiceContext, id: string, organizationId: string): Promise<BenchmarkRun> {
  await getOwned(context, runs, id, organizationId)
  return benchmarkRunToWire(await settleRun(context, id))
}

/** Returns the current task run, timed out if its time is over. */
async function readSettled(context: ServiceContext, id: string): Promise<TaskRunDoc> {
  const { taskRun } = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  return taskRun.doc
}

/** The organizations of the run and of the benchmark may read a criterion run. */
function isReadable(doc: CriterionRunDoc, organizationId: string): boolean {
  return doc.organization_id === organizationId || doc.author_organization_id === organizationId
}

async function isVisible(context: ServiceContext, taskRun: TaskRunDoc, organizationId: string): Promise<boolean> {
  if (taskRun.organization_id === organizationId) return true
  const page = await context.store.page(criterionRuns, { filter: { name: 'taskRun', value: taskRun.id }, limit: 1 })
  return page.docs[0]?.author_organization_id === organizationId
}

/**
 * A criterion run for one organization. On a scored run of another organization's benchmark, the run's organization
 * sees neither details nor evidence, which would reveal the expected values.
 */
async function criterionRunToWire(
  doc: CriterionRunDoc,
  organizationId: string,
  isScored: ScoredReader,
): Promise<CriterionRun> {
  const hidden = doc.author_organization_id !== organizationId && (await isScored(doc))
  return {
    id: doc.id,
    task_run_id: doc.task_run_id,
    criterion_id: doc.criterion_id,
    ...(doc.item !== undefined && { item: doc.item }),
    passed: doc.passed,
    score: doc.score,
    details: hidden ? null : doc.details,
    evidence: hidden ? null : doc.evidence,
    started_at: doc.started_at,
    completed_at: doc.completed_at,
  }
}

/** Whether the run of a criterion run is scored. */
type ScoredReader = (doc: CriterionRunDoc) => Promise<boolean>

/** Returns a reader that reads each run only once for all criterion runs of a task run. */
function scoredReader(context: ServiceContext): ScoredReader {
  const known = new Map<string, Promise<boolean>>()
  return ({ task_run_id: id }) => {
    const scored = known.get(id) ?? isScoredTaskRun(context, id)
    known.set(id, scored)
    return scored
  }
}

async function isScoredTaskRun(context: ServiceContext, id: string): Promise<boolean> {
  const taskRun = await context.store.get(taskRuns, id)
  const run = taskRun === undefined ? undefined : await context.store.get(runs, taskRun.doc.benchmark_run_id)
  return run === undefined || run.doc.scored
}

async function taskRunWithCriterionRuns(context: ServiceContext, doc: TaskRunDoc): Promise<TaskRunWithCriterionRuns> {
  // Criterion runs are written with the end of the task run: if this snapshot has not ended, they belong to a later
  // state.
  const verified =
    doc.phase === 'completed'
      ? await allDocuments(context.store, criterionRuns, { name: 'taskRun', value: doc.id })
      : []
  const isScored = scoredReader(context)
  return {
    ...taskRunToWire(doc),
    criterion_runs: await Promise.all(
      verified.map((criterionRun) => criterionRunToWire(criterionRun, doc.organization_id, isScored)),
    ),
  }
}

function taskRunToWire(doc: TaskRunDoc): TaskRun {
  return { ...taskRunResultToWire(doc), snapshot: doc.snapshot }
}
