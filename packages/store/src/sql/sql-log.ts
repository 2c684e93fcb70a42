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
import { insist } from './insist.js'
import { jsonArray } from './json-array.js'
import { keyText } from './key-text.js'
import { SqlCheckpoints } from './sql-checkpoints.js'

/** Logs in PostgreSQL, one row per entry: the primary key prevents two entries at the same place. */
export class SqlLog implements Log {
  readonly checkpoints: Checkpoints
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
    this.checkpoints = new SqlCheckpoints(db)
  }

  async read(log: string, fromSeq = 1, limit?: number): Promise<readonly LogEntry[]> {
    if (limit !== undefined) assertLimit(limit)
    const query = this.#db
      .selectFrom('log_entries')
      .select('entry')
      .where('log', '=', keyText(log))
      .where('seq', '>=', fromSeq)
      .orderBy('seq')
    const rows = await insist(() => (limit === undefined ? query : query.limit(limit)).execute())
    return rows.map(({ entry }) => entry)
  }

  async head(log: string): Promise<LogHead> {
    const last = await insist(() =>
      this.#db
        .selectFrom('log_entries')
        .select(['seq', 'sealed'])
        .where('log', '=', keyText(log))
        .orderBy('seq', 'desc')
        .limit(1)
        .executeTakeFirst(),
    )
    return last === undefined ? { nextSeq: 1, sealed: false } : { nextSeq: last.seq + 1, sealed: last.sealed }
  }

  async append(log: string, expectedSeq: number, entries: readonly LogEntry[], key: string): Promise<AppendResult> {
    assertAppendable({ log, expectedSeq, entries })
    const texts = entries.map((entry) => JSON.stringify(frozenCopy(entry)))
    const isSealed = entries.at(-1)?.action.kind === 'seal'
    const { rows } = await insist(() =>
      sql<{ readonly failed: AppendFailure | null }>`
        select carebench.append_entries(
          ${keyText(log)}::text, ${expectedSeq}::bigint, ${isSealed}::boolean, ${keyText(key)}::text, ${jsonArray(texts)}
        ) as failed`.execute(this.#db),
    )
    const failed = rows[0]?.failed ?? null
    return failed === null ? { ok: true } : { ok: false, failed }
  }
}
