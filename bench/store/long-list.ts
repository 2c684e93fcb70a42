import { performance } from 'node:perf_hooks'
import { insert, type Store } from '@carebench/store'
import { type Kysely, sql } from 'kysely'
import { type RunDoc, runs, type TaskRunDoc, taskRuns } from '../../packages/service/src/documents/running.js'
import type { Database } from '../../packages/store-sql/src/database.js'
import type { Engine } from './engines.js'

/** A run that was created through the API, of which the others are copies. */
export interface Template {
  readonly run: RunDoc
  readonly taskRun: TaskRunDoc
}

const begin = Date.UTC(2026, 0, 5, 9)
const timeText = sql`to_char(timestamp '2026-01-05 09:00:00' + n * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
/** None of them ends while it is measured. */
const expires = '2099-01-05T09:00:00.000Z'
/** Rows of one statement. */
const batch = 50_000

/** The newest run in a store, which has one task. */
export async function readTemplate(store: Store): Promise<Template> {
  const { docs } = await store.page(runs, { limit: 1 })
  const [run] = docs
  const taskRun = await store.get(taskRuns, run?.task_runs[0]?.id ?? '')
  if (run === undefined || taskRun === undefined) throw new Error('There is no run to copy.')
  return { run, taskRun: taskRun.doc }
}

/** A list of runs of one organization, with one task run each, that can be made longer. */
export class LongList {
  readonly #engine: Engine
  readonly #template: Template
  #length = 0

  constructor(engine: Engine, template: Template) {
    this.#engine = engine
    this.#template = template
  }

  async grow(length: number): Promise<void> {
    const { db, store } = this.#engine
    const size = db === undefined ? 1000 : batch
    for (; this.#length < length; this.#length += size) {
      const to = Math.min(length, this.#length + size)
      if (db === undefined) await this.#insert(store, this.#length, to)
      else await this.#generate(db, this.#length, to)
    }
    this.#length = length
    if (db !== undefined) await sql`vacuum analyze`.execute(db)
  }

  /** Milliseconds of a page of 20 runs with their task runs at one of its places, the median of 101. */
  async measurePage(place: 'first' | 'middle' | 'last'): Promise<number> {
    const { store } = this.#engine
    const { organization_id } = this.#template.run
    const places = { first: this.#length - 110, middle: Math.floor(this.#length / 2), last: 25 }
    const durations: number[] = []
    for (let round = 0; round < 101; round++) {
      const { id, created_at: createdAt } = this.#copy(places[place] + (place === 'last' ? 0 : round)).run
      const start = performance.now()
      const { docs } = await store.page(runs, {
        filter: { name: 'organization', value: organization_id },
        position: { direction: 'next', key: { createdAt, id } },
        limit: 20,
      })
      const found = await store.getMany(
        taskRuns,
        docs.flatMap((run) => run.task_runs.map(({ id }) => id)),
      )
      durations.push(performance.now() - start)
      if (found.length !== 20 || found.includes(undefined))
        throw new Error(`Expected 20 task runs, got ${found.length}.`)
    }
    return durations.sort((one, other) => one - other)[50] ?? 0
  }

  async #insert(store: Store, from: number, to: number): Promise<void> {
    const copies = Array.from({ length: to - from }, (_, index) => this.#copy(from + index))
    await store.commit(copies.flatMap(({ run, taskRun }) => [insert(runs, run), insert(taskRuns, taskRun)]))
  }

  async #generate(db: Kysely<Database>, from: number, to: number): Promise<void> {
    const { run, taskRun } = this.#copy(0)
    const number = sql`lpad(n::text, 9, '0')`
    const copied = (doc: RunDoc | TaskRunDoc) =>
      sql`replace(replace(${JSON.stringify(doc)}::text, '_000000000', '_' || ${number}), ${doc.created_at}::text, ${timeText})::json`
    const series = sql`generate_series(${sql.lit(from)}, ${sql.lit(to - 1)}) as n`
    const organization = `organization=${run.organization_id}`
    const due = Date.parse(expires)
    await db.transaction().execute(async (transaction) => {
      // They take longer than a call may.
      await sql`set local statement_timeout = 0`.execute(transaction)
      await sql`insert into carebench.documents
        select 'benchmark_runs', 'run_' || ${number}, ${timeText}, n, ${due}::double precision, array['token=' || n], array[${organization}::text], ${copied(run)}
        from ${series}`.execute(transaction)
      await sql`insert into carebench.documents
        select 'task_runs', 'tr_' || ${number}, ${timeText}, n, null, '{}', array['run=run_' || ${number}], ${copied(taskRun)}
        from ${series}`.execute(transaction)
      await sql`insert into carebench.unique_keys
        select 'benchmark_runs', 'token=' || n, 'run_' || ${number} from ${series}`.execute(transaction)
      await sql`insert into carebench.filter_values
        select 'benchmark_runs', ${organization}, ${timeText}, 'run_' || ${number} from ${series}`.execute(transaction)
      await sql`insert into carebench.filter_values
        select 'task_runs', 'run=run_' || ${number}, ${timeText}, 'tr_' || ${number} from ${series}`.execute(
        transaction,
      )
    })
  }

  #copy(number: number): Template {
    const suffix = String(number).padStart(9, '0')
    const [id, taskRunId] = [`run_${suffix}`, `tr_${suffix}`]
    const created_at = new Date(begin + number).toISOString()
    const { run, taskRun } = this.#template
    const task_runs = run.task_runs.map((one) => ({ ...one, id: taskRunId }))
    return {
      run: { ...run, id, created_at, task_runs, token_digest: `${number}`, token_expires_at: expires },
      taskRun: { ...taskRun, id: taskRunId, created_at, benchmark_run_id: id },
    }
  }
}
