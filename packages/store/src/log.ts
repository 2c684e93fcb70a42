import type { JsonValue, LogEntry } from '@carebench/protocol'

/**
 * Append-only logs of entries, one for each playground. A log that was never written to is empty.
 *
 * A log whose last entry is a seal accepts no more entries. Entries that must be written together with documents are
 * appended through the `appends` of a store's commit instead.
 */
export interface Log {
  /**
   * Returns the entries from `fromSeq` (default 1, the first) on, in order, at most `limit` (default: all).
   * Rejects with a RangeError unless `limit` is an integer of at least 1.
   */
  read(log: string, fromSeq?: number, limit?: number): Promise<readonly LogEntry[]>
  /** Returns the end of the log. */
  head(log: string): Promise<LogHead>
  /**
   * Appends all entries or none. Rejects with a RangeError unless the entries are numbered from `expectedSeq` without
   * gaps, and none follows a seal.
   *
   * @param key - identifies this append among all appends to the log. If the response to an append was lost, repeat it
   *   with the same key: if it had taken effect, the result is `ok` and nothing is appended, even if the log has grown
   *   since.
   */
  append(log: string, expectedSeq: number, entries: readonly LogEntry[], key: string): Promise<AppendResult>
  /** The store of checkpoints. Absent if reading a whole log is as fast as reading them. */
  readonly checkpoints?: Checkpoints | undefined
}

/**
 * Shorter forms of logs, from which the state after their entries is computed faster. They are only an optimisation:
 * each may be missing, and nothing else may depend on them.
 */
export interface Checkpoints {
  /**
   * Number of entries that one checkpoint covers: the first covers those from 1 on, each further one the same number
   * after them.
   */
  readonly size: number
  /**
   * Returns the checkpoints of a log that were made by `engine`, from the first entry on without gaps; possibly none.
   */
  read(log: string, engine: string): Promise<readonly Checkpoint[]>
  /** Stores a checkpoint of a log, unless one of the same engine exists for the same entries. */
  add(log: string, engine: string, checkpoint: Checkpoint): Promise<void>
}

/** A shorter form of {@link Checkpoints.size} entries of a log, from which the state after them is computed. */
export interface Checkpoint {
  /** The sequence number of the first of them. */
  readonly fromSeq: number
  /** The content, as the engine wrote it. */
  readonly content: JsonValue
}

/** The end of a log. */
export interface LogHead {
  /** The sequence number of the next entry: 1 for an empty log. */
  readonly nextSeq: number
  /** Whether the last entry is a seal. */
  readonly sealed: boolean
}

/** Entries to append to one log. */
export interface LogAppend {
  /** The id of the log. */
  readonly log: string
  /** The sequence number of the first entry: 1 for an empty log. */
  readonly expectedSeq: number
  readonly entries: readonly LogEntry[]
}

/** The result of an append. */
export type AppendResult = { readonly ok: true } | { readonly ok: false; readonly failed: AppendFailure }

/**
 * Why nothing was appended. `sequence`: the next sequence number of the log is `nextSeq`, not the expected one.
 * `sealed`: the log accepts no more entries.
 */
export type AppendFailure =
  | { readonly reason: 'sequence'; readonly nextSeq: number }
  | { readonly reason: 'sealed'; readonly nextSeq: number }

/**
 * Checks that entries are numbered from `expectedSeq` without gaps and that none follows a seal. Throws a RangeError
 * otherwise: that is a programming error, not a race.
 */
export function assertAppendable(append: LogAppend): void {
  const { log, expectedSeq, entries } = append
  if (!Number.isSafeInteger(expectedSeq) || expectedSeq < 1) {
    throw new RangeError(
      `The sequence number of an append to the log ${log} must be an integer of at least 1, got ${expectedSeq}.`,
    )
  }
  for (const [offset, entry] of entries.entries()) {
    if (entry.seq !== expectedSeq + offset) {
      throw new RangeError(
        `Entry ${offset} for the log ${log} must have seq ${expectedSeq + offset}, got ${entry.seq}.`,
      )
    }
    if (entry.action.kind === 'seal' && offset < entries.length - 1) {
      throw new RangeError(
        `Entry ${offset} for the log ${log} is a seal; no entry may follow it, got ${entries.length - 1 - offset} ` +
          'more.',
      )
    }
  }
}
