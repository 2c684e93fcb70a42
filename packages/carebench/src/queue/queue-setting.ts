import type { Clock } from '@carebench/protocol'
import type { Store } from '@carebench/store'

/** What those who put attempts into a queue and those who take them share. */
export interface QueueSetting {
  readonly store: Store
  readonly clock: Clock
  /** Waits between two readings of the queue. Default: half a second. */
  readonly pause?: () => Promise<void>
}

export function pauseOf({ pause }: QueueSetting): () => Promise<void> {
  return pause ?? (() => new Promise((resolve) => setTimeout(resolve, 500)))
}
