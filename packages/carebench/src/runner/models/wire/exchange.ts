import { AsyncLocalStorage } from 'node:async_hooks'
import type { JsonObject } from '@carebench/protocol'
import type { OwnAnswer, OwnMessage } from './dialect.js'

/** One request to a provider, shared by the loop and its connection, unknown to the provider's package. */
export interface Exchange {
  /** Messages that are sent back unchanged in place of their placeholders. */
  readonly own: readonly OwnMessage[]
  /** Called when a part of the response has arrived. */
  readonly onProgress: () => void
  /** Called with the response, if the connection knows its interface. */
  readonly onAnswer: (answer: OwnAnswer) => void
  /** Called with the body of the request instead of sending it. */
  readonly onRequest?: (body: JsonObject) => void
}

/** The exchange that a request belongs to. */
export const exchanges = new AsyncLocalStorage<Exchange>()

/** Returns the placeholder of a message until the request is sent. */
export function placeholderFor(index: number): string {
  return `carebench:own-message:${index}`
}
