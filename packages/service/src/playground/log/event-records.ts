import { type EventRecord, type LogEntry, type LoggedEvent, readKeyInName } from '@carebench/protocol'
import type { FoldedEntry } from './folded-entry.js'

/** Returns the events of a log in the form that criteria read. */
export function listEventRecords(entries: readonly FoldedEntry[]): EventRecord[] {
  return entries.flatMap((entry) => entry.events.map((event) => toEventRecord(event, entry)))
}

/**
 * Returns an event of an entry in the form that criteria read. Events before the time of the entry are attributed to
 * the system.
 */
export function toEventRecord(
  { type, data, outward, removed, refused, returned, at, simulator }: LoggedEvent,
  entry: Pick<LogEntry, 'seq' | 'at' | 'actor'>,
): EventRecord {
  const system = readKeyInName(simulator)
  return {
    seq: entry.seq,
    at: at ?? entry.at,
    actor: at === undefined ? entry.actor : 'system',
    type,
    data,
    ...(outward === undefined ? {} : { outward }),
    ...(removed === undefined ? {} : { removed }),
    ...(refused === undefined ? {} : { refused }),
    ...(returned === undefined ? {} : { returned }),
    ...(system === undefined ? {} : { system }),
  }
}
