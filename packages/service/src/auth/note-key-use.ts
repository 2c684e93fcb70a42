import { formatInstant } from '@carebench/protocol'
import { type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { type KeyDoc, keys } from '../documents/collections/access.js'

type Context = Pick<ServiceContext, 'store' | 'kept' | 'clock'>

const dayLength = 86_400_000

/**
 * Stores the day on which a key is used, at the first use of that day in this process; returns undefined at later uses.
 * A concurrent write of the key wins: it notes a use on the same day, or revokes the key.
 */
export function noteKeyUse({ store, kept, clock }: Context, key: Stored<KeyDoc>): Promise<void> | undefined {
  const now = clock.now()
  const day = Math.floor(now / dayLength)
  if (kept.keyUses.get(key.doc.id) === day) return undefined
  kept.keyUses.set(key.doc.id, day)
  return noteDay(store, key, formatInstant(now).slice(0, 10))
}

async function noteDay(store: Context['store'], { doc, revision }: Stored<KeyDoc>, day: string): Promise<void> {
  if ((doc.last_used_on ?? '') >= day) return
  try {
    await store.commit([update(keys, { ...doc, last_used_on: day }, revision)])
  } catch {
    // If the store fails, the call itself fails if it needs the store.
  }
}
