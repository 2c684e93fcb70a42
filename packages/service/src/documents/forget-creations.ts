import { letOthersWork } from '@carebench/playground'
import { remove } from '@carebench/store'
import type { ServiceContext } from '../context.js'
import { creations } from './creations.js'

/** Number of creations that are removed between pauses. */
const batch = 100

/**
 * Removes the creations that need not be respected any more: responses older than 24 hours, and calls that a crashed
 * service has left behind.
 */
export async function forgetCreations({ store, clock }: Pick<ServiceContext, 'store' | 'clock'>): Promise<void> {
  for (;;) {
    const due = await store.due(creations, clock.now(), batch)
    let removed = 0
    for (const { doc, revision } of due) {
      // Fails if the key was used again meanwhile.
      if ((await store.commit([remove(creations, doc.id, revision)])).ok) removed++
    }
    if (due.length < batch || removed === 0) return
    await letOthersWork()
  }
}
