// What does a filtered page of the dashboard cost on the server with 100,000 runs?
//
// One cancelled run, with its task runs, is copied in the memory store under other ids. Each page is made in this
// process without HTTP, once to warm up and then ten times; the figures are the CPU time of a page and its size.
// `nothing fits` searches the most runs that a filtered page may, 500, and the comparison of Solvers searches 1,000.

import { createManualClock } from '@carebench/protocol'
import { callInMemory, createMemoryStore, createRequest, publishBenchmark, textOfBody } from '@carebench/service'
import { insert, type Store } from '@carebench/store'
import { fixtureAudits, fixtures } from '../../fixtures/src/index.js'
import { createDashboard } from '../../packages/server/src/dashboard/dashboard.js'
import { runs, taskRuns } from '../../packages/service/src/documents/collections/running.js'
import { createInMemoryService } from '../../tests/in-memory-service.js'
import type { Bench } from './src/benchmark.js'

const begin = Date.parse('2026-03-02T18:00:00Z')
const pages = [
  ['newest', '/runs', '<h1>Runs</h1>'],
  ['cancelled', '/runs?outcome=cancelled', '<h1>Runs</h1>'],
  ['nothing fits', '/runs?outcome=pass&text=nowhere', 'runs were searched'],
  ['searched, nothing fits', '/search?q=nowhere', 'Nothing has “nowhere” in its name'],
  ['compared, nothing fits', '/compare?one=Default+Solver&other=Default+Solver', 'has no completed run'],
] as const

export async function run(bench: Bench): Promise<void> {
  for (const count of bench.sizes(200, 200, 100_000)) {
    const get = await openDashboard(count)
    for (const [name, path, said] of pages) {
      const text = await get(path)
      if (!text.includes(said)) throw new Error(`${path} does not say “${said}”: ${text}`)
      if (name === 'nothing fits' && !text.includes(`${Math.min(count, 500)} runs were searched`)) {
        throw new Error(`Expected a page without matches that searched ${Math.min(count, 500)} runs: ${text}`)
      }
      const rounds = 10
      const before = process.cpuUsage()
      for (let round = 0; round < rounds; round++) await get(path)
      const { user, system } = process.cpuUsage(before)
      const about = { case: `${count} runs` }
      bench.report({ ...about, contender: `${name}: CPU`, figure: (user + system) / rounds / 1000, unit: 'ms' })
      bench.report({ ...about, contender: `${name}: size`, figure: Buffer.byteLength(text) / 1000, unit: 'kB' })
    }
  }
}

/** Creates a dashboard with `count` cancelled runs. Returns a function that resolves to the HTML of a page. */
async function openDashboard(count: number): Promise<(path: string) => Promise<string>> {
  const clock = createManualClock(begin)
  const store = createMemoryStore()
  const service = createInMemoryService(clock, undefined, { store, knownAudits: Object.values(fixtureAudits) })
  const { organizationKey, solverKey } = await service.provisionOrganization('Alder Creek')
  const benchmark = fixtures['lab-results']
  const call = callInMemory(service, organizationKey)
  await publishBenchmark(call, benchmark)
  await callInMemory(service, solverKey)('createBenchmarkRun', { body: { benchmark: `${benchmark.name}@1` } })
  const id = (await call('listBenchmarkRuns', { query: { limit: '1' } })).data[0]?.id ?? ''
  await call('cancelBenchmarkRun', { params: { id } })
  await copyRun(store, id, count)
  const dashboard = createDashboard({ service, now: () => begin })
  const form = new TextEncoder().encode(new URLSearchParams({ key: organizationKey }).toString())
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const signedIn = await dashboard.handle(createRequest('POST', '/dashboard/sign-in', type, form))
  const cookie = /^[^;]+/.exec(signedIn.headers['set-cookie'] ?? '')?.[0] ?? ''
  return async (path) => textOfBody(await dashboard.handle(createRequest('GET', `/dashboard${path}`, { cookie })))
}

async function copyRun(store: Store, id: string, count: number): Promise<void> {
  const run = (await store.get(runs, id))?.doc
  if (run === undefined) throw new Error(`There is no run ${id}.`)
  const parts = (
    await store.getMany(
      taskRuns,
      run.task_runs.map((one) => one.id),
    )
  ).flatMap((one) => one?.doc ?? [])
  for (let number = 1; number < count; number++) {
    const other = (one: string) => `${one.slice(0, -6)}${String(number).padStart(6, '0')}`
    const task_runs = run.task_runs.map((one, index) => ({ ...one, id: `${other(one.id)}_${index}` }))
    const copied = { ...run, id: other(run.id), token_digest: `${run.token_digest}-${number}`, task_runs }
    await store.commit([
      insert(runs, copied),
      ...parts.map((part, index) =>
        insert(taskRuns, { ...part, id: `${other(part.id)}_${index}`, benchmark_run_id: copied.id }),
      ),
    ])
  }
}
