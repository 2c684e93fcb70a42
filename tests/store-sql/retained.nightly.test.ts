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
import { expect, it, onTestFinished } from 'vitest'
import { type DatabaseUse, openMeasuredStore } from '../../packages/store/src/sql/testing/measured-store.js'
import { startPostgres, whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { loadDefinition } from '../../tools/bench/load/workload.js'

/** Runs that the service keeps. */
const kept = 100

/** Number of runs between two sweeps, which delete the runs that are not kept. */
const step = 100

/**
 * Maximum growth from half of the runs to all of them. A leak is detected from 250 bytes per run in memory, and 1 kB
 * per run with a database.
 */
const maxGrowthBytes = 2.5e6

/** Memory and space in use after some of the runs. */
interface Use {
  /** Bytes in use on the heap, after a garbage collection. */
  readonly heap: number
  /** Of the database; undefined in memory. */
  readonly database: DatabaseUse | undefined
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Makes this many runs, of which {@link kept} are kept. Returns the use after half of the runs and after all. */
async function measureUse(
  store: Store,
  runs: number,
  useOfDatabase?: () => Promise<DatabaseUse>,
): Promise<readonly Use[]> {
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
    // Lets the threads that compress records work, as they do between the requests of a server.
    await pause(0)
    if (number % step === 0) {
      clock.advance(3_600_000)
      await service.sweepRuns()
    }
    if (number === runs / 2 || number === runs)
      uses.push({ heap: await heapInUse(), database: await useOfDatabase?.() })
  }
  return uses
}

async function heapInUse(): Promise<number> {
  await pause(500)
  collect()
  return process.memoryUsage().heapUsed
}

function expectFlat([half, end]: readonly Use[]): void {
  if (half === undefined || end === undefined) throw new Error('Nothing was measured.')
  console.info(JSON.stringify({ half, end }))
  expect(end.heap - half.heap).toBeLessThan(maxGrowthBytes)
  expect(end.database?.rows).toEqual(half.database?.rows)
  // The database reuses the space of removed rows, but not all of it.
  expect(end.database?.bytes ?? 0).toBeLessThanOrEqual(1.5 * (half.database?.bytes ?? 0))
}

it('in memory, 20,000 runs of which a few are kept take no more memory than half of them', async () => {
  expectFlat(await measureUse(createMemoryStore({ compression: zlibCompression }), 20_000))
})

it('in an embedded database, 5,000 runs of which a few are kept take no more memory or space \
than half of them', async () => {
  const { store, use, close } = await openMeasuredStore()
  onTestFinished(close)
  expectFlat(await measureUse(store, 5000, use))
})

const skipped = whyNoPostgres()
it.skipIf(skipped !== undefined)(
  `in PostgreSQL, 5,000 runs of which a few are kept take no more memory or space than half of \
them${skipped === undefined ? '' : ` (${skipped})`}`,
  async () => {
    const server = await startPostgres()
    const { store, use, close } = await openMeasuredStore(server.createDatabase('retained'))
    onTestFinished(async () => {
      await close()
      server.stop()
    })
    expectFlat(await measureUse(store, 5000, use))
  },
)
