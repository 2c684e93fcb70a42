import { update } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { runs } from '../documents/running.js'
import { busy } from '../http/busy.js'
import type { RunState } from './run-state.js'
import { settleRun } from './settle.js'

/**
 * Cancels the unfinished task runs of a run; idempotent. One write decides for the whole run; its task runs are then
 * ended one by one, here or at their next access. A run that has ended is unchanged. Throws an ApiError
 * `RESOURCE_NOT_FOUND` if there is no such run. Specification 3.
 */
export async function cancelRun(context: ServiceContext, id: string): Promise<RunState> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const state = await settleRun(context, id)
    if (state.phase === 'completed') return state
    // If the run was written concurrently, the next attempt decides again.
    await context.store.commit([update(runs, { ...state.run, cancelled: true }, state.revision)])
  }
  throw busy()
}
