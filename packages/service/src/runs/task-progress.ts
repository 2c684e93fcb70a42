import { ApiError, formatInstant } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import type { VersionDoc } from '../documents/collections/authoring.js'
import type { TaskRunDoc } from '../documents/collections/running.js'
import type { TaskRunProgress } from '../documents/kept-documents.js'
import { SealedPlaygroundError } from '../playground/playground-error.js'
import { inSteps } from '../work/in-steps.js'
import { taskEvidence, toVerifyOptions } from './ending/task-evidence.js'
import { compiledCriteria } from './ending/verify-task-run.js'
import { findFrozenTask, toPlayground } from './run-documents.js'

/** Minimum time after a verification for which its result is returned again, in milliseconds. */
const minAge = 5000
/** The same, as a multiple of the time that the verification took: verifying takes at most a twentieth of the time. */
const minRest = 20

/**
 * Returns which items of a running task run pass so far: verifies the state that it would have if it ended now, without
 * side effects. Agents must never see it. The result is at least {@link minAge} old before the state is verified again,
 * so that watching is cheap.
 *
 * @throws {ApiError} `CONFLICT` unless the task run has started and not ended
 */
export async function readProgress(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
): Promise<TaskRunProgress> {
  const { kept, clock, locks } = context
  return locks.run(`progress of ${taskRun.id}`, async () => {
    if (taskRun.phase !== 'started' || taskRun.status !== 'active') throw notAtWork()
    const known = kept.progress.get(taskRun.id)
    const began = clock.now()
    if (known !== undefined && began < known.oldAt) return known.progress
    const progress = await verifyNow(context, taskRun, version)
    const ended = clock.now()
    kept.progress.set(taskRun.id, { progress, oldAt: ended + Math.max(minAge, minRest * (ended - began)) })
    return progress
  })
}

async function verifyNow(context: ServiceContext, taskRun: TaskRunDoc, version: VersionDoc): Promise<TaskRunProgress> {
  const task = findFrozenTask(version, taskRun)
  const { now, evidence } = await context.playgrounds.with(toPlayground(version, taskRun), async (playground) => {
    try {
      return await playground.peek()
    } catch (error) {
      throw error instanceof SealedPlaygroundError ? notAtWork() : error
    }
  })
  const at = { task_run_id: taskRun.id, now: formatInstant(now) }
  if ((task.items ?? []).length === 0) return { ...at, items: null }
  const verifying = context.verifier.verifyInSteps({
    criteria: await compiledCriteria(context, version, task),
    evidence: taskEvidence(version, task, evidence),
    options: toVerifyOptions(version, task),
  })
  const { items = {} } = await inSteps(verifying, context.clock)
  return { ...at, items: { ...items } }
}

function notAtWork(): ApiError {
  return new ApiError('CONFLICT', 'Only a task run that has started and has not ended has progress.')
}
