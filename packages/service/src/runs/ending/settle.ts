import { ApiError, formatInstant } from '@carebench/protocol'
import { type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { type RunDoc, runs, type TaskRunDoc, taskRuns } from '../../documents/collections/running.js'
import { retryConflicts } from '../../documents/retry-conflicts.js'
import { type LoadedTaskRun, listTaskRuns, loadTaskRun } from '../run-documents.js'
import { hasEnded, type RunState, toRunState } from '../run-state.js'
import { endTaskRun } from './end-task-run.js'

/** Number of documents that are settled per read. */
const batch = 100

/** Milliseconds for which the services on one store leave overdue documents to the service that read them first. */
const claimTime = 30_000

/**
 * Reads a task run, after timing it out if its time was over at `now` (milliseconds), or cancelling it if its run was
 * cancelled. The caller must hold the lock on the task run, so that a completion that was admitted in time is decided
 * first.
 */
export async function settleTaskRun(context: ServiceContext, id: string, now: number): Promise<LoadedTaskRun> {
  return retryConflicts(context, async () => {
    const loaded = await loadTaskRun(context, id)
    const end = findDueEnd(loaded.taskRun.doc, overBy(loaded.run.doc, now), now)
    if (end === null) return loaded
    const at = end === 'timed_out' ? computeTimeout(loaded.taskRun.doc, loaded.run.doc, now) : now
    await endTaskRun(context, loaded.taskRun, end, formatInstant(at))
    return undefined
  })
}

/** Returns when the time of a task run that has timed out by `now` was over, independent of when this is noticed. */
function computeTimeout(taskRun: TaskRunDoc, run: RunDoc, now: number): number {
  const ends = isOverdue(taskRun, now) ? [taskRun.deadline_at, run.token_expires_at] : [run.token_expires_at]
  return Math.min(...ends.flatMap((end) => (end === null ? [] : [Date.parse(end)])))
}

/** Returns how all unfinished task runs of a run must end; null if they need not. */
function overBy(run: RunDoc, now: number): 'cancelled' | 'timed_out' | null {
  if (run.cancelled) return 'cancelled'
  return now >= Date.parse(run.token_expires_at) ? 'timed_out' : null
}

/**
 * Returns how a task run must end without a request; null if it need not. `run` says how all task runs of its run must
 * end.
 */
function findDueEnd(
  taskRun: TaskRunDoc,
  run: 'cancelled' | 'timed_out' | null,
  now: number,
): 'cancelled' | 'timed_out' | null {
  if (taskRun.status !== 'active') return null
  if (run === 'cancelled') return run
  if (isBeingVerified(taskRun, now)) return null
  if (run !== null) return run
  return isOverdue(taskRun, now) ? 'timed_out' : null
}

/**
 * Whether a completion was admitted in time and a service, perhaps another one whose lock is not visible here, is
 * verifying it. Once its lease has expired, that service may have crashed.
 */
function isBeingVerified({ verifying }: TaskRunDoc, now: number): boolean {
  return verifying !== null && now < verifying.until
}

/** Whether the timeout of an active task run has passed. */
function isOverdue(taskRun: TaskRunDoc, now: number): boolean {
  if (taskRun.phase !== 'started' || taskRun.admitted_at !== null || taskRun.deadline_at === null) return false
  return now >= Date.parse(taskRun.deadline_at)
}

/**
 * Reads a run with its task runs, after ending those whose time is over, or that were cancelled with the run. A
 * cancelled run is never returned partly cancelled. Throws an ApiError `RESOURCE_NOT_FOUND` if there is no such run.
 */
export async function settleRun(
  context: ServiceContext,
  id: string,
): Promise<RunState & { readonly revision: number }> {
  const now = context.clock.now()
  return retryConflicts(context, async () => {
    // Before the run: if a task run was cancelled with it, the run says so.
    const owned = await listTaskRuns(context, id)
    const run = await context.store.get(runs, id)
    if (run === undefined) throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such run.')
    const over = overBy(run.doc, now)
    const left = owned.filter((taskRun) => findDueEnd(taskRun, over, now) !== null)
    if (left.length === 0) return { ...toRunState(run.doc, owned), revision: run.revision }
    for (const { id: taskRunId } of left) {
      await context.locks.run(taskRunId, () => settleTaskRun(context, taskRunId, now))
    }
    return undefined
  })
}

/**
 * Does the same as {@link settleRun} for runs that were read before. Takes two reads for many runs, unless one of them
 * has something to end.
 */
export async function settleRuns(context: ServiceContext, listed: readonly RunDoc[]): Promise<RunState[]> {
  const states: RunState[] = []
  for (let next = 0; next < listed.length; ) {
    const part: RunDoc[] = []
    for (let count = 0; next < listed.length && count < batch; next++) {
      const run = listed[next]
      if (run === undefined) break
      part.push(run)
      count += run.task_runs.length
    }
    states.push(...(await settlePart(context, part)))
  }
  return states
}

async function settlePart(context: ServiceContext, listed: readonly RunDoc[]): Promise<RunState[]> {
  const { store, clock } = context
  const now = clock.now()
  const ids = listed.flatMap(({ task_runs }) => task_runs.map(({ id }) => id))
  const owned = new Map(
    (await store.getMany(taskRuns, ids)).flatMap((found) => (found ? [[found.doc.id, found.doc]] : [])),
  )
  // After their task runs: if one was cancelled with its run, the run says so.
  const current = await store.getMany(
    runs,
    listed.map(({ id }) => id),
  )
  return Promise.all(
    listed.map(({ id, task_runs }, index) => {
      const run = current[index]?.doc
      const present = task_runs.flatMap((taskRun) => owned.get(taskRun.id) ?? [])
      const isWhole = run !== undefined && present.length === task_runs.length
      const over = run === undefined ? null : overBy(run, now)
      if (!isWhole || present.some((taskRun) => findDueEnd(taskRun, over, now) !== null)) return settleRun(context, id)
      return toRunState(run, present)
    }),
  )
}

/**
 * Ends everything whose time is over or whose run was cancelled. Call it regularly; accessing a resource does the same
 * for that resource. One of several services on one store ends each item; if it fails or stops, another one does so
 * after {@link claimTime}. Failures are logged and do not delay the other items.
 */
export async function settleDue(context: ServiceContext): Promise<void> {
  const { store } = context
  const now = context.clock.now()
  for (;;) {
    const overdue = await store.claim(taskRuns, now, now + claimTime, batch)
    for (const { doc } of overdue) await settleOverdue(context, doc.id, now)
    const over = await store.claim(runs, now, now + claimTime, batch)
    for (const run of over) await settleOverdueRun(context, run, now)
    if (overdue.length < batch && over.length < batch) return
  }
}

/** Ends the unfinished task runs of a run whose time is over, and marks the run as settled. */
async function settleOverdueRun(context: ServiceContext, run: Stored<RunDoc>, now: number): Promise<void> {
  const left = (await listTaskRuns(context, run.doc.id)).filter((taskRun) => !hasEnded(taskRun))
  let isSettled = true
  for (const { id } of left) isSettled = (await settleOverdue(context, id, now)) && isSettled
  // Otherwise, or if the run was written concurrently, it is due again when the claim ends.
  if (isSettled) await context.store.commit([update(runs, { ...run.doc, settled: true }, run.revision)])
}

/** Returns false if the task run could not be ended, which is logged; a deleted task run counts as ended. */
async function settleOverdue(context: ServiceContext, id: string, now: number): Promise<boolean> {
  try {
    const { taskRun } = await context.locks.run(id, () => settleTaskRun(context, id, now))
    return hasEnded(taskRun.doc)
  } catch (error) {
    // Its run was deleted meanwhile.
    if (error instanceof ApiError && error.code === 'RESOURCE_NOT_FOUND') return true
    context.log({ level: 'error', message: `The overdue task run ${id} could not be settled.`, error })
    return false
  }
}
