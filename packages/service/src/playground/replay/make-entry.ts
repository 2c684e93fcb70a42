import type { Actor, LogEntry, LoggedAction } from '@carebench/protocol'
import { frozenCopy } from '@carebench/store'
import type { LoggedChange } from '../calls/answer-call.js'
import { engineVersion } from '../engine-version.js'

/**
 * Returns an entry for the log. The state adopts the logged values, so that both share one copy, and a later version of
 * a row shares its parts.
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
