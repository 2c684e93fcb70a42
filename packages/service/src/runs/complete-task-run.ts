import type { PlaygroundEvidence } from '@carebench/playground'
import { ApiError, formatInstant, type JsonValue } from '@carebench/protocol'
import { type LogAppend, type Stored, update } from '@carebench/store'
import { verifierVersion } from '@carebench/verifier'
import type { ServiceContext } from '../context.js'
import type { FrozenTask, VersionDoc } from '../documents/authoring.js'
import { type RunDoc, type TaskRunDoc, taskRuns } from '../documents/running.js'
import { busy } from '../http/busy.js'
import { commitTaskRun } from './commit-task-run.js'
import { frozenTaskOf, loadVersion, playgroundOf } from './run-documents.js'
import { settleTaskRun } from './settle.js'
import { type VerifiedTaskRun, verifyTaskRun } from './verify-task-run.js'

/** The output of an agent; `undefined` if none. */
type Output = JsonValue | undefined

/** The verification of a task run failed; the state is kept, so that it can be repeated. */
class VerificationFailed extends Error {
  override readonly name = 'VerificationFailed'
}

/**
 * Completes a task run: freezes its playground, verifies it, and writes the result, the criterion runs, the run's
 * aggregate and the seal of the log in one commit. Completing again answers the stored result, also after a cancellation;
 * `output` then is ignored.
 *
 * A completion that is admitted before the deadline wins over the timeout, however long the verification takes. Throws
 * an ApiError: `CONFLICT` if the task run is not started, or was cancelled or timed out; `INTERNAL` if the verification
 * failed: the task run is then `failed` without a score, and can be completed again. Specification 3.
 */
export async function completeTaskRun(
  context: ServiceContext,
  id: string,
  output: Output,
): Promise<{ taskRun: TaskRunDoc; run: RunDoc }> {
  const admittedAt = context.clock.now()
  return context.locks.run(id, async () => {
    for (let attempt = 0; attempt < 10; attempt++) {
      const { taskRun, run } = await settleTaskRun(context, id, admittedAt)
      // Cancelling what was completed does not take back the answer.
      if (taskRun.doc.result !== null) {
        context.playgrounds.drop(taskRun.doc.playground_id)
        return { taskRun: taskRun.doc, run: run.doc }
      }
      assertCompletable(taskRun.doc)
      if (taskRun.doc.admitted_at === null) {
        // From here on, neither the deadline nor another output applies, whichever process continues.
        await admit(context, taskRun, output, admittedAt)
        continue
      }
      const version = await loadVersion(context, taskRun.doc)
      const completed = await complete(context, taskRun, version, frozenTaskOf(version, taskRun.doc))
      if (completed === null) continue
      if (completed instanceof VerificationFailed) throw ApiError.from(completed)
      return { taskRun: completed, run: run.doc }
    }
    throw busy()
  })
}

async function admit(context: ServiceContext, taskRun: Stored<TaskRunDoc>, output: Output, at: number): Promise<void> {
  const { doc, revision } = taskRun
  const admitted: TaskRunDoc = {
    ...doc,
    admitted_at: formatInstant(at),
    output: output ?? null,
    has_output: output !== undefined,
  }
  // If the task run was written concurrently, the next attempt decides again.
  await context.store.commit([update(taskRuns, admitted, revision)])
}

function assertCompletable(taskRun: TaskRunDoc): void {
  const { status, phase } = taskRun
  if (phase === 'started' && (status === 'active' || status === 'failed')) return
  const state = status === 'active' ? phase : status
  throw new ApiError('CONFLICT', `The task run is ${state}; only one that is started can be completed.`)
}

/** Null if the task run was written concurrently and the caller must decide again. */
async function complete(
  context: ServiceContext,
  taskRun: Stored<TaskRunDoc>,
  version: VersionDoc,
  task: FrozenTask,
): Promise<TaskRunDoc | VerificationFailed | null> {
  const conclude = (evidence: PlaygroundEvidence, appends: readonly LogAppend[]) =>
    verifyAndCommit(context, taskRun, version, task, evidence, appends)
  const concluded = await context.playgrounds.with(playgroundOf(version, taskRun.doc), (playground) =>
    playground.freeze(async ({ appends, evidence }) => {
      const result = await conclude(evidence, appends)
      return { committed: result !== null, result }
    }),
  )
  if (concluded !== null) context.playgrounds.drop(taskRun.doc.playground_id)
  return concluded
}

async function verifyAndCommit(
  context: ServiceContext,
  taskRun: Stored<TaskRunDoc>,
  version: VersionDoc,
  task: FrozenTask,
  evidence: PlaygroundEvidence,
  appends: readonly LogAppend[],
): Promise<TaskRunDoc | VerificationFailed | null> {
  const { doc } = taskRun
  const at = formatInstant(context.clock.now())
  // If the run has been cancelled meanwhile, its unfinished task runs are cancelled, including this one.
  const isStillAllowed = (run: RunDoc): boolean => doc.status !== 'active' || !run.cancelled
  let verified: VerifiedTaskRun
  try {
    verified = await verifyTaskRun(context, doc, version, task, evidence, at)
  } catch (error) {
    const failed: TaskRunDoc = { ...doc, status: 'failed', verifier: verifierVersion }
    if (!(await commitTaskRun(context, taskRun, failed, at, { appends, isStillAllowed }))) return null
    return new VerificationFailed(`The verification of the task run ${doc.id} failed.`, { cause: error })
  }
  const { result, broken, criterionRuns } = verified
  const completed: TaskRunDoc = {
    ...doc,
    status: 'completed',
    phase: 'completed',
    verdict: result.verdict,
    score: result.score,
    completed_at: at,
    verifier: verifierVersion,
    result,
    broken,
  }
  const committed = await commitTaskRun(context, taskRun, completed, at, { criterionRuns, appends, isStillAllowed })
  return committed ? completed : null
}
