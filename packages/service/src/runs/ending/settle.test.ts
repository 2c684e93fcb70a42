import { createMemoryStore } from '@carebench/store'
import { expect, it } from 'vitest'
import { runs, taskRuns } from '../../documents/collections/running.js'
import { createCountingStore } from '../../testing/counting-store.js'
import { createServiceUnderTest } from '../../testing/service-under-test.js'
import { smallBenchmark } from '../../testing/small-benchmark.js'

const fiveHours = 5 * 60 * 60 * 1000

it('settles an ended run once more when its token expires, and then never again', async () => {
  const store = createCountingStore(createMemoryStore())
  const under = await createServiceUnderTest({ store })
  const reference = await under.publish(smallBenchmark())
  const [ended, cancelled, left] = [
    await under.createRun(reference),
    await under.createRun(reference),
    await under.createRun(reference),
  ]
  for (const { start_url, complete_url } of ended.task_runs) {
    await under.call(ended.bearer_token, 'POST', start_url)
    await under.call(ended.bearer_token, 'POST', complete_url)
  }
  await under.call(under.organizationKey, 'POST', `/benchmark-runs/${cancelled.benchmark_run_id}/cancel`)
  const due = async () => (await store.due(runs, under.clock.now(), 10)).map(({ doc }) => doc.id)
  await under.service.settleDue()
  expect(await due()).toEqual([])

  under.clock.advance(fiveHours)
  expect((await due()).sort()).toEqual([ended.benchmark_run_id, left.benchmark_run_id].sort())
  await under.service.settleDue()
  await under.service.settleDue()
  expect(await due()).toEqual([])
  const owned = await store.page(taskRuns, { filter: { name: 'run', value: left.benchmark_run_id }, limit: 10 })
  expect(owned.docs.map(({ status }) => status)).toEqual(['timed_out', 'timed_out'])
  store.take()
  await under.service.settleDue()
  // One look into each list of what may be due.
  expect(store.take()).toEqual({ reads: 7, commits: 0, appends: 0 })
})

it('reads only the run and its task runs, in every state', async () => {
  const store = createCountingStore(createMemoryStore())
  const under = await createServiceUnderTest({ store })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [first] = run.task_runs
  await under.call(run.bearer_token, 'POST', first?.start_url ?? '')
  store.take()
  await under.call(run.bearer_token, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)
  // The first read authenticates the caller.
  expect(store.take()).toEqual({ reads: 3, commits: 0, appends: 0 })
})

it('logs nothing of a run that is deleted while it is settled', async () => {
  const memory = createMemoryStore()
  let meanwhile: (() => Promise<unknown>) | undefined
  const page: typeof memory.page = async (collection, request) => {
    const found = await memory.page(collection, request)
    const once = collection.name === taskRuns.name ? meanwhile : undefined
    if (once !== undefined) meanwhile = undefined
    await once?.()
    return found
  }
  const under = await createServiceUnderTest({ store: { ...createCountingStore(memory), page } })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  under.clock.advance(fiveHours)
  meanwhile = () => under.call(under.organizationKey, 'DELETE', `/benchmark-runs/${run.benchmark_run_id}`)
  await under.service.settleDue()
  expect((await memory.page(runs, { limit: 10 })).docs).toEqual([])
  expect(under.logged).toEqual([])
})
