import { finish, type Steps } from '@carebench/protocol'
import { NotReplayableError, type RecordOpener } from '@carebench/service'
import type { DifferencesRecord, EvidencePart, TaskRunRecord } from '@carebench/verifier'
import { findStateDifference, type StateDifference } from './state-difference.js'

/** What the entries of a log changed, by their number. Entries that changed nothing are absent. */
export interface EntryChanges {
  /** Why the changes are unknown; null if they are known. */
  readonly unknown: string | null
  readonly bySeq: ReadonlyMap<number, StateDifference>
}

/** Applies the log of a record to its environment, entry by entry, and compares the states before and after each. */
export function findEntryChanges(
  record: TaskRunRecord | DifferencesRecord,
  opener: Pick<RecordOpener, 'states'>,
  parts: readonly EvidencePart[],
): EntryChanges {
  return finish(findEntryChangesInSteps(record, opener, parts, () => true))
}

/** {@link findEntryChanges} of the entries that are wanted, an entry in each step. */
export function* findEntryChangesInSteps(
  record: TaskRunRecord | DifferencesRecord,
  opener: Pick<RecordOpener, 'states'>,
  parts: readonly EvidencePart[],
  isWanted: (seq: number) => boolean,
): Steps<EntryChanges> {
  const bySeq = new Map<number, StateDifference>()
  try {
    for (const { seq, before, after } of opener.states(record)) {
      if (isWanted(seq)) bySeq.set(seq, findStateDifference({ ...after, initial: before }, parts))
      yield
    }
  } catch (error) {
    if (!(error instanceof NotReplayableError)) throw error
    return { unknown: error.message, bySeq: new Map() }
  }
  return { unknown: null, bySeq }
}
