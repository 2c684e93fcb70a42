import { ApiError } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import type { RunDoc, TaskRunSummary } from '../documents/running.js'
import type { Destination } from '../playground/destination.js'
import { loadVersion, playgroundOf } from './run-documents.js'
import { settleRun, settleTaskRun } from './settle.js'

/**
 * Where the call of an agent to a simulated system of its run goes: to the only task run that is started, or to the one
 * that the header `Task-Run-Id` names. Throws an ApiError: `CONFLICT` unless just one is meant and it is started,
 * `RESOURCE_NOT_FOUND` if the run has no task run of that name.
 */
export async function runDestination(
  context: ServiceContext,
  run: RunDoc,
  named: string | undefined,
): Promise<Destination> {
  const { id } = await chooseTaskRun(context, run, named)
  const { taskRun } = await context.locks.run(id, () => settleTaskRun(context, id, context.clock.now()))
  if (taskRun.doc.phase !== 'started' || taskRun.doc.status !== 'active') {
    context.playgrounds.drop(taskRun.doc.playground_id)
    throw notStarted(taskRun.doc)
  }
  return {
    ref: playgroundOf(await loadVersion(context, taskRun.doc), taskRun.doc),
    readOnly: null,
    ended: () => notStarted({ status: 'completed', phase: 'completed' }),
  }
}

async function chooseTaskRun(context: ServiceContext, run: RunDoc, named: string | undefined): Promise<TaskRunSummary> {
  if (named !== undefined) {
    const found = run.task_runs.find(({ id }) => id === named)
    if (found === undefined) {
      throw new ApiError('RESOURCE_NOT_FOUND', 'The header Task-Run-Id names no task run of this run.')
    }
    return found
  }
  const started = startedOf(run)
  // Some of several may be overdue, and then are not meant.
  const [only, ...others] = started.length > 1 ? startedOf(await settleRun(context, run.id)) : started
  if (only === undefined) throw new ApiError('CONFLICT', 'No task run of the run is started; start one first.')
  if (others.length > 0) {
    const ids = [only, ...others].map(({ id }) => id).join(', ')
    throw new ApiError('CONFLICT', `Several task runs are started; name one in the header Task-Run-Id: ${ids}.`)
  }
  return only
}

function startedOf(run: RunDoc): TaskRunSummary[] {
  return run.task_runs.filter(({ phase, status }) => phase === 'started' && status === 'active')
}

function notStarted({ status, phase }: { readonly status: string; readonly phase: string }): ApiError {
  const state = status === 'active' ? phase : status
  return new ApiError('CONFLICT', `The task run is ${state}; its systems answer only while it is started.`)
}
