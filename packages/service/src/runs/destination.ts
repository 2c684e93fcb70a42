import type { PlaygroundRef } from '@carebench/playground'
import type { ApiError } from '@carebench/protocol'

/** The destination of a call of a simulated system. */
export interface Destination {
  readonly ref: PlaygroundRef
  /** Null if the caller may write; else the reason why not. */
  readonly readOnly: string | null
  /** The error if the playground ends before the call reaches it. */
  readonly ended: () => ApiError
  /**
   * Decides again from stored documents; present if the destination was decided from cached ones. If the playground
   * turns out to have ended, it may have ended before the call arrived.
   */
  readonly decideAgain?: () => Promise<Destination>
}
