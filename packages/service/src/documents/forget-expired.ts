import { type Collection, type Document, remove } from '@carebench/store'
import { letOthersWork } from '../work/let-others-work.js'
import { creations } from './collections/creations.js'
import { endedSessions } from './collections/ended-sessions.js'
import { keptPages } from './collections/kept-pages.js'
import type { DocumentContext } from './document-context.js'
import { probes } from './readiness.js'

/** Maximum number of documents that are removed between pauses. */
const batch = 100

/**
 * Removes expired documents: responses older than 24 hours and calls that a crashed service has left behind, ended
 * sessions and kept pages that have expired, and probes of processes that have ended.
 */
export async function forgetExpired(storage: Pick<DocumentContext, 'store' | 'clock'>): Promise<void> {
  await forgetDue(storage, creations)
  await forgetDue(storage, endedSessions)
  await forgetDue(storage, keptPages)
  await forgetDue(storage, probes)
}

async function forgetDue<Doc extends Document>(
  { store, clock }: Pick<DocumentContext, 'store' | 'clock'>,
  collection: Collection<Doc>,
): Promise<void> {
  for (;;) {
    const due = await store.due(collection, clock.now(), batch)
    let removed = 0
    for (const { doc, revision } of due) {
      // Fails if the document was written again meanwhile.
      if ((await store.commit([remove(collection, doc.id, revision)])).ok) removed++
    }
    if (due.length < batch || removed === 0) return
    await letOthersWork()
  }
}
