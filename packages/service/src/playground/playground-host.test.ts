import { createManualClock, type SimulatorCall } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { createDefaultSimulators } from '../default-simulators.js'
import { createMemoryStore } from '../memory/memory-store.js'
import { createRequest } from '../request.js'
import { createServiceUnderTest, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'
import { PlaygroundHost } from './playground-host.js'

it('ends though the log of a playground went on at another service', async () => {
  const under = await createServiceUnderTest()
  const run = await under.createRun(await under.publish(smallBenchmark()))
  await under.call(run.bearer_token, 'POST', String(run.task_runs[0]?.start_url))
  const fhir = `/v1/benchmark-runs/${run.benchmark_run_id}/fhir`
  // This read waits here for the next write, which goes elsewhere.
  expect((await under.call(run.bearer_token, 'GET', `${fhir}/Patient`)).status).toBe(200)
  const other = serviceOn(under.store, { clock: under.clock })
  const body = new TextEncoder().encode(JSON.stringify({ resourceType: 'Basic', code: { text: 'note' } }))
  const headers = { authorization: `Bearer ${run.bearer_token}`, 'content-type': 'application/fhir+json' }
  expect((await other.handle(createRequest('POST', `${fhir}/Basic`, headers, body))).status).toBe(201)

  await expect(under.service.close()).resolves.toBeUndefined()
  const read = await under.call(run.bearer_token, 'GET', `${fhir}/Basic`)
  expect(read.body.total).toBe(1)
})

describe('reads that wait for the storage', () => {
  /** A host that keeps one playground open, on a log that `before` can hold up or break. */
  const makeHost = (before: (id: string) => Promise<void> | void, capacity?: number) => {
    const store = createMemoryStore()
    const log = {
      append: async (...args: Parameters<typeof store.log.append>) => {
        await before(args[0])
        return store.log.append(...args)
      },
      read: async (...args: Parameters<typeof store.log.read>) => {
        await before(args[0])
        return store.log.read(...args)
      },
    }
    const simulators = new Map(createDefaultSimulators().map((simulator) => [simulator.type, simulator]))
    const host = new PlaygroundHost({ ...store, log }, createManualClock(), simulators, {}, capacity)
    const simulator = { type: 'FHIR' as const, config: {} }
    const blueprint = { id: 'b', created_at: '2026-01-05T09:00:00.000Z', simulators: [simulator], datasets: [] }
    const call: SimulatorCall = { method: 'GET', path: 'Patient', query: '', headers: {}, body: null }
    const read = (id: string) =>
      host.with({ id, seed: 1, blueprint }, (playground) => playground.call('FHIR', 'fhir', call, 'agent'))
    return { host, read, logged: async (id: string) => (await store.log.read(id)).length }
  }

  it('are appended though another playground cannot be opened', async () => {
    let fail = (_error: Error) => {}
    const failing = new Promise<void>((_, reject) => {
      fail = reject
    })
    const { host, read, logged } = makeHost((id) => (id === 'first' ? failing : undefined))
    const opening = read('first')
    await read('second')
    const flushing = host.flush()
    fail(new Error('away'))
    await expect(opening).rejects.toThrow('away')
    await expect(flushing).rejects.toThrow('away')
    expect(await logged('second')).toBe(1)
  })

  it('are appended though they came while their playground was about to be closed', async () => {
    let held: Promise<void> | undefined
    const { host, read, logged } = makeHost((id) => (id === 'first' ? held : undefined), 1)
    await read('first')
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    // The first one is closed for this one's sake, as soon as its read is in the log.
    await read('second')
    const late = read('first')
    release()
    held = undefined
    await late
    await host.flush()
    expect([await logged('first'), await logged('second')]).toEqual([2, 1])
  })
})
