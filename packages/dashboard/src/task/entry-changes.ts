import { findStateDifference, type StateDifference } from '@carebench/dashboard/task'
import { NotReplayableError, type RecordOpener } from '@carebench/service'
import type { EvidencePart } from '@carebench/verifier'
import type { RecordedTaskRun } from '../../record-file.js'

/** What the entries of a log changed, by their number. Entries that changed nothing are absent. */
export interface EntryChanges {
  /** Why the changes are unknown; null if they are known. */
  readonly unknown: string | null
  readonly bySeq: ReadonlyMap<number, StateDifference>
}

/** Applies the log of a record to its environment, entry by entry, and compares the states. */
export function findEntryChanges(
  record: RecordedTaskRun,
  opener: RecordOpener,
  parts: readonly EvidencePart[],
): EntryChanges {
  const bySeq = new Map<number, StateDifference>()
  try {
    for (const { seq, before, after } of opener.states(record)) {
      bySeq.set(seq, findStateDifference({ ...after, initial: before }, parts))
    }
  } catch (error) {
    if (!(error instanceof NotReplayableError)) throw error
    return { unknown: error.message, bySeq: new Map() }
  }
  return { unknown: null, bySeq }
}
