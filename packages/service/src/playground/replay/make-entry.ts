import type { Actor, LogEntry, LoggedAction } from '@carebench/protocol'
import { frozenCopy } from '@carebench/store'
import type { LoggedChange } from '../calls/answer-call.js'
import { engineVersion } from '../engine-version.js'

/**
 * Returns a frozen entry for the log. The state adopts its values, so that both share one copy, and later versions of a
 * record share its parts.
 */
export function makeEntry(
  seq: number,
  at: string,
  actor: Actor,
  action: LoggedAction,
  { effects, events }: LoggedChange,
  response: LogEntry['response'],
): LogEntry {
  return frozenCopy({ seq, at, actor, action, effects, events, response, engine: engineVersion })
}
