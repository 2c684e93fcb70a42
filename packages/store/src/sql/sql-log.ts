import type { LogEntry } from '@carebench/protocol'
import { type Kysely, sql } from 'kysely'
import { assertLimit } from '../assert-request.js'
import { frozenCopy } from '../frozen-copy.js'
import {
  type AppendFailure,
  type AppendResult,
  assertAppendable,
  type Checkpoints,
  type Log,
  type LogHead,
} from '../log.js'
import type { Database } from './database.js'
import { jsonArray } from './json-array.js'
import { encodeKey } from './key-text.js'
import { readLogEntryText, restoreLogEntry, writeLogEntry } from './log-entry-text.js'
import { retryConflicts } from './retry-conflicts.js'
import { SqlCheckpoints } from './sql-checkpoints.js'

/**
 * Maximum number of bytes of an entry that are read in one piece: decoding many megabytes takes too long, and ten times
 * as long for non-ASCII text.
 */
const pieceBytes = sql.lit(262_144)

/** An entry, or a piece of the text of a long one; the pieces come in order. */
interface EntryPiece {
  readonly seq: number
  readonly entry: LogEntry | null
  readonly bytes: Uint8Array | null
}

/** Logs in PostgreSQL, one row per entry: the primary key prevents two entries with the same number. */
export class SqlLog implements Log {
  readonly checkpoints: Checkpoints
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
    this.checkpoints = new SqlCheckpoints(db)
  }

  async read(log: string, fromSeq = 1, limit?: number): Promise<readonly LogEntry[]> {
    if (limit !== undefined) assertLimit(limit)
    const { rows } = await retryConflicts(() =>
      sql<EntryPiece>`
        select found.seq, piece.entry, piece.bytes
        from (
          select seq, entry, octet_length(entry::text) > ${pieceBytes} as is_long from carebench.log_entries
          where log = ${encodeKey(log)} and seq >= ${fromSeq}::bigint order by seq limit ${limit ?? null}
        ) as found
        cross join lateral (
          select found.entry, null::bytea as bytes, 0 as number where not found.is_long
          union all
          select null, substring(text.bytes from number * ${pieceBytes} + 1 for ${pieceBytes}), number
          from (select convert_to(found.entry::text, 'UTF8') as bytes where found.is_long offset 0) as text,
            generate_series(0, (octet_length(text.bytes) - 1) / ${pieceBytes}) as number
        ) as piece
        order by found.seq, piece.number`.execute(this.#db),
    )
    const entries: LogEntry[] = []
    for (let at = 0, end = 0; at < rows.length; at = end) {
      const { seq, entry } = rows[at] as EntryPiece
      while (rows[end]?.seq === seq) end++
      const pieces = rows.slice(at, end).flatMap(({ bytes }) => bytes ?? [])
      entries.push(entry === null ? await readLogEntryText(pieces) : restoreLogEntry(entry))
    }
    return entries
  }

  async head(log: string): Promise<LogHead> {
    const last = await retryConflicts(() =>
      this.#db
        .selectFrom('log_entries')
        .select(['seq', 'sealed'])
        .where('log', '=', encodeKey(log))
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    return last === undefined ? { nextSeq: 1, sealed: false } : { nextSeq: last.seq + 1, sealed: last.sealed }
  }

  async append(log: string, expectedSeq: number, entries: readonly LogEntry[], key: string): Promise<AppendResult> {
    assertAppendable({ log, expectedSeq, entries })
    const texts = entries.map((entry) => writeLogEntry(frozenCopy(entry)))
    const isSealed = entries.at(-1)?.action.kind === 'seal'
    const { rows } = await retryConflicts(() =>
      sql<{ readonly failed: AppendFailure | null }>`
        select carebench.append_entries(
          ${encodeKey(log)}::text, ${expectedSeq}::bigint, ${isSealed}::boolean, \
${encodeKey(key)}::text, ${jsonArray(texts)}
        ) as failed`.execute(this.#db),
    )
    const failed = rows[0]?.failed ?? null
    return failed === null ? { ok: true } : { ok: false, failed }
  }
}
