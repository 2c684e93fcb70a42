import type { ApiError } from '@carebench/protocol'
import type { PlaygroundRef } from '../playground/playground-host.js'

/** The destination of a call of a simulated system. */
export interface Destination {
  readonly ref: PlaygroundRef
  /**
   * The simulator as the log names it, where the address tells more than the path; undefined if it is that of the path.
   */
  readonly simulator?: string
  /** Null if the caller may change things; else why not. */
  readonly readOnly: string | null
  /** What is looked at by one who may not change anything. Default: what is there now. */
  readonly looksAt?: 'now' | 'start'
  /** The error if the playground ends before the call reaches it. */
  readonly ended: () => ApiError
  /**
   * Decides again from stored documents; present if the destination was decided from cached ones. If the playground
   * turns out to have ended, it may have ended before the call arrived.
   */
  readonly decideAgain?: () => Promise<Destination>
}
