import { AsyncLocalStorage } from 'node:async_hooks'
import type { JsonObject } from '@carebench/protocol'
import type { OwnAnswer, OwnMessage } from './dialect.js'

/** One request to a provider, between the loop and its connection: the packages of the providers know nothing of it. */
export interface Exchange {
  /** Messages that go back as they came, in the place of their placeholders. */
  readonly own: readonly OwnMessage[]
  /** Called when a part of the answer has arrived. */
  readonly onProgress: () => void
  /** Called with the answer, if it comes over a connection that knows its interface. */
  readonly onAnswer: (answer: OwnAnswer) => void
  /** Called with the body of the request, which is then not sent. */
  readonly onRequest?: (body: JsonObject) => void
}

/** The exchange to which a request belongs. */
export const exchanges = new AsyncLocalStorage<Exchange>()

/** The text that stands for a message until the request is sent. */
export function placeholderFor(index: number): string {
  return `carebench:own-message:${index}`
}
