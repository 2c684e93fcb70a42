import type { TimedResource } from './store-layer.js'
import type { ResourceVersion } from './version-log.js'

/** The versions of a record, of one type or of one resource, the latest last. Later versions may be added to it. */
export interface FhirHistory {
  /** The initial resources of the record, whose earlier versions are unknown. */
  readonly base: readonly TimedResource[]
  /** The versions made since. */
  readonly changes: readonly ResourceVersion[]
}
