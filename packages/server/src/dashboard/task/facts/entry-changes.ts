import { finish, type Steps } from '@carebench/protocol'
import { NotReplayableError, type RecordOpener } from '@carebench/service'
import type { DifferencesRecord, EvidencePart, TaskRunRecord } from '@carebench/verifier'
import { findStateDifferenceInSteps, type StateDifference } from './state-difference.js'

/** The changes of log entries, by entry number. Entries without effects are absent. */
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

/** Does the same as {@link findEntryChanges} in steps, for selected entries. */
export function* findEntryChangesInSteps(
  record: TaskRunRecord | DifferencesRecord,
  opener: Pick<RecordOpener, 'states'>,
  parts: readonly EvidencePart[],
  isWanted: (seq: number) => boolean,
): Steps<EntryChanges> {
  const bySeq = new Map<number, StateDifference>()
  try {
    for (const states of opener.states(record)) {
      yield
      if (states === undefined || !isWanted(states.seq)) continue
      const { seq, before, after } = states
      bySeq.set(seq, yield* findStateDifferenceInSteps({ ...after, initial: before }, parts))
    }
  } catch (error) {
    if (!(error instanceof NotReplayableError)) throw error
    return { unknown: error.message, bySeq: new Map() }
  }
  return { unknown: null, bySeq }
}
