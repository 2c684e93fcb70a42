import { StalePlayground } from '@carebench/playground'
import { check, insert, type LogAppend, type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { touch } from '../documents/decide-and-commit.js'
import {
  type CriterionRunDoc,
  criterionRuns,
  type RunDoc,
  runs,
  type TaskRunDoc,
  taskRuns,
} from '../documents/running.js'
import { busy } from '../http/busy.js'
import { taskRunsOf } from './run-documents.js'
import { hasEnded } from './run-state.js'

/** How often a commit is tried again because something else of the same run was written meanwhile. */
const attempts = 20

/** What is written along with a changed task run, and what it depends on. */
export interface CommitAddition {
  readonly criterionRuns?: readonly CriterionRunDoc[]
  readonly appends?: readonly LogAppend[]
  /** Whether the run, as it is at the commit, still allows the change; if not, the caller must decide anew. */
  readonly isStillAllowed?: (run: RunDoc) => boolean
  /** For a start: throws if the task runs of the run, as they are at the commit, forbid it. */
  readonly assertPlace?: (taskRuns: readonly TaskRunDoc[]) => void
}

/**
 * Writes a changed task run together with its criterion runs and what seals its playground: all of it or nothing. False if
 * the task run itself was written meanwhile, or its run changed so that this is no longer allowed: the caller must decide
 * anew. Throws {@link StalePlayground} if the log went on elsewhere.
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
  const after = hasEnded(changed) ? { ...changed, ended_at: changed.ended_at ?? at } : changed
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const run = await store.get(runs, after.benchmark_run_id)
    if (run === undefined) throw new Error(`The run ${after.benchmark_run_id} of the task run ${after.id} is gone.`)
    if (isStillAllowed?.(run.doc) === false) return false
    assertPlace?.(await taskRunsOf(context, run.doc.id))
    const committed = await store.commit(
      [
        update(taskRuns, after, before.revision),
        // Starts of one run write it, so that each sees those before it.
        assertPlace === undefined ? check(runs, run.doc.id, run.revision) : touch(runs, run),
        ...verified.map((criterionRun) => insert(criterionRuns, criterionRun)),
      ],
      appends,
    )
    if (committed.ok) return true
    const { failed } = committed
    if (failed.reason === 'sequence' || failed.reason === 'sealed') {
      throw new StalePlayground(`The log of ${after.playground_id} goes on at ${failed.nextSeq}.`)
    }
    if (failed.reason !== 'revision') throw new Error(`The store refused a write: ${failed.reason}.`)
    const current = await store.get(taskRuns, after.id)
    if (current?.revision !== before.revision) return false
  }
  throw busy()
}
