import { formatInstant } from '@carebench/protocol'
import { type Stored, update } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { type KeyDoc, keys } from '../documents/access.js'

/**
 * Notes the day on which a key is used, with its first use of that day at this process. A key that somebody writes at the same
 * moment is left as they write it: they use it on the same day, or revoke it.
 */
export async function noteKeyUse(
  { store, kept, clock }: Pick<ServiceContext, 'store' | 'kept' | 'clock'>,
  { doc, revision }: Stored<KeyDoc>,
): Promise<void> {
  const day = formatInstant(clock.now()).slice(0, 10)
  if ((doc.last_used_on ?? '') >= day || kept.keyUses.get(doc.id) === day) return
  kept.keyUses.set(doc.id, day)
  try {
    await store.commit([update(keys, { ...doc, last_used_on: day }, revision)])
  } catch {
    // A store that fails fails the call, too, if that needs it.
  }
}
