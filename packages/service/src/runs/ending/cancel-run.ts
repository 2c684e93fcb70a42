import { update } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { runs } from '../../documents/collections/running.js'
import { retryConflicts } from '../../documents/retry-conflicts.js'
import type { RunState } from '../run-state.js'
import { settleRun } from './settle.js'

/**
 * Cancels the unfinished task runs of a run; idempotent. One write decides for the whole run; its task runs are then
 * ended one by one, here or at their next access. A run that has ended is unchanged. Throws an ApiError
 * `RESOURCE_NOT_FOUND` if there is no such run. Specification 3.
 */
export async function cancelRun(context: ServiceContext, id: string): Promise<RunState> {
  return retryConflicts(context, async () => {
    const state = await settleRun(context, id)
    if (state.phase === 'completed') return state
    await context.store.commit([update(runs, { ...state.run, cancelled: true }, state.revision)])
    return undefined
  })
}
