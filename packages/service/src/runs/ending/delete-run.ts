import { remove, type Write } from '@carebench/store'
import type { ServiceContext } from '../../context/context.js'
import { playgrounds } from '../../documents/collections/playgrounds.js'
import { criterionRuns, runs, taskRuns } from '../../documents/collections/running.js'
import { webhookDeliveries } from '../../documents/collections/wired-sandboxes.js'
import { listRemovals, removalsById } from '../../documents/removals.js'
import { retryConflicts } from '../../documents/retry-conflicts.js'
import { conflict } from '../../documents/write-result.js'
import { settleRun } from './settle.js'

/**
 * Deletes a run that has ended, in one commit: with its task runs, their criterion runs and playgrounds, the logs of
 * those, and their webhooks. Its benchmark stays. Throws an ApiError `RESOURCE_NOT_FOUND` if there is no such run,
 * `CONFLICT` if it has not ended.
 *
 * @param expected - revisions that the run and its task runs must have, by their ids; default: any
 * @returns false if one of them has another revision; then nothing is deleted
 */
export async function deleteRun(
  context: ServiceContext,
  id: string,
  expected?: ReadonlyMap<string, number>,
): Promise<boolean> {
  return retryConflicts(context, async () => {
    const { revision, ...state } = await settleRun(context, id)
    if (state.phase !== 'completed') {
      throw conflict(`The run is ${state.phase}; cancel it first: POST /benchmark-runs/${id}/cancel.`)
    }
    const playgroundIds = state.taskRuns.map(({ playground_id }) => playground_id)
    const taskRunIds = state.taskRuns.map((taskRun) => taskRun.id)
    const stored = (await context.store.getMany(taskRuns, taskRunIds)).filter((one) => one !== undefined)
    const isOther = stored.some((one) => expected?.get(one.doc.id) !== one.revision)
    if (expected !== undefined && (isOther || expected.get(id) !== revision)) return false
    const writes: Write[] = [
      remove(runs, id, revision),
      ...(await removalsById(context, playgrounds, playgroundIds)),
      ...(await removalsOfWebhooks(context, playgroundIds)),
      // Before the criterion runs: a verification that is repeated meanwhile writes both, and then the commit fails.
      ...stored.map((one) => remove(taskRuns, one.doc.id, one.revision)),
    ]
    for (const value of taskRunIds)
      writes.push(...(await listRemovals(context, criterionRuns, { name: 'taskRun', value })))
    if (!(await context.store.commit(writes, [], playgroundIds)).ok) return undefined
    for (const playgroundId of playgroundIds) context.playgrounds.drop(playgroundId)
    return true
  })
}

async function removalsOfWebhooks(context: ServiceContext, playgroundIds: readonly string[]): Promise<Write[]> {
  // Few servers have webhooks.
  if ((await context.store.page(webhookDeliveries, { limit: 1 })).docs.length === 0) return []
  const found = await context.store.getMany(playgrounds, playgroundIds)
  const sandboxIds = found.flatMap((playground) => playground?.doc.sandboxes.map(({ id }) => id) ?? [])
  const writes = await Promise.all(
    sandboxIds.map((value) => listRemovals(context, webhookDeliveries, { name: 'sandbox', value })),
  )
  return writes.flat()
}
