import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createManualClock } from '@carebench/protocol'
import { zlibCompression } from '@carebench/server'
import {
  callInMemory,
  createIdSource,
  createRequest,
  createService,
  defaultSystems,
  publishBenchmark,
  secureRandom,
  textOfBody,
} from '@carebench/service'
import { createMemoryStore, type Store } from '@carebench/store'
import { PGlite } from '@electric-sql/pglite'
import { Kysely, sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDefinition } from '../../bench/load/workload.js'
import type { Database } from '../../packages/store-sql/src/database.js'
import { createPGliteDialect } from '../../packages/store-sql/src/engines/pglite-dialect.js'
import { connectToPostgres } from '../../packages/store-sql/src/engines/postgres-store.js'
import { migrate } from '../../packages/store-sql/src/migrations/migrate.js'
import { SqlStore } from '../../packages/store-sql/src/sql-store.js'
import { startPostgres, whyNoPostgres } from '../../packages/store-sql/src/testing/postgres-server.js'

/** Runs that the service keeps. */
const kept = 100

/** Between two looks at what is due, the most that is too old. */
const step = 100

/** What grows without it being noticed is more than this after all runs: 250 bytes a run in memory, 1 kB with a database. */
const mostGrowth = 2.5e6

/** What is in use after some of the runs. */
interface Use {
  /** Bytes of the heap. */
  readonly heap: number
  /** Rows by table; none in memory. */
  readonly rows: Readonly<Record<string, number>>
  /** Bytes of the database; 0 in memory. */
  readonly database: number
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Carries out so many runs, of which a few are kept. Returns what is in use after half of them and after all. */
async function useOf(store: Store, runs: number, db?: Kysely<Database>): Promise<readonly Use[]> {
  const clock = createManualClock()
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store,
    clock,
    random: secureRandom,
    ids: createIdSource(clock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
    retention: { keep: { runs: kept } },
  })
  const { organizationKey, solverKey } = await service.provisionOrganization('Clinic')
  await publishBenchmark(callInMemory(service, organizationKey), loadDefinition, { allowFindings: true })
  const post = async (token: string, target: string, body: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const bytes = new TextEncoder().encode(JSON.stringify(body))
    const answer = await service.handle(createRequest('POST', target, headers, bytes))
    if (answer.status >= 300) throw new Error(`${target} was answered ${answer.status}: ${textOfBody(answer)}`)
    return JSON.parse(textOfBody(answer))
  }
  const uses: Use[] = []
  for (let number = 1; number <= runs; number++) {
    const { bearer_token, task_runs } = await post(solverKey, '/v1/benchmark-runs', { benchmark: 'load@1' })
    await post(bearer_token, task_runs[0].start_url, {})
    await post(bearer_token, task_runs[0].complete_url, {})
    // Threads that compress what is kept have their turn, as between the requests of a server.
    await pause(0)
    if (number % step === 0) {
      clock.advance(3_600_000)
      await service.settleDue()
    }
    if (number === runs / 2 || number === runs) uses.push(await measure(db))
  }
  return uses
}

async function measure(db: Kysely<Database> | undefined): Promise<Use> {
  await pause(500)
  collect()
  const heap = process.memoryUsage().heapUsed
  if (db === undefined) return { heap, rows: {}, database: 0 }
  const rows: Record<string, number> = {}
  for (const table of ['documents', 'unique_keys', 'filter_values', 'log_entries', 'log_checkpoints']) {
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(`carebench.${table}`)}`.execute(db)
    rows[table] = counted.rows[0]?.count ?? Number.NaN
  }
  const size = await sql<{ size: number }>`
    select pg_database_size(current_database())::double precision as size`.execute(db)
  return { heap, rows, database: size.rows[0]?.size ?? Number.NaN }
}

function expectFlat([half, end]: readonly Use[]): void {
  if (half === undefined || end === undefined) throw new Error('Nothing was measured.')
  console.info(JSON.stringify({ half, end }))
  expect(end.rows).toEqual(half.rows)
  expect(end.heap - half.heap).toBeLessThan(mostGrowth)
  // Space of what was removed is used again, though not all of it.
  expect(end.database).toBeLessThanOrEqual(half.database * 1.5)
}

it('in memory, 20,000 runs of which a few are kept take no more memory than half of them', async () => {
  expectFlat(await useOf(createMemoryStore({ compression: zlibCompression }), 20_000))
})

it('in a folder, 5,000 runs of which a few are kept take no more memory or space than half of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carebench-retained-'))
  const database = await PGlite.create({ dataDir: join(folder, 'data') })
  const db = new Kysely<Database>({ dialect: createPGliteDialect(database) })
  try {
    await migrate(db)
    expectFlat(await useOf(new SqlStore(db, { isShared: false, release: async () => {} }), 5000, db))
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
})

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`on PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let stop = async () => {}
  afterAll(() => stop())

  it('5,000 runs of which a few are kept take no more memory or space than half of them', async () => {
    const server = await startPostgres()
    const db = await connectToPostgres(server.createDatabase('retained'))
    stop = async () => {
      await db.destroy()
      server.stop()
    }
    await migrate(db)
    expectFlat(await useOf(new SqlStore(db, { isShared: true, release: async () => {} }), 5000, db))
  })
})
