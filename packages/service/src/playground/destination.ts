import type { ApiError } from '@carebench/protocol'
import type { PlaygroundRef } from './playground-host.js'

/** Where a call of a simulated system goes. */
export interface Destination {
  readonly ref: PlaygroundRef
  /** Null if the caller may change things; else why not. */
  readonly readOnly: string | null
  /** What is answered if the playground ends before the call gets to it. */
  readonly ended: () => ApiError
}
