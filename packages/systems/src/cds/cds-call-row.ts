import type { JsonObject } from '@carebench/protocol'
import type { Card } from './card.js'

/** A call of a service that was answered. */
export type CdsCallRow = {
  /** The `uuid` of no card; counts within a playground. */
  readonly number: number
  readonly service: string
  readonly hook: string
  /** As it was sent, without the address of the record and the token for it. */
  readonly request: JsonObject
  readonly cards: readonly Card[]
  /** The oldest first. */
  readonly feedback: readonly JsonObject[]
  readonly at: string
}
