import { type Store, update } from '@carebench/store'
import { expect, it } from 'vitest'
import { criterionRuns, runs, taskRuns } from '../documents/collections/running.js'
import { createServiceUnderTest, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import type { ArchivedRun, Retention } from './run-retention.js'

const hour = 3_600_000

/** Returns a service that retains runs, on the store of another one on which `createRun` creates them. */
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

it('keeps the newest runs, and those in progress', async () => {
  const { under, retaining, createRun, left } = await begin({ keep: { runs: 2 } })
  const ids: string[] = []
  for (const ended of [true, false, true, true, true]) ids.push(await createRun(ended))
  await retaining.sweepRuns()
  expect(await left()).toEqual([ids[1], ids[3], ids[4]])
  expect((await under.store.page(taskRuns, { limit: 100 })).docs).toHaveLength(6)
  await under.call(under.organizationKey, 'POST', `/benchmark-runs/${ids[1]}/cancel`)
  // The next sweep comes ten seconds later.
  await retaining.sweepRuns()
  expect(await left()).toHaveLength(3)
  under.clock.advance(10_000)
  await retaining.sweepRuns()
  expect(await left()).toEqual([ids[3], ids[4]])
})

it('keeps a run for a time after its end', async () => {
  const { under, retaining, createRun, left } = await begin({ keep: { milliseconds: hour } })
  const [early, late] = [await createRun(), await createRun(false)]
  under.clock.advance(hour - 10)
  await retaining.sweepRuns()
  expect(await left()).toEqual([early, late])
  await under.call(under.organizationKey, 'POST', `/benchmark-runs/${late}/cancel`)
  under.clock.advance(10_000)
  await retaining.sweepRuns()
  expect(await left()).toEqual([late])
  under.clock.advance(hour)
  await retaining.sweepRuns()
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
  await retaining.sweepRuns()
  expect([await left(), logged]).toMatchObject([[first, second], [{ level: 'error' }]])
  isFull = false
  under.clock.advance(10_000)
  await retaining.sweepRuns()
  expect(await left()).toEqual([second])
  expect(archived).toEqual([[run, [[taskRun, record]]]])
})

it('archives a run again that changed while it was archived, and deletes it only as it was archived', async () => {
  const seen: (string | null)[][] = []
  let change = async () => {}
  const archive = async ({ run, records }: ArchivedRun) => {
    const results: (string | null)[] = [run.status]
    for await (const [, { result }] of records) results.push(result && 'verdict' in result ? result.verdict : null)
    seen.push(results)
    await change()
  }
  const { under, retaining, createRun, left } = await begin({ keep: { runs: 0 }, archive })
  await createRun()
  const completed = (await under.store.page(taskRuns, { limit: 9 })).docs.find(({ status }) => status === 'completed')
  if (completed === undefined) throw new Error('No task run is completed.')
  const write = async (doc: typeof completed) => {
    const stored = await under.store.get(taskRuns, doc.id)
    await under.store.commit([update(taskRuns, doc, stored?.revision ?? 0)])
  }
  // Its verification failed, and is repeated while the archive is written to a slow disk.
  await write({ ...completed, status: 'failed', phase: 'started', result: null, verdict: null, score: null })
  change = async () => {
    change = async () => {}
    await write(completed)
  }
  await retaining.sweepRuns()
  expect(seen).toEqual([
    ['failed', null],
    ['completed', completed.verdict],
  ])
  expect(await left()).toEqual([])
})

it('keeps a run for now that changes each time it is archived', async () => {
  let times = 0
  let write = async () => {}
  const archive = async () => {
    times++
    await write()
  }
  const { under, retaining, createRun, left } = await begin({ keep: { runs: 0 }, archive })
  const id = await createRun()
  write = async () => {
    const stored = await under.store.get(runs, id)
    if (stored !== undefined) await under.store.commit([update(runs, stored.doc, stored.revision)])
  }
  await retaining.sweepRuns()
  expect([times, await left()]).toEqual([3, [id]])
  write = async () => {}
  under.clock.advance(10_000)
  await retaining.sweepRuns()
  expect(await left()).toEqual([])
})

it('retries a run that cannot be archived with growing delays, and does not delay others', async () => {
  const tried: string[] = []
  const archive = async ({ run }: ArchivedRun) => {
    tried.push(run.id)
    if (run.id === poison) throw new Error('There is no such disk.')
  }
  const { under, retaining, createRun, left } = await begin({ keep: { runs: 0 }, archive })
  const poison: string = await createRun()
  for (let passed = 0; passed < 7200; passed += 10) {
    await retaining.sweepRuns()
    under.clock.advance(10_000)
  }
  // After 10, 20, 40 seconds and so on, until it is an hour.
  expect(tried).toHaveLength(10)
  const other = await createRun()
  await retaining.sweepRuns()
  expect([tried.at(-1), await left()]).toEqual([other, [poison]])
})

it('ends before the next record when the process has to end, and continues with the next sweep', async () => {
  const end = new AbortController()
  const archived: string[] = []
  const archive = async ({ run, records }: ArchivedRun) => {
    for await (const [id] of records) archived.push(id)
    archived.push(run.id)
    end.abort()
  }
  const { retaining, createRun, left, logged } = await begin({ keep: { runs: 0 }, archive })
  const [first, second] = [await createRun(), await createRun()]
  await retaining.sweepRuns(end.signal)
  expect(await left()).toEqual([first])
  await retaining.sweepRuns(end.signal)
  expect([archived.length, archived.at(-1), await left()]).toEqual([2, second, [first]])
  await retaining.sweepRuns()
  expect([await left(), logged]).toEqual([[], []])
})

/** Counts the runs that are read from lists. */
function countReads(store: Store) {
  const read = { runs: 0 }
  const page = store.page.bind(store)
  store.page = async (collection, request) => {
    const found = await page(collection, request)
    if (collection.name === runs.name) read.runs += found.docs.length
    return found
  }
  return read
}

it('runs in one of several services, which reads no run that stays, unless there are new ones', async () => {
  const { under, createRun, left } = await begin({ keep: { runs: 0 } })
  const ids: string[] = []
  for (let number = 0; number < 6; number++) ids.push(await createRun())
  const retention: Retention = { keep: { runs: 5 } }
  const services = [1, 2, 3].map(() => serviceOn(under.store, { clock: under.clock, retention }))
  const read = countReads(under.store)
  await Promise.all(services.map((service) => service.sweepRuns()))
  expect(read.runs).toBe(6)
  expect(await left()).toEqual(ids.slice(1))
  const [one] = services
  const sweep = async () => {
    read.runs = 0
    under.clock.advance(10_000)
    await one?.sweepRuns()
    return read.runs
  }
  await sweep()
  // The newest one.
  expect([await sweep(), await sweep()]).toEqual([1, 1])
  ids.push(await createRun())
  await sweep()
  expect(await left()).toEqual(ids.slice(2))
})

it('deletes a run that has ended late only if enough others are newer, \
also after some of them were deleted', async () => {
  const { under, retaining, createRun, left } = await begin({ keep: { runs: 2 } })
  const [first, second, third] = [await createRun(false), await createRun(), await createRun()]
  await retaining.sweepRuns()
  expect(await left()).toEqual([first, second, third])
  await under.call(under.organizationKey, 'DELETE', `/benchmark-runs/${second}`)
  await under.call(under.organizationKey, 'POST', `/benchmark-runs/${first}/cancel`)
  under.clock.advance(10_000)
  await retaining.sweepRuns()
  expect(await left()).toEqual([first, third])
})
