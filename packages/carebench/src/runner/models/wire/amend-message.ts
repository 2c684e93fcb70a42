import type { CallChange, OwnMessage } from './dialect.js'
import { dialects } from './dialects.js'

/** A message with changes to its calls, in their order; undefined if its calls are not those that were read from it. */
export function amendMessage(message: OwnMessage, changes: readonly CallChange[]): OwnMessage | undefined {
  return dialects.find(({ name }) => name === message.dialect)?.amend(message, changes)
}
