import type { LogEntry } from '@carebench/protocol'

/**
 * Append-only logs of entries, one a playground. A log that was never written to is empty.
 *
 * A log whose last entry is a seal takes nothing more. Entries that belong together with documents are appended by the
 * `appends` of a store's commit instead.
 */
export interface Log {
  /** The entries from `fromSeq` (default 1, the first) to the end, in order; empty if there are none. */
  read(log: string, fromSeq?: number): Promise<readonly LogEntry[]>
  /**
   * Appends all entries or none. Throws like {@link assertAppendable}.
   *
   * @param key - identifies this append among all appends to the log. Repeating an append whose answer was lost with the
   * same key is answered `ok` if it had been carried out, even if the log has gone on since, and appends nothing.
   */
  append(log: string, expectedSeq: number, entries: readonly LogEntry[], key: string): Promise<AppendResult>
}

/** Entries to append to one log. */
export interface LogAppend {
  /** The id of the log. */
  readonly log: string
  /** The sequence number that the first of the entries gets: 1 for an empty log. */
  readonly expectedSeq: number
  readonly entries: readonly LogEntry[]
}

/** What became of an append. */
export type AppendResult = { readonly ok: true } | { readonly ok: false; readonly failed: AppendFailure }

/**
 * Why nothing was appended. `sequence`: the log goes on at `nextSeq`, not where it was expected to. `sealed`: the log
 * takes nothing more.
 */
export type AppendFailure =
  | { readonly reason: 'sequence'; readonly nextSeq: number }
  | { readonly reason: 'sealed'; readonly nextSeq: number }

/**
 * Checks that entries are numbered from `expectedSeq` without gaps and that none follows a seal.
 * Throws a RangeError otherwise: that is a mistake of the caller, not a race.
 */
export function assertAppendable(append: LogAppend): void {
  const { log, expectedSeq, entries } = append
  if (!Number.isSafeInteger(expectedSeq) || expectedSeq < 1) {
    throw new RangeError(`The log ${log} is appended to at a sequence number from 1, got ${expectedSeq}.`)
  }
  for (const [offset, entry] of entries.entries()) {
    if (entry.seq !== expectedSeq + offset) {
      throw new RangeError(
        `Entry ${offset} for the log ${log} must have seq ${expectedSeq + offset}, got ${entry.seq}.`,
      )
    }
    if (entry.action.kind === 'seal' && offset < entries.length - 1) {
      throw new RangeError(
        `Entry ${offset} for the log ${log} is a seal, and ${entries.length - 1 - offset} follow it.`,
      )
    }
  }
}
