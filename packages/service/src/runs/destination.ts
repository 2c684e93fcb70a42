import type { PlaygroundRef } from '@carebench/playground'
import type { ApiError } from '@carebench/protocol'

/** Where a call of a simulated system goes. */
export interface Destination {
  readonly ref: PlaygroundRef
  /** The simulator as the log names it, where the address tells more than the path; undefined if it is that of the path. */
  readonly simulator?: string
  /** Null if the caller may change things; else why not. */
  readonly readOnly: string | null
  /** What is answered if the playground ends before the call gets to it. */
  readonly ended: () => ApiError
  /**
   * Decides again, from what is stored now; given where the destination was decided from what is kept of earlier calls. A
   * playground that turns out to have ended then may have ended before the call came.
   */
  readonly decideAgain?: () => Promise<Destination>
}
