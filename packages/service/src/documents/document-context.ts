import type { Clock, Random } from '@carebench/protocol'
import type { Store } from '@carebench/store'
import type { System } from '@carebench/systems'
import type { OpenCreation } from './open-creation.js'

/** The part of the service's context that reading, checking and writing documents needs. */
export interface DocumentContext {
  readonly store: Store
  readonly clock: Clock
  /** Fit for secrets. */
  readonly random: Random
  /** The creation that the call must commit its resource with; null if the call has no `Idempotency-Key`. */
  readonly creation: OpenCreation | null
  /** The simulated systems that environments can have. */
  readonly systems: readonly System[]
  /** The same systems, by type. */
  readonly simulators: ReadonlyMap<string, System>
}
