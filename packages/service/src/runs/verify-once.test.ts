import { createSeededRandom } from '@carebench/protocol'
import { createMemoryStore } from '@carebench/store'
import { createHostileStore } from '@carebench/store/contract'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { taskRuns } from '../documents/collections/running.js'
import { createCountingStore } from '../testing/counting-store.js'
import { createServiceUnderTest, makeCalls, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const hour = 60 * 60 * 1000
const sound = createVerifier({ checks: defaultChecks, parts: defaultParts })

/**
 * Returns two services on one store with a started task run. `onVerify` is called with the number of the service that
 * verifies.
 *
 * @param seconds - how long a verification takes; 0: no time passes but while a service waits
 * @param isLate - whether it is the last second before the token of the run expires
 */
async function twoServices(onVerify: (node: number) => void = () => {}, seconds = 0, isLate = false) {
  const memory = createMemoryStore()
  const under = await createServiceUnderTest({ store: memory })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  const [taskRun] = run.task_runs
  if (isLate) under.clock.advance(Date.parse(run.bearer_token_expires_at) - 1000 - under.clock.now())
  await under.call(run.bearer_token, 'POST', taskRun?.start_url ?? '')
  const stores = [0, 1].map(() => createHostileStore(memory, { random: createSeededRandom(1) }))
  const waits: number[] = []
  const nodes = stores.map((store, node) => {
    const verifyInSteps: typeof sound.verifyInSteps = function* (input) {
      onVerify(node)
      for (let second = 0; second < seconds; second++) {
        under.clock.advance(1000)
        yield
      }
      return yield* sound.verifyInSteps(input)
    }
    const pause = async (milliseconds: number) => {
      waits.push(node)
      if (seconds > 0) await new Promise((resolve) => setImmediate(resolve))
      else under.clock.advance(milliseconds)
    }
    const options = { clock: under.clock, pause, verifier: { ...sound, verifyInSteps } }
    return makeCalls(serviceOn(store, options), under.solverKey)
  })
  const complete = async (node: number, output?: string) => {
    const answer = await nodes[node]?.call(run.bearer_token, 'POST', taskRun?.complete_url ?? '', { output })
    return { status: answer?.status, text: answer?.text }
  }
  const stored = async () => (await memory.get(taskRuns, taskRun?.id ?? ''))?.doc
  const settle = () => serviceOn(memory, { clock: under.clock }).settleDue()
  return { stores, complete, stored, waits, settle, clock: under.clock }
}

it('verifies a task run that two services complete in one of them, and returns its result from both \
[completion.concurrent]', async () => {
  const verified: number[] = []
  const { complete, stored } = await twoServices((node) => verified.push(node))
  const [one, other] = await Promise.all([complete(0, 'one'), complete(1, 'other')])
  expect(one.status).toBe(200)
  expect(other).toEqual(one)
  expect(verified).toHaveLength(1)
  expect(await stored()).toMatchObject({ status: 'completed', verifying: null, output: verified[0] ? 'other' : 'one' })
})

it('runs a verification once that takes longer than a lease [completion.concurrent]', async () => {
  const verified: number[] = []
  const { complete, stored, waits } = await twoServices((node) => verified.push(node), 60)
  const [one, other] = await Promise.all([complete(0, 'one'), complete(1, 'other')])
  expect([one.status, other]).toEqual([200, one])
  expect(verified).toHaveLength(1)
  expect(waits.length).toBeGreaterThan(10)
  expect(await stored()).toMatchObject({ status: 'completed', verifying: null })
})

it('does not end a task run whose token expires while another service verifies it', async () => {
  const settled: Promise<void>[] = []
  const under = await twoServices(() => settled.push(settleLater()), 40, true)
  const settleLater = async () => {
    const expired = under.clock.now() + 5000
    while (under.clock.now() < expired) await new Promise((resolve) => setImmediate(resolve))
    await under.settle()
  }
  expect((await under.complete(0)).status).toBe(200)
  expect(settled).toHaveLength(1)
  await Promise.all(settled)
  expect(await under.stored()).toMatchObject({ status: 'completed', verifying: null })
})

it('ends a task run that a service has not verified when the token of its run expires, once \
its lease has expired', async () => {
  let stall = () => {}
  const under = await twoServices(() => stall(), 0, true)
  const stalled = new Promise<void>((resolve) => {
    stall = () => {
      under.stores[0]?.stall()
      resolve()
    }
  })
  const completed = under.complete(0)
  await stalled
  under.clock.advance(2000)
  await under.settle()
  expect(await under.stored()).toMatchObject({ status: 'active' })
  under.clock.advance(60_000)
  await under.settle()
  expect(await under.stored()).toMatchObject({ status: 'timed_out', verifying: null })
  under.stores[0]?.resume()
  expect((await completed).status).toBe(409)
})

it('takes over from a service that does not continue, whose result then does not count', async () => {
  let stall = () => {}
  const verified: number[] = []
  const { stores, complete, stored, waits } = await twoServices((node) => {
    verified.push(node)
    if (node === 0) stall()
  })
  const stalled = new Promise<void>((resolve) => {
    stall = () => {
      stores[0]?.stall()
      resolve()
    }
  })
  const slow = complete(0, 'first')
  await stalled
  const taken = await complete(1, 'second')
  expect(taken.status).toBe(200)
  expect(verified).toEqual([0, 1])
  expect(waits.length).toBeGreaterThan(10)
  stores[0]?.resume()
  expect(await slow).toEqual(taken)
  expect(verified).toEqual([0, 1])
  // The output of the completion that was admitted.
  expect(await stored()).toMatchObject({ status: 'completed', output: 'first', verifying: null })
})

it('ends overdue task runs in one of two services', async () => {
  const memory = createMemoryStore()
  const under = await createServiceUnderTest({ store: memory })
  const reference = await under.publish(smallBenchmark())
  for (let count = 0; count < 4; count++) {
    const run = await under.createRun(reference)
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
  }
  const stores = [createCountingStore(memory), createCountingStore(memory)]
  const services = stores.map((store) => serviceOn(store, { clock: under.clock }))
  const settle = async () => {
    await Promise.all(services.map((service) => service.settleDue()))
    return stores.reduce((sum, store) => sum + store.take().commits, 0)
  }
  const statuses = async () => (await memory.page(taskRuns, { limit: 20 })).docs.map(({ status }) => status).sort()
  // Of each run, one task run was started and the other one was not. Each is written once.
  under.clock.advance(2 * hour)
  expect(await settle()).toBe(4)
  expect(await statuses()).toEqual([...Array(4).fill('active'), ...Array(4).fill('timed_out')])
  under.clock.advance(3 * hour)
  expect(await settle()).toBe(4 + 4)
  expect(await statuses()).toEqual(Array(8).fill('timed_out'))
})

it('ends later what another service has claimed and could not end', async () => {
  const memory = createMemoryStore()
  const under = await createServiceUnderTest({ store: memory })
  const run = await under.createRun(await under.publish(smallBenchmark()))
  await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
  const store = createHostileStore(memory, { random: createSeededRandom(1) })
  const [stalled, other] = [serviceOn(store, { clock: under.clock }), serviceOn(memory, { clock: under.clock })]
  const due = async () => (await memory.due(taskRuns, under.clock.now(), 10)).length
  under.clock.advance(2 * hour)
  const settling = stalled.settleDue()
  while ((await due()) > 0) await Promise.resolve()
  store.stall()
  await other.settleDue()
  const statusOf = async () => (await memory.get(taskRuns, run.task_runs[0]?.id ?? ''))?.doc.status
  expect(await statusOf()).toBe('active')
  under.clock.advance(60_000)
  await other.settleDue()
  expect(await statusOf()).toBe('timed_out')
  store.resume()
  await settling
  expect(await statusOf()).toBe('timed_out')
})
