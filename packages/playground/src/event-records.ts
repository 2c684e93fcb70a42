import type { EventRecord, LogEntry, RecordedEvent } from '@carebench/protocol'

/** The events of a log as criteria read them. */
export function eventRecordsOf(entries: readonly LogEntry[]): EventRecord[] {
  return entries.flatMap((entry) => entry.events.map((event) => eventRecordOf(event, entry)))
}

/** An event of an entry as criteria read it. What happened before the entry was written is nobody's doing: the system's. */
export function eventRecordOf(
  { type, data, at }: RecordedEvent,
  entry: Pick<LogEntry, 'seq' | 'at' | 'actor'>,
): EventRecord {
  return { seq: entry.seq, at: at ?? entry.at, actor: at === undefined ? entry.actor : 'system', type, data }
}
