import type { JsonValue } from '@carebench/protocol'
import type { Checkpoint, Checkpoints } from '@carebench/store'
import { type Kysely, sql } from 'kysely'
import type { Database } from './database.js'
import { insist } from './insist.js'
import { keyText } from './key-text.js'

/** Checkpoints of logs in PostgreSQL, one row each: reading one takes little longer than reading one entry. */
export class SqlCheckpoints implements Checkpoints {
  readonly size = 500
  readonly #db: Kysely<Database>

  constructor(db: Kysely<Database>) {
    this.#db = db
  }

  async read(log: string, engine: string): Promise<readonly Checkpoint[]> {
    const rows = await insist(() =>
      this.#db
        .selectFrom('log_checkpoints')
        .select(['from_seq', 'content'])
        .where('log', '=', keyText(log))
        .where('engine', '=', keyText(engine))
        .orderBy('from_seq')
        .execute(),
    )
    // One that could not be kept leaves a gap; those behind it are of no use.
    const gap = rows.findIndex(({ from_seq }, index) => from_seq !== index * this.size + 1)
    const whole = gap < 0 ? rows : rows.slice(0, gap)
    return whole.map(({ from_seq, content }) => ({ fromSeq: from_seq, content }))
  }

  async add(log: string, engine: string, { fromSeq, content }: Checkpoint): Promise<void> {
    const values = {
      log: keyText(log),
      engine: keyText(engine),
      from_seq: fromSeq,
      content: sql<JsonValue>`${JSON.stringify(content)}::text::json`,
    }
    // A log that was removed meanwhile has none.
    await insist(() =>
      this.#db
        .insertInto('log_checkpoints')
        .columns(['log', 'engine', 'from_seq', 'content'])
        .expression(
          sql`select ${values.log}, ${values.engine}, ${values.from_seq}::bigint, ${values.content} where exists (
            select from carebench.log_entries where log = ${values.log} and seq = ${values.from_seq}::bigint + ${this.size - 1}
          )`,
        )
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
}
