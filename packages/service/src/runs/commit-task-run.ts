import { ApiError } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { type CriterionRunDoc, criterionRuns, runs, type TaskRunDoc, taskRuns } from '../documents/running.js'
import { StalePlayground } from '../playground/playground.js'
import type { LogAppend } from '../ports/log.js'
import { insert, type Stored, update } from '../ports/store.js'
import { withTaskRun } from './run-state.js'

/** How often a commit is tried again because something else of the same run was written meanwhile. */
const attempts = 20

/**
 * Writes a changed task run together with its run's aggregate, its criterion runs and what seals its playground: all of
 * it or nothing. False if the task run itself was written meanwhile: the caller must decide anew.
 * Throws {@link StalePlayground} if the log went on elsewhere.
 */
export async function commitTaskRun(
  context: ServiceContext,
  before: Stored<TaskRunDoc>,
  after: TaskRunDoc,
  at: string,
  addition: { readonly criterionRuns?: readonly CriterionRunDoc[]; readonly appends?: readonly LogAppend[] } = {},
): Promise<boolean> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const run = await context.store.get(runs, after.benchmark_run_id)
    if (run === undefined) throw new Error(`The run ${after.benchmark_run_id} of the task run ${after.id} is gone.`)
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

/** The answer when others kept writing the same documents. */
export function busy(): ApiError {
  return new ApiError('UNAVAILABLE', 'The run is being changed by other requests; try again.', {
    headers: { 'retry-after': '1' },
  })
}
