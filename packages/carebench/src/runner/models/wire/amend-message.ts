import type { CallChange, OwnMessage } from './dialect.js'
import { dialects } from './dialects.js'

/** Returns a message with changes to its calls, in order; undefined if it has another number of calls. */
export function amendMessage(message: OwnMessage, changes: readonly CallChange[]): OwnMessage | undefined {
  return dialects.find(({ name }) => name === message.dialect)?.amend(message, changes)
}
