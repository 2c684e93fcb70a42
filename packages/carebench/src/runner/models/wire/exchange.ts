import { AsyncLocalStorage } from 'node:async_hooks'
import type { JsonObject } from '@carebench/protocol'
import type { OwnAnswer, OwnMessage } from './dialect.js'

/** Data about one request to a provider, passed from the loop to the connection past the provider's package. */
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

/** Returns the placeholder text of a message; the connection replaces it by the message. */
export function placeholderFor(index: number): string {
  return `carebench:own-message:${index}`
}
