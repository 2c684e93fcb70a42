import type { ServiceContext } from '../context.js'
import {
  type CriterionRunDoc,
  criterionRuns,
  type RunDoc,
  runs,
  type TaskRunDoc,
  taskRuns,
} from '../documents/running.js'
import { busy } from '../http/busy.js'
import { StalePlayground } from '../playground/log-tail.js'
import type { LogAppend } from '../ports/log.js'
import { insert, type Stored, update } from '../ports/store.js'
import { withTaskRun } from './run-state.js'

/** How often a commit is tried again because something else of the same run was written meanwhile. */
const attempts = 20

/** What is written along with a changed task run. */
export interface CommitAddition {
  readonly criterionRuns?: readonly CriterionRunDoc[]
  readonly appends?: readonly LogAppend[]
  /** Throws if the run, as it is at the commit, forbids the change. */
  readonly assertRun?: (run: RunDoc) => void
  /** Whether the run, as it is at the commit, still allows the change; if not, the caller must decide anew. */
  readonly isStillAllowed?: (run: RunDoc) => boolean
}

/**
 * Writes a changed task run together with its run's aggregate, its criterion runs and what seals its playground: all of
 * it or nothing. False if the task run itself was written meanwhile, or its run changed so that this is no longer allowed:
 * the caller must decide anew.
 * Throws {@link StalePlayground} if the log went on elsewhere.
 */
export async function commitTaskRun(
  context: ServiceContext,
  before: Stored<TaskRunDoc>,
  after: TaskRunDoc,
  at: string,
  addition: CommitAddition = {},
): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const run = await context.store.get(runs, after.benchmark_run_id)
    if (run === undefined) throw new Error(`The run ${after.benchmark_run_id} of the task run ${after.id} is gone.`)
    addition.assertRun?.(run.doc)
    if (addition.isStillAllowed?.(run.doc) === false) return false
    const committed = await context.store.commit(
      [
        update(taskRuns, after, before.version),
        update(runs, withTaskRun(run.doc, after, at), run.version),
        ...(addition.criterionRuns ?? []).map((criterionRun) => insert(criterionRuns, criterionRun)),
      ],
      addition.appends ?? [],
    )
    if (committed.ok) return true
    const { failed } = committed
    if (failed.reason === 'sequence' || failed.reason === 'sealed') {
      throw new StalePlayground(`The log of ${after.playground_id} goes on at ${failed.nextSeq}.`)
    }
    if (failed.reason !== 'version') throw new Error(`The store refused a write: ${failed.reason}.`)
    const current = await context.store.get(taskRuns, after.id)
    if (current?.version !== before.version) return false
  }
  throw busy()
}
