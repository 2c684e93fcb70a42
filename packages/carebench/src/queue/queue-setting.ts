import type { Clock } from '@carebench/protocol'
import type { Store } from '@carebench/store'

/** Settings shared by the producers and the consumers of a queue. */
export interface QueueSetting {
  readonly store: Store
  readonly clock: Clock
  /** Waits between two polls of the queue. Default: half a second. */
  readonly pause?: () => Promise<void>
}

export function pauseFor({ pause }: QueueSetting): () => Promise<void> {
  return pause ?? (() => new Promise((resolve) => setTimeout(resolve, 500)))
}
