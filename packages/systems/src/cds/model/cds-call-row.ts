import type { JsonObject } from '@carebench/protocol'
import type { Card } from './card.js'

/** A service call that was answered. */
export type CdsCallRow = {
  /** The number of the call among those that the simulator answered, from 1. */
  readonly number: number
  readonly service: string
  readonly hook: string
  /** The request without `fhirServer`, `fhirAuthorization`, and members that are null. */
  readonly request: JsonObject
  readonly cards: readonly Card[]
  /** Oldest first. */
  readonly feedback: readonly JsonObject[]
  readonly at: string
}
