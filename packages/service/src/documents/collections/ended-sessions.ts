import { formatInstant } from '@carebench/protocol'
import { type Document, defineCollection, insert, type Store } from '@carebench/store'

/**
 * A session of the dashboard, a workstation or a portal that was ended by signing out, a workstation's link that was
 * used, or a form that was sent. Its id is a digest, from which no cookie or link can be made.
 */
interface EndedSessionDoc extends Document {
  /** RFC 3339: when its cookie or link expires by itself. */
  readonly expires_at: string
}

export const endedSessions = defineCollection<EndedSessionDoc>({
  name: 'ended_sessions',
  // When it may be removed.
  due: ({ expires_at }) => Date.parse(expires_at),
})

/** The sessions that were ended before they expired; all processes on one store know them. */
export interface EndedSessions {
  /**
   * Ends a session. Ending it again does nothing.
   *
   * @param expiresAt - when its cookie expires by itself, in milliseconds since 1970
   */
  end(id: string, expiresAt: number): Promise<void>
  /** Whether a session was ended. */
  hasEnded(id: string): Promise<boolean>
}

/** Keeps ended sessions in a store, until they have expired. */
export function createEndedSessions(store: Store): EndedSessions {
  return {
    async end(id, expiresAt) {
      // The same `created_at` for all, so that a session that two processes end at once is one document.
      const doc = { id, created_at: formatInstant(0), expires_at: formatInstant(expiresAt) }
      await store.commit([insert(endedSessions, doc)])
    },
    hasEnded: async (id) => (await store.get(endedSessions, id)) !== undefined,
  }
}
