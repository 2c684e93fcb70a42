import { hasMoreToWrite } from '@carebench/protocol/wire'
import { type Kysely, sql } from 'kysely'
import type { Checkpoint, Checkpoints } from '../log.js'
import type { Database } from './database.js'
import { encodeKey } from './key-text.js'
import { retryConflicts } from './retry-conflicts.js'

/** Maximum size of a stored checkpoint, in JSON values; each 64 characters of text count as one more. */
const maxValues = 100_000

/** Checkpoints of logs in PostgreSQL, one row each: reading one takes little longer than reading one entry. */
export class SqlCheckpoints implements Checkpoints {
  readonly size = 500
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  async read(log: string, engine: string): Promise<readonly Checkpoint[]> {
    const rows = await retryConflicts(() =>
      this.#db
        .selectFrom('log_checkpoints')
        .select(['from_seq', 'content'])
        .where('log', '=', encodeKey(log))
        .where('engine', '=', encodeKey(engine))
        .orderBy('from_seq')
        .execute(),
    )
    // A checkpoint that could not be stored leaves a gap; the later ones are useless.
    const gap = rows.findIndex(({ from_seq }, index) => from_seq !== index * this.size + 1)
    const whole = gap < 0 ? rows : rows.slice(0, gap)
    return whole.map(({ from_seq, content }) => ({ fromSeq: from_seq, content }))
  }

  async add(log: string, engine: string, { fromSeq, content }: Checkpoint): Promise<void> {
    // Writing it in one piece would take too long; readers use the entries of the log instead.
    if (hasMoreToWrite(content, maxValues)) return
    const name = encodeKey(log)
    // A removed log has no checkpoints, and a log with a locked entry is not removed meanwhile.
    await retryConflicts(() =>
      sql`insert into carebench.log_checkpoints (log, engine, from_seq, content)
        select ${name}::text, ${encodeKey(engine)}::text, ${fromSeq}::bigint, ${JSON.stringify(content)}::text::json
        from (
          select from carebench.log_entries
          where log = ${name} and seq = ${fromSeq + this.size - 1}::bigint for key share
        ) as last
        on conflict do nothing`.execute(this.#db),
    )
  }
}
