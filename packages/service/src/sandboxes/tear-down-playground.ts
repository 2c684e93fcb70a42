import { formatInstant } from '@carebench/protocol'
import { type LogAppend, type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { type PlaygroundDoc, playgrounds } from '../documents/collections/playgrounds.js'
import { getOwned } from '../documents/owned.js'
import { retryConflicts } from '../documents/retry-conflicts.js'
import { conflict } from '../documents/write-result.js'
import { StalePlaygroundError } from '../playground/log/append-entries.js'
import { readStanding, type StandingPlayground, toRef } from './standing-playground.js'

/**
 * Ends a playground: its log is sealed and its systems become unavailable; idempotent. Throws an ApiError
 * `RESOURCE_NOT_FOUND` if the organization has no such playground, `CONFLICT` if its task run has not ended.
 */
export async function tearDownPlayground(
  context: ServiceContext,
  id: string,
  organizationId: string,
): Promise<StandingPlayground> {
  return retryConflicts(context, async () => {
    const stored = await getOwned(context, playgrounds, id, organizationId)
    const standing = await readStanding(context, stored.doc)
    if (standing.status === 'torn_down') {
      context.playgrounds.drop(id)
      return standing
    }
    if (standing.status === 'pending' || (standing.status === 'active' && standing.taskRun !== null)) {
      throw conflict(`The playground is ${standing.status}; it belongs to a task run, which must end first.`)
    }
    await (standing.taskRun === null ? seal(context, stored, standing) : write(context, stored, []))
    return undefined
  })
}

/** Ends a standalone playground by sealing its log. */
async function seal(
  context: ServiceContext,
  stored: Stored<PlaygroundDoc>,
  standing: StandingPlayground,
): Promise<void> {
  await context.playgrounds.with(await toRef(context, standing), (playground) =>
    playground.freeze(async ({ appends }) => {
      const committed = await write(context, stored, appends)
      return { committed, result: undefined }
    }),
  )
}

async function write(
  context: ServiceContext,
  { doc, revision }: Stored<PlaygroundDoc>,
  appends: readonly LogAppend[],
): Promise<boolean> {
  const torn: PlaygroundDoc = { ...doc, torn_down_at: formatInstant(context.clock.now()) }
  const committed = await context.store.commit([update(playgrounds, torn, revision)], appends)
  if (committed.ok) return true
  const { failed } = committed
  if (failed.reason !== 'sequence' && failed.reason !== 'sealed') return false
  throw new StalePlaygroundError(`The log of ${doc.id} continues at ${failed.nextSeq}.`)
}
