import { ApiError } from '@carebench/protocol'
import { type LogAppend, type Stored, StoreUnavailableError } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import type { FrozenTask, VersionDoc } from '../../documents/collections/authoring.js'
import type { CriterionRunDoc, RunDoc, TaskRunDoc } from '../../documents/collections/running.js'
import { StalePlaygroundError } from '../../playground/log/append-entries.js'
import type { Playground } from '../../playground/playground.js'
import { makeSeal } from '../../playground/replay/make-seal.js'
import { findFrozenTask, loadVersion, toPlayground } from '../run-documents.js'
import { toClockPlan } from '../task-clock.js'
import { commitTaskRun } from './commit-task-run.js'

/**
 * Ends a task run without verifying it. Cancelling leaves phase, verdict, score and criterion runs unchanged; timing
 * out completes it with verdict `fail`, score 0 and unverified criteria. Returns false if it was written concurrently,
 * or must be cancelled instead.
 */
export async function endTaskRun(
  context: ServiceContext,
  taskRun: Stored<TaskRunDoc>,
  how: 'cancelled' | 'timed_out',
  at: string,
): Promise<boolean> {
  const version = await loadVersion(context, taskRun.doc)
  const task = findFrozenTask(version, taskRun.doc)
  const after = how === 'cancelled' ? cancelled(taskRun.doc) : timedOut(taskRun.doc, at)
  const unverified = how === 'cancelled' ? [] : unverifiedCriterionRuns(context, taskRun.doc, version, task, at)
  // If the run has been cancelled meanwhile, its unfinished task runs are cancelled, not timed out.
  const isStillAllowed = (run: RunDoc): boolean => how === 'cancelled' || !run.cancelled
  const commit = (appends: readonly LogAppend[]) =>
    commitTaskRun(context, taskRun, after, at, { criterionRuns: unverified, appends, isStillAllowed })
  const ended = await sealAndCommit(context, taskRun.doc, version, commit)
  if (ended) context.playgrounds.drop(taskRun.doc.playground_id)
  return ended
}

/** Seals the playground, if it was created, in the commit that ends its task run. */
async function sealAndCommit(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  commit: (appends: readonly LogAppend[]) => Promise<boolean>,
): Promise<boolean> {
  const seal = (playground: Playground) =>
    playground.begun || taskRun.started_at !== null
      ? playground.freeze(async ({ appends }) => {
          const committed = await commit(appends)
          return { committed, result: committed }
        })
      : commit([])
  try {
    return await context.playgrounds.with(toPlayground(version, taskRun), seal)
  } catch (error) {
    if (error instanceof ApiError || error instanceof StoreUnavailableError) throw error
    // A task run must be able to end even if its playground cannot be built. Other services may still run it.
    context.log({ level: 'error', message: `The playground ${taskRun.playground_id} could not be built.`, error })
    return sealUnbuilt(context, taskRun, version, commit)
  }
}

/**
 * Seals the log of a playground without knowing its state. Returns false if another process has appended to the log.
 */
async function sealUnbuilt(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  commit: (appends: readonly LogAppend[]) => Promise<boolean>,
): Promise<boolean> {
  const { playground_id, started_at } = taskRun
  const entries = await context.store.log.read(playground_id)
  const reading = { now: context.clock.now(), startedAt: started_at === null ? null : Date.parse(started_at) }
  const clock = toClockPlan(version, findFrozenTask(version, taskRun))
  const seal = entries.length > 0 || started_at !== null ? makeSeal(entries, clock, reading) : null
  try {
    return await commit(seal === null ? [] : [{ log: playground_id, expectedSeq: seal.seq, entries: [seal] }])
  } catch (error) {
    if (error instanceof StalePlaygroundError) return false
    throw error
  }
}

function cancelled(taskRun: TaskRunDoc): TaskRunDoc {
  return { ...taskRun, status: 'cancelled' }
}

function timedOut(taskRun: TaskRunDoc, at: string): TaskRunDoc {
  return { ...taskRun, status: 'timed_out', phase: 'completed', verdict: 'fail', score: 0, completed_at: at }
}

function unverifiedCriterionRuns(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  task: FrozenTask,
  at: string,
): CriterionRunDoc[] {
  return task.criteria.map(({ id, item }) => ({
    id: context.ids.next('crun'),
    created_at: at,
    organization_id: taskRun.organization_id,
    author_organization_id: version.organization_id,
    task_run_id: taskRun.id,
    criterion_id: id,
    ...(item !== undefined && { item }),
    outcome: 'not_verified',
    passed: false,
    score: 0,
    details: 'not verified',
    evidence: null,
    started_at: taskRun.started_at ?? at,
    completed_at: at,
  }))
}
