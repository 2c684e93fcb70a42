import type { ServiceContext } from '../context/context.js'
import type { RunDoc, TaskRunDoc } from '../documents/collections/running.js'
import type { StartedTaskRun } from '../documents/kept-documents.js'

/** Caches the unchanging parts of a started, active task run and its run. */
export function keepStarted(context: ServiceContext, taskRun: TaskRunDoc, run: RunDoc): void {
  const { id, benchmark_run_id, version_id, playground_id, task_id, seed, started_at, deadline_at } = taskRun
  if (deadline_at === null) return
  const overAt = Math.min(Date.parse(deadline_at), Date.parse(run.token_expires_at))
  const started = { id, benchmark_run_id, version_id, playground_id, task_id, seed, started_at, overAt }
  context.kept.startedTaskRuns.set(id, started)
}

/**
 * Returns the cached parts of a task run, given the run as it is stored now. Undefined if it is not known to have been
 * started, or if it may have to end: its time is over, or its run was cancelled. A returned task run may have ended,
 * which its log shows.
 */
export function startedTaskRun(context: ServiceContext, run: RunDoc, id: string): StartedTaskRun | undefined {
  const started = context.kept.startedTaskRuns.get(id)
  if (started?.benchmark_run_id !== run.id || run.cancelled) return undefined
  return context.clock.now() < started.overAt ? started : undefined
}
