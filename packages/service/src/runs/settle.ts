import { ApiError, formatInstant } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { type RunDoc, runs, type TaskRunDoc, taskRuns } from '../documents/running.js'
import { busy } from '../http/busy.js'
import { endTaskRun } from './end-task-run.js'
import { type LoadedTaskRun, loadTaskRun } from './run-documents.js'

/** How many documents are looked after in one go. */
const batch = 100

/**
 * Reads a task run, after having timed it out if its time was over at `now` (milliseconds), or cancelled it if its run
 * was. The caller must hold the lock on the task run, so that what was admitted in time is decided first.
 */
export async function settleTaskRun(context: ServiceContext, id: string, now: number): Promise<LoadedTaskRun> {
  for (let attempt = 0; attempt < 10; attempt++) {
    const loaded = await loadTaskRun(context, id)
    const end = dueEndOf(loaded.taskRun.doc, loaded.run.doc, now)
    if (end === null) return loaded
    await endTaskRun(context, loaded.taskRun, end, formatInstant(now))
  }
  throw busy()
}

/** How a task run has to end without anybody's doing; null if it has not. */
function dueEndOf(taskRun: TaskRunDoc, run: RunDoc, now: number): 'cancelled' | 'timed_out' | null {
  if (taskRun.status === 'active' && run.cancelled) return 'cancelled'
  return isOverdue(taskRun, run, now) ? 'timed_out' : null
}

/** Whether the time of a task run is over: its own, or that of the run's token. */
function isOverdue(taskRun: TaskRunDoc, run: RunDoc, now: number): boolean {
  if (taskRun.status !== 'active') return false
  if (now >= Date.parse(run.token_expires_at)) return true
  if (taskRun.phase !== 'started' || taskRun.admitted_at !== null || taskRun.deadline_at === null) return false
  return now >= Date.parse(taskRun.deadline_at)
}

/**
 * Reads a run, after having ended those of its task runs whose time is over, or that were cancelled with it. A run that
 * was cancelled is never answered half-way.
 */
export async function settleRun(context: ServiceContext, id: string): Promise<RunDoc> {
  const now = context.clock.now()
  let looked = false
  for (let attempt = 0; attempt < 20; attempt++) {
    const run = await context.store.get(runs, id)
    if (run === undefined) throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such run.')
    const { cancelled, token_expires_at, task_runs } = run.doc
    const over = cancelled || now >= Date.parse(token_expires_at)
    // Only the task run itself knows its deadline, so each that is started is looked at once.
    const left = task_runs.filter(
      ({ status, phase }) => status === 'active' && (over || (!looked && phase === 'started')),
    )
    if (left.length === 0) return run.doc
    for (const { id: taskRunId } of left) {
      await context.locks.run(taskRunId, () => settleTaskRun(context, taskRunId, now))
    }
    looked = true
  }
  throw busy()
}

/**
 * Ends everything whose time is over or whose run was cancelled. Call it from time to time; access does the same for what
 * is accessed. What cannot be settled is logged and does not keep the rest waiting.
 */
export async function settleDue(context: ServiceContext): Promise<void> {
  const now = context.clock.now()
  const tried = new Set<string>()
  for (;;) {
    const overdue = (await overdueTaskRuns(context, now)).filter((id) => !tried.has(id))
    if (overdue.length === 0) return
    for (const id of overdue) {
      tried.add(id)
      try {
        await context.locks.run(id, () => settleTaskRun(context, id, now))
      } catch (error) {
        context.log({ level: 'error', message: `The overdue task run ${id} could not be settled.`, error })
      }
    }
  }
}

/** A batch of the task runs that have to end: what was ended makes place for more. */
async function overdueTaskRuns(context: ServiceContext, now: number): Promise<string[]> {
  const overdue = new Set<string>()
  for (const { doc } of await context.store.due(taskRuns, now, batch)) overdue.add(doc.id)
  for (const { doc } of await context.store.due(runs, now, batch)) {
    for (const { id, status } of doc.task_runs) if (status === 'active') overdue.add(id)
  }
  return [...overdue]
}
