import type { EventRecord, LogEntry } from '@carebench/protocol'

/** The events of a log as criteria read them. What happened before its entry was written is the system's. */
export function eventRecordsOf(entries: readonly LogEntry[]): EventRecord[] {
  return entries.flatMap((entry) =>
    entry.events.map(({ type, data, at }) => ({
      seq: entry.seq,
      at: at ?? entry.at,
      actor: at === undefined ? entry.actor : ('system' as const),
      type,
      data,
    })),
  )
}
