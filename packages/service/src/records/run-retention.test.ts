import { expect, it } from 'vitest'
import { criterionRuns, runs, taskRuns } from '../documents/running.js'
import { createServiceUnderTest, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import type { ArchivedRun, Retention } from './run-retention.js'

const hour = 3_600_000

/** A service that retains runs, on the store of another one that carries them out. */
async function begin(retention: Retention) {
  const under = await createServiceUnderTest()
  await under.publish(smallBenchmark())
  const logged: unknown[] = []
  const retaining = serviceOn(under.store, { clock: under.clock, retention, log: (event) => logged.push(event) })
  const createRun = async (ended = true) => {
    const run = await under.createRun('small@1')
    const [first, second] = run.task_runs
    await under.call(run.bearer_token, 'POST', first?.start_url ?? '')
    if (ended) {
      await under.call(run.bearer_token, 'POST', first?.complete_url ?? '')
      await under.call(under.organizationKey, 'POST', `/task-runs/${second?.id}/cancel`)
    }
    under.clock.advance(1)
    return run.benchmark_run_id
  }
  const left = async () => (await under.store.page(runs, { limit: 100 })).docs.map(({ id }) => id).toReversed()
  return { under, retaining, createRun, left, logged }
}

it('keeps the newest runs, and those at work', async () => {
  const { under, retaining, createRun, left } = await begin({ keep: { runs: 2 } })
  const ids: string[] = []
  for (const ended of [true, false, true, true, true]) ids.push(await createRun(ended))
  await retaining.settleDue()
  expect(await left()).toEqual([ids[1], ids[3], ids[4]])
  expect((await under.store.page(taskRuns, { limit: 100 })).docs).toHaveLength(6)
  await under.call(under.organizationKey, 'POST', `/benchmark-runs/${ids[1]}/cancel`)
  // The next sweep comes ten seconds later.
  await retaining.settleDue()
  expect(await left()).toHaveLength(3)
  under.clock.advance(10_000)
  await retaining.settleDue()
  expect(await left()).toEqual([ids[3], ids[4]])
})

it('keeps a run for a time after its end', async () => {
  const { under, retaining, createRun, left } = await begin({ keep: { milliseconds: hour } })
  const [early, late] = [await createRun(), await createRun(false)]
  under.clock.advance(hour - 10)
  await retaining.settleDue()
  expect(await left()).toEqual([early, late])
  await under.call(under.organizationKey, 'POST', `/benchmark-runs/${late}/cancel`)
  under.clock.advance(10_000)
  await retaining.settleDue()
  expect(await left()).toEqual([late])
  under.clock.advance(hour)
  await retaining.settleDue()
  expect([await left(), (await under.store.page(criterionRuns, { limit: 1 })).docs]).toEqual([[], []])
})

it('deletes no run before it is archived, with the records that it had', async () => {
  let isFull = true
  const archived: (readonly [ArchivedRun['run'], readonly unknown[]])[] = []
  const archive = async ({ run, records }: ArchivedRun) => {
    if (isFull) throw new Error('The disk is full.')
    const all: unknown[] = []
    for await (const record of records) all.push(record)
    archived.push([run, all])
  }
  const { under, retaining, createRun, left, logged } = await begin({ keep: { runs: 1 }, archive })
  const [first, second] = [await createRun(), await createRun()]
  const run = (await under.call(under.organizationKey, 'GET', `/benchmark-runs/${first}`)).body
  const taskRun = (run.task_runs as { readonly id: string }[])[0]?.id
  const { body: record } = await under.call(under.organizationKey, 'GET', `/task-runs/${taskRun}/record`)
  await retaining.settleDue()
  expect([await left(), logged]).toMatchObject([[first, second], [{ level: 'error' }]])
  isFull = false
  under.clock.advance(10_000)
  await retaining.settleDue()
  expect(await left()).toEqual([second])
  expect(archived).toEqual([[run, [[taskRun, record]]]])
})
