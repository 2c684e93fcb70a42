import { createMemoryStore, type Store, update } from '@carebench/store'
import { expect, it } from 'vitest'
import { runs } from '../documents/collections/running.js'
import { createServiceUnderTest } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

/**
 * Returns a started task run, and a function that makes another service cancel its run just before the next end is
 * committed.
 */
async function begin() {
  const memory = createMemoryStore()
  let cancelFirst: string | undefined
  const store: Store = {
    log: memory.log,
    get: (collection, id) => memory.get(collection, id),
    getMany: (collection, ids) => memory.getMany(collection, ids),
    getByUnique: (collection, index, key) => memory.getByUnique(collection, index, key),
    page: (collection, request) => memory.page(collection, request),
    due: (collection, before, limit) => memory.due(collection, before, limit),
    claim: (collection, before, until, limit) => memory.claim(collection, before, until, limit),
    ping: () => memory.ping(),
    close: () => memory.close(),
    async commit(writes, appends) {
      const id = cancelFirst
      if (id !== undefined && (appends?.length ?? 0) > 0) {
        cancelFirst = undefined
        const run = await memory.get(runs, id)
        if (run !== undefined) await memory.commit([update(runs, { ...run.doc, cancelled: true }, run.revision)])
      }
      return memory.commit(writes, appends)
    },
  }
  const under = await createServiceUnderTest({ store })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [first] = run.task_runs
  await under.call(run.bearer_token, 'POST', String(first?.start_url))
  const interrupt = () => {
    cancelFirst = run.benchmark_run_id
  }
  const read = async () => (await under.call(under.organizationKey, 'GET', `/task-runs/${first?.id}`)).body
  const complete = () => under.call(run.bearer_token, 'POST', String(first?.complete_url))
  return { under, interrupt, read, complete }
}

it('returns 409 for a completion whose run another service cancels during verification \
[cancelling.run]', async () => {
  const { interrupt, complete, read } = await begin()
  interrupt()
  expect((await complete()).status).toBe(409)
  expect(await read()).toMatchObject({ status: 'cancelled', score: null, criterion_runs: [] })
})

it('does not time out a task run that was cancelled meanwhile', async () => {
  const { under, interrupt, read } = await begin()
  under.clock.advance(60_000)
  interrupt()
  expect(await read()).toMatchObject({ status: 'cancelled', score: null, criterion_runs: [] })
})
