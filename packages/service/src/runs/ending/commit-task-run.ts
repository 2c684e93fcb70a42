import { backOff, check, insert, type LogAppend, type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import {
  type CriterionRunDoc,
  criterionRuns,
  type RunDoc,
  runs,
  type TaskRunDoc,
  taskRuns,
} from '../../documents/collections/running.js'
import { touch } from '../../documents/decide-and-commit.js'
import { notFound } from '../../documents/owned.js'
import { busy } from '../../http/busy.js'
import { StalePlaygroundError } from '../../playground/log/append-entries.js'
import { listTaskRuns } from '../run-documents.js'
import { hasEnded } from '../run-state.js'

/** Maximum number of attempts if something else in the same run is written concurrently. */
const attempts = 20

/** Writes in the same commit as a changed task run, and conditions for the commit. */
export interface CommitAddition {
  readonly criterionRuns?: readonly CriterionRunDoc[]
  readonly appends?: readonly LogAppend[]
  /** Whether the run, as it is at the commit, still permits the change; if not, the caller must decide again. */
  readonly isStillAllowed?: (run: RunDoc) => boolean
  /** For a start: throws if the task runs of the run, as they are at the commit, forbid it. */
  readonly assertPlace?: (taskRuns: readonly TaskRunDoc[]) => void
  /**
   * For a start: the run as the caller has read it, and afterwards its task runs. The first attempt reads neither
   * again, because the commit refuses a run that was written since.
   */
  readonly seen?: { readonly run: Stored<RunDoc>; readonly taskRuns: readonly TaskRunDoc[] }
}

/**
 * Writes a changed task run together with its criterion runs and the seal of its playground, all or nothing. Returns
 * false if the task run itself was written concurrently, or its run no longer permits the change: the caller must
 * decide again. Throws {@link StalePlaygroundError} if another process has appended to the log.
 */
export async function commitTaskRun(
  context: ServiceContext,
  before: Stored<TaskRunDoc>,
  changed: TaskRunDoc,
  at: string,
  addition: CommitAddition = {},
): Promise<boolean> {
  const { store } = context
  const { criterionRuns: verified = [], appends = [], isStillAllowed, assertPlace } = addition
  let { seen } = addition
  const ended_at = hasEnded(changed) ? (changed.ended_at ?? at) : changed.ended_at
  const after: TaskRunDoc = { ...changed, verifying: null, ended_at }
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const run = seen?.run ?? (await store.get(runs, after.benchmark_run_id))
    if (run === undefined) throw notFound()
    if (isStillAllowed?.(run.doc) === false) return false
    assertPlace?.(seen?.taskRuns ?? (await listTaskRuns(context, run.doc.id)))
    seen = undefined
    const committed = await store.commit(
      [
        update(taskRuns, after, before.revision),
        // Each start writes the run, so that it sees the starts before it.
        assertPlace === undefined ? check(runs, run.doc.id, run.revision) : touch(runs, run),
        ...verified.map((criterionRun) => insert(criterionRuns, criterionRun)),
      ],
      appends,
    )
    if (committed.ok) {
      if (after.status !== before.doc.status) countEnd(context, after)
      return true
    }
    const { failed } = committed
    if (failed.reason === 'sequence' || failed.reason === 'sealed') {
      throw new StalePlaygroundError(`The log of ${after.playground_id} continues at ${failed.nextSeq}.`)
    }
    // The run was deleted meanwhile.
    if (failed.reason === 'missing') throw notFound()
    if (failed.reason !== 'revision') throw new Error(`The store refused a write: ${failed.reason}.`)
    const current = await store.get(taskRuns, after.id)
    if (current?.revision !== before.revision) return false
    await backOff(attempt, context.random)
  }
  throw busy()
}

function countEnd(context: ServiceContext, { status, verdict }: TaskRunDoc): void {
  if (status === 'active') return
  const outcome = status === 'completed' ? verdict : status
  // Without a verdict, a check failed with an error.
  context.onEvent({ kind: 'task-run', outcome: outcome ?? 'failed' })
}
