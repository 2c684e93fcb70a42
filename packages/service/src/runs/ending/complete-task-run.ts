import { ApiError, formatInstant, type JsonValue } from '@carebench/protocol'
import { type LogAppend, type Stored, update } from '@carebench/store'
import { verifierVersion } from '@carebench/verifier'
import type { ServiceContext } from '../../context/context.js'
import type { FrozenTask, VersionDoc } from '../../documents/collections/authoring.js'
import { type RunDoc, type TaskRunDoc, taskRuns } from '../../documents/collections/running.js'
import { busy } from '../../http/busy.js'
import type { PlaygroundEvidence } from '../../playground/playground-evidence.js'
import { findFrozenTask, type LoadedTaskRun, loadVersion, toPlayground } from '../run-documents.js'
import { commitTaskRun } from './commit-task-run.js'
import { settleTaskRun } from './settle.js'
import { verificationLeaseTime as leaseTime, VerificationLease } from './verification-lease.js'
import { type VerifiedTaskRun, verifyTaskRun } from './verify-task-run.js'

/** Maximum number of attempts if the task run, or something else in its run, is written concurrently. */
const attempts = 10

/** Milliseconds between two polls of a task run that another service verifies. */
const wait = { first: 20, most: 500 } as const

/** The output of an agent; `undefined` if none. */
type Output = JsonValue | undefined

/** Thrown if the verification of a task run failed; the state is kept, so that it can be repeated. */
class VerificationFailedError extends Error {
  override readonly name = 'VerificationFailedError'
}

/**
 * Completes a task run: freezes its playground, verifies it, and writes the result, the criterion runs and the seal of
 * the log in one commit. Completing again returns the stored result, even after a cancellation, and ignores `output`.
 *
 * A completion that is admitted before the deadline has precedence over the timeout, however long the verification
 * takes. Throws an ApiError: `CONFLICT` if the task run is not started, or was cancelled or timed out; `INTERNAL` if
 * the verification failed: the task run is then `failed` without a score, and can be completed again. Specification 3.
 *
 * If several services on one store complete one task run, one verifies it and the others wait for its result.
 */
export async function completeTaskRun(
  context: ServiceContext,
  id: string,
  output: Output,
): Promise<{ taskRun: TaskRunDoc; run: RunDoc }> {
  const admittedAt = context.clock.now()
  return context.locks.run(id, async () => {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const { taskRun, run } = await takeTurn(context, id, output, admittedAt)
      // Cancelling a completed task run does not change its stored response.
      if (taskRun.doc.result !== null) {
        context.playgrounds.drop(taskRun.doc.playground_id)
        return { taskRun: taskRun.doc, run: run.doc }
      }
      const version = await loadVersion(context, taskRun.doc)
      const completed = await complete(context, taskRun, version, findFrozenTask(version, taskRun.doc))
      if (completed === null) continue
      if (completed instanceof VerificationFailedError) throw ApiError.from(completed)
      return { taskRun: completed, run: run.doc }
    }
    throw busy()
  })
}

/**
 * Admits a completion, and reads the task run once it has a result, or once this service may verify it. Does not wait
 * for a service that seems to have crashed: if it has not crashed, the first commit wins.
 */
async function takeTurn(context: ServiceContext, id: string, output: Output, at: number): Promise<LoadedTaskRun> {
  const { holder, pause } = context.leases
  let waited = 0
  let delay: number = wait.first
  let until = 0
  for (let attempt = 0; attempt < attempts; ) {
    const loaded = await settleTaskRun(context, id, at)
    const { doc, revision } = loaded.taskRun
    if (doc.result !== null) return loaded
    assertCompletable(doc)
    const { verifying } = doc
    if (verifying?.holder === holder) return loaded
    const now = context.clock.now()
    // Another service is verifying it.
    if (verifying !== null && verifying.until !== until) waited = 0
    until = verifying?.until ?? 0
    if (verifying !== null && now < verifying.until && waited < leaseTime) {
      await pause(delay)
      waited += delay
      delay = Math.min(2 * delay, wait.most)
      continue
    }
    // From here on, neither the deadline nor another output applies, whichever process continues.
    const admitted = doc.admitted_at === null ? admit(doc, output, at) : doc
    const leased: TaskRunDoc = { ...admitted, verifying: { holder, until: now + leaseTime } }
    const committed = await context.store.commit([update(taskRuns, leased, revision)])
    // The written document is what a read would return. If the run is cancelled from here on, the commit of the result
    // detects that.
    if (committed.ok) return { ...loaded, taskRun: { doc: leased, revision: committed.revision } }
    // The task run was written concurrently: decide again.
    attempt++
  }
  throw busy()
}

function admit(taskRun: TaskRunDoc, output: Output, at: number): TaskRunDoc {
  return { ...taskRun, admitted_at: formatInstant(at), output: output ?? null, has_output: output !== undefined }
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
): Promise<TaskRunDoc | VerificationFailedError | null> {
  const conclude = (evidence: PlaygroundEvidence, appends: readonly LogAppend[]) =>
    verifyAndCommit(context, taskRun, version, task, evidence, appends)
  const concluded = await context.playgrounds.with(toPlayground(version, taskRun.doc), (playground) =>
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
): Promise<TaskRunDoc | VerificationFailedError | null> {
  const { doc } = taskRun
  const at = formatInstant(context.clock.now())
  // If the run has been cancelled meanwhile, its unfinished task runs are cancelled, including this one.
  const isStillAllowed = (run: RunDoc): boolean => doc.status !== 'active' || !run.cancelled
  const lease = new VerificationLease(context, taskRun)
  let verified: VerifiedTaskRun
  try {
    verified = await verifyTaskRun(context, doc, version, task, { evidence, at, lease })
  } catch (error) {
    const failed: TaskRunDoc = { ...doc, status: 'failed', verifier: verifierVersion }
    if (!(await commitTaskRun(context, await lease.taskRun(), failed, at, { appends, isStillAllowed }))) return null
    return new VerificationFailedError(`The verification of the task run ${doc.id} failed.`, { cause: error })
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
  const committed = await commitTaskRun(context, await lease.taskRun(), completed, at, {
    criterionRuns,
    appends,
    isStillAllowed,
  })
  return committed ? completed : null
}
