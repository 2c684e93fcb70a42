import type { JsonObject } from '@carebench/protocol'
import type { Card } from './card.js'

/** A service call that was answered. */
export type CdsCallRow = {
  /** The number of the call within the playground. */
  readonly number: number
  readonly service: string
  readonly hook: string
  /** The request as sent, without the FHIR server's URL and token. */
  readonly request: JsonObject
  readonly cards: readonly Card[]
  /** Oldest first. */
  readonly feedback: readonly JsonObject[]
  readonly at: string
}
