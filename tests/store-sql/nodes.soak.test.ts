import type { Service } from '@carebench/service'
import { createMemoryStore, type Document, defineCollection, insert, type Store } from '@carebench/store'
import { defaultChecks, defaultParts } from '@carebench/systems/verifier'
import { createVerifier } from '@carebench/verifier'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { taskRuns } from '../../packages/service/src/documents/collections/running.js'
import { createCountingStore } from '../../packages/service/src/testing/counting-store.js'
import { equal, linearizations, type Observation } from '../../packages/service/src/testing/linearizations.js'
import type { RunShape } from '../../packages/service/src/testing/modelled-benchmark.js'
import { type RunModel, settled, step } from '../../packages/service/src/testing/run-model.js'
import { type RunRequest, runRequests } from '../../packages/service/src/testing/run-request.js'
import { expectedState, RunWorld } from '../../packages/service/src/testing/run-world.js'
import { createServiceUnderTest, makeCalls, serviceOn } from '../../packages/service/src/testing/service-under-test.js'
import { smallBenchmark } from '../../packages/service/src/testing/small-benchmark.js'
import { whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { type SharedDatabase, startSharedDatabase } from './service-nodes.js'

const scale = inject('scale')
const nodes = 2

const shapes: fc.Arbitrary<RunShape> = fc.record({
  concurrency: fc.integer({ min: 1, max: 3 }),
  timeouts: fc.array(fc.constantFrom(1_000, 60_000), { minLength: 1, maxLength: 2, size: 'max' }),
})
const creation = { kind: 'create', token: 'right', node: 0, surface: 'v1', scored: false } as const

/** Requests to both nodes. Those that can conflict with each other are more frequent. */
const requests = (() => {
  const weights: Partial<Record<RunRequest['kind'], number>> = {
    start: 6,
    complete: 6,
    'cancel task': 2,
    'read task': 2,
    'cancel run': 1,
    'read run': 3,
    work: 6,
    settle: 2,
  }
  const kinds = Object.entries(runRequests(nodes)) as [RunRequest['kind'], fc.Arbitrary<RunRequest>][]
  return fc.oneof(...kinds.map(([kind, arbitrary]) => ({ arbitrary, weight: weights[kind] ?? 0 })))
})()

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`two nodes on PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let database: SharedDatabase
  beforeAll(async () => {
    database = await startSharedDatabase(nodes)
    return () => database.stop()
  })
  const emptyStores = () => database.emptyStores()

  it('answer concurrent requests as if they had come one after another in some order', async () => {
    const rounds = fc.array(fc.array(requests, { minLength: 1, maxLength: 4, size: 'max' }), {
      minLength: 2,
      maxLength: 5,
      size: 'max',
    })
    await fc.assert(
      fc.asyncProperty(shapes, rounds, async (shape, rounds) => {
        const world = await RunWorld.create(shape, nodes, undefined, await emptyStores())
        let model: RunModel = world.model(shape)
        const created = step(model, creation)
        expect(await world.perform(model, creation)).toEqual(created.answer)
        model = created.model
        for (const round of rounds) {
          const begin = settled(model)
          const observations = await Promise.all(
            round.map(
              async (request): Promise<Observation> => ({ request, answer: await world.perform(begin, request) }),
            ),
          )
          const explanations = linearizations(begin, observations, world.clock.now())
          if (explanations.length === 0) throw new Error(`No order explains ${JSON.stringify(observations)}.`)
          const state = await world.state()
          const right = explanations.find((explanation) => equal(expectedState(explanation), state))
          expect(state).toEqual(expectedState(right ?? explanations[0] ?? begin))
          model = right ?? begin
        }
      }),
      { numRuns: 3 * scale },
    )
  })

  it('verify a task run only once if both complete it, and end an overdue run only once', async () => {
    const stores = await emptyStores()
    let verified = 0
    const sound = createVerifier({ checks: defaultChecks, parts: defaultParts })
    const verifyInSteps: typeof sound.verifyInSteps = (input) => {
      verified++
      return sound.verifyInSteps(input)
    }
    const [store = createMemoryStore(), another = store] = stores
    const counted = [createCountingStore(store), createCountingStore(another)]
    const under = await createServiceUnderTest({ store })
    const services = counted.map((store) =>
      serviceOn(store, { clock: under.clock, verifier: { ...sound, verifyInSteps } }),
    )
    const reference = await under.publish(smallBenchmark())
    const times = scale
    for (let time = 0; time < times; time++) {
      const run = await under.createRun(reference)
      const [first] = run.task_runs
      await under.call(run.bearer_token, 'POST', first?.start_url ?? '')
      const complete = (service: Service) =>
        makeCalls(service, under.solverKey).call(run.bearer_token, 'POST', first?.complete_url ?? '')
      const [one, other] = await Promise.all(services.map(complete))
      expect([one?.status, other?.text]).toEqual([200, one?.text])
      expect(verified).toBe(time + 1)
    }
    // The token of each run has expired; one task run was never started.
    under.clock.advance(5 * 60 * 60 * 1000)
    for (const store of counted) store.take()
    await Promise.all(services.map((service) => service.settleDue()))
    expect(counted.reduce((sum, store) => sum + store.take().commits, 0)).toBe(2 * times)
    expect(await store.due(taskRuns, under.clock.now(), 10)).toEqual([])
    const { docs } = await store.page(taskRuns, { limit: 2 * times })
    expect(docs.filter(({ status }) => status === 'timed_out')).toHaveLength(times)
  })

  it('claim each document once', async () => {
    const stores = await emptyStores()
    const notes = defineCollection<Document>({ name: 'notes', due: () => 1 })
    const ids = Array.from({ length: 100 }, (_, number) => `note_${number}`)
    const created_at = '2026-01-05T09:00:00.000Z'
    await stores[0]?.commit(ids.map((id) => insert(notes, { id, created_at })))
    const claimed: string[] = []
    const claimAll = async (store: Store) => {
      for (;;) {
        const found = await store.claim(notes, 1, 2, 7)
        for (const { doc } of found) claimed.push(doc.id)
        // The other claimers may be about to claim the rest.
        if (found.length === 0) return
      }
    }
    await Promise.all([...stores, ...stores, ...stores].map(claimAll))
    expect(claimed.toSorted()).toEqual(ids.toSorted())
  })

  it('do exclusive work one after another', async () => {
    const stores = await emptyStores()
    const seen: string[] = []
    const work = (name: string) => async () => {
      seen.push(`${name} begins`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      seen.push(`${name} ends`)
    }
    await Promise.all(stores.map((store, index) => store.exclusively(work(`${index}`))))
    expect([seen.slice(0, 2), seen.slice(2)].map((pair) => pair.map((text) => text.slice(2)))).toEqual([
      ['begins', 'ends'],
      ['begins', 'ends'],
    ])
  })
})
