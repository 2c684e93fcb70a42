import { ApiError } from '@carebench/protocol'
import type { Stored } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import type { RunDoc } from '../documents/collections/running.js'
import type { Destination } from './destination.js'
import { settleRun, settleTaskRun } from './ending/settle.js'
import { loadVersion, playgroundOfStarted, toPlayground } from './run-documents.js'
import { isStarted } from './run-state.js'
import { keepStarted, startedTaskRun } from './started-task-run.js'

/**
 * Returns the destination of an agent's call to a simulated system of its run: the only started task run, or the one in
 * the header `Task-Run-Id`. Throws an ApiError: `CONFLICT` unless the task run is unambiguous and started,
 * `RESOURCE_NOT_FOUND` if the run has no task run with that id.
 *
 * @param run - as it is stored now
 */
export async function runDestination(
  context: ServiceContext,
  run: Stored<RunDoc>,
  named: string | undefined,
): Promise<Destination> {
  const taskRunId = named ?? findOnlyStarted(context, run)
  const known = taskRunId === undefined ? undefined : startedTaskRun(context, run.doc, taskRunId)
  if (known === undefined) return decide(context, run, named)
  const ref = await playgroundOfStarted(context, known)
  return { ref, readOnly: null, ended, decideAgain: () => decide(context, run, named) }
}

/** Returns the task run of calls without `Task-Run-Id`, if no other has been started since this was determined. */
function findOnlyStarted(context: ServiceContext, { doc, revision }: Stored<RunDoc>): string | undefined {
  const only = context.kept.onlyStarted.get(doc.id)
  return only?.revision === revision ? only.taskRunId : undefined
}

async function decide(context: ServiceContext, run: Stored<RunDoc>, named: string | undefined): Promise<Destination> {
  const id = await chooseTaskRun(context, run.doc, named)
  const { taskRun, run: present } = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  if (taskRun.doc.phase !== 'started' || taskRun.doc.status !== 'active') {
    context.playgrounds.drop(taskRun.doc.playground_id)
    throw notStarted(taskRun.doc)
  }
  keepStarted(context, taskRun.doc, present.doc)
  if (named === undefined) context.kept.onlyStarted.set(run.doc.id, { revision: run.revision, taskRunId: id })
  return { ref: toPlayground(await loadVersion(context, taskRun.doc), taskRun.doc), readOnly: null, ended }
}

async function chooseTaskRun(context: ServiceContext, run: RunDoc, named: string | undefined): Promise<string> {
  if (named !== undefined) {
    if (run.task_runs.some(({ id }) => id === named)) return named
    throw new ApiError('RESOURCE_NOT_FOUND', 'The header Task-Run-Id must name a task run of this run.')
  }
  // Some of them may be overdue, and then do not count.
  const { taskRuns } = await settleRun(context, run.id)
  const [only, ...others] = taskRuns.filter(isStarted)
  if (only === undefined) throw new ApiError('CONFLICT', 'No task run of the run is started; start one first.')
  if (others.length > 0) {
    const ids = [only, ...others].map(({ id }) => id).join(', ')
    throw new ApiError('CONFLICT', `Several task runs are started; name one in the header Task-Run-Id: ${ids}.`)
  }
  return only.id
}

function ended(): ApiError {
  return notStarted({ status: 'completed', phase: 'completed' })
}

function notStarted({ status, phase }: { readonly status: string; readonly phase: string }): ApiError {
  const state = status === 'active' ? phase : status
  return new ApiError('CONFLICT', `The task run is ${state}; its systems are available only while it is started.`)
}
