import type { ApiError } from '@carebench/protocol'
import type { PlaygroundRef } from '../playground/playground-host.js'

/** The destination of a call of a simulated system. */
export interface Destination {
  readonly ref: PlaygroundRef
  /**
   * The simulator's name in the log, if the address identifies it better than the path; undefined if the path
   * identifies it.
   */
  readonly simulator?: string
  /** Null if the caller may make changes; else the reason why not. */
  readonly readOnly: string | null
  /** The state that a read-only caller sees. Default: the current state. */
  readonly looksAt?: 'now' | 'start'
  /** The error if the playground ends before the call reaches it. */
  readonly ended: () => ApiError
  /**
   * Decides again from stored documents; present if the destination was decided from cached ones. If the playground has
   * ended, it may have ended before the call arrived.
   */
  readonly decideAgain?: () => Promise<Destination>
}
