import type { JsonObject } from '@carebench/protocol'
import type { Card } from './card.js'

/** A service call that was answered. */
export type CdsCallRow = {
  /** Not the `uuid` of a card; counts calls within a playground. */
  readonly number: number
  readonly service: string
  readonly hook: string
  /** As sent, without the address of the record and the token for it. */
  readonly request: JsonObject
  readonly cards: readonly Card[]
  /** Oldest first. */
  readonly feedback: readonly JsonObject[]
  readonly at: string
}
