import type { ServiceContext } from '../context.js'
import { type RunDoc, runs } from '../documents/running.js'
import { busy } from '../http/busy.js'
import { update } from '../ports/store.js'
import { settleRun } from './settle.js'

/**
 * Cancels what has not ended of a run, repeatably. One write decides it for the whole run; its task runs are then ended
 * one by one, here or by whoever looks at them next. A run that has ended stays as it is. Throws an ApiError
 * `RESOURCE_NOT_FOUND` if there is no such run. Specification 3.
 */
export async function cancelRun(context: ServiceContext, id: string): Promise<RunDoc> {
  for (let attempt = 0; attempt < 20; attempt++) {
    const settled = await settleRun(context, id)
    if (settled.phase === 'completed') return settled
    const run = await context.store.get(runs, id)
    if (run === undefined || run.doc.phase === 'completed' || run.doc.cancelled) continue
    // If a task run was written meanwhile, the next attempt decides anew.
    await context.store.commit([update(runs, { ...run.doc, cancelled: true }, run.version)])
  }
  throw busy()
}
