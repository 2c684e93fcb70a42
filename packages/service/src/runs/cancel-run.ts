import { update } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { runs } from '../documents/running.js'
import { busy } from '../http/busy.js'
import type { RunState } from './run-state.js'
import { settleRun } from './settle.js'

/**
 * Cancels what has not ended of a run, repeatably. One write decides it for the whole run; its task runs are then ended
 * one by one, here or by whoever looks at them next. A run that has ended stays as it is. Throws an ApiError
 * `RESOURCE_NOT_FOUND` if there is no such run. Specification 3.
 */
export async function cancelRun(context: ServiceContext, id: string): Promise<RunState> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const state = await settleRun(context, id)
    if (state.phase === 'completed') return state
    // If the run was written meanwhile, the next attempt decides anew.
    await context.store.commit([update(runs, { ...state.run, cancelled: true }, state.revision)])
  }
  throw busy()
}
