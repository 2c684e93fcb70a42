import { type EventRecord, type LogEntry, type LoggedEvent, systemKeyOf } from '@carebench/protocol'

/** The events of a log as criteria read them. */
export function eventRecordsOf(entries: readonly LogEntry[]): EventRecord[] {
  return entries.flatMap((entry) => entry.events.map((event) => eventRecordOf(event, entry)))
}

/** An event of an entry as criteria read it. What happened before the entry was written is nobody's doing: the system's. */
export function eventRecordOf(
  { type, data, at, simulator }: LoggedEvent,
  entry: Pick<LogEntry, 'seq' | 'at' | 'actor'>,
): EventRecord {
  const system = systemKeyOf(simulator)
  return {
    seq: entry.seq,
    at: at ?? entry.at,
    actor: at === undefined ? entry.actor : 'system',
    type,
    data,
    ...(system === undefined ? {} : { system }),
  }
}
