import { createSeededRandom, randomInteger } from '@carebench/protocol'
import { type Collection, createMemoryStore, type Document } from '@carebench/store'
import { createHostileStore, type HostileOptions } from '@carebench/store/contract'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { keys, solvers } from '../documents/collections/access.js'
import { environments } from '../documents/collections/authoring.js'
import { creations } from '../documents/collections/creations.js'
import { runs } from '../documents/collections/running.js'
import { createRecordingStore } from '../testing/recording-store.js'
import { type Answer, createServiceUnderTest, makeCalls, serviceOn } from '../testing/service-under-test.js'
import { smallBenchmark } from '../testing/small-benchmark.js'

const scale = inject('scale')

/** The kinds of creation: an API key, a Solver key, a Solver, an environment and a run. */
const kinds = ['key', 'solver key', 'solver', 'environment', 'run'] as const

/** A creating call to one of two services, with one of two keys and one of two bodies. */
interface Sent {
  readonly node: number
  readonly kind: (typeof kinds)[number]
  readonly key: 'k-1' | 'k-2'
  readonly body: 0 | 1
}

const sent: fc.Arbitrary<Sent> = fc.record({
  node: fc.nat({ max: 1 }),
  kind: fc.constantFrom(...kinds),
  key: fc.constantFrom('k-1' as const, 'k-1' as const, 'k-2' as const),
  body: fc.constantFrom(0 as const, 0 as const, 0 as const, 1 as const),
})

/** Calls that are sent at the same time, in groups one after another. */
const groups = fc.array(fc.array(sent, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 3 })

/** The faults of the store, and how probable it is that a call of it takes longer than a lease. */
interface Chances extends Pick<HostileOptions, 'conflict' | 'failBefore' | 'failAfter'> {
  readonly late?: number
}

async function twoServices(seed: number, { late = 0, ...faults }: Chances) {
  const memory = createMemoryStore()
  const recording = createRecordingStore(memory)
  const under = await createServiceUnderTest({ store: recording })
  const references = [await under.publish(smallBenchmark()), 'missing@1']
  const random = createSeededRandom(seed)
  const turns = async (most: number) => {
    for (let turn = randomInteger(random, 0, most); turn > 0; turn--) await Promise.resolve()
  }
  const pause = async () => {
    await turns(4)
    if (random.uint32() >= late * 0x1_0000_0000) return
    under.clock.advance(31_000)
    await turns(200)
  }
  const store = createHostileStore(recording, { random, pause, ...faults })
  const nodes = [0, 1].map(() =>
    makeCalls(serviceOn(store, { clock: under.clock, pause: () => turns(30) }), under.solverKey),
  )
  const requestOf = ({ kind, key, body }: Sent): readonly [token: string, target: string, body: object] => {
    const name = `${key} ${body}`
    if (kind === 'key') return [under.organizationKey, '/api-keys', { name }]
    if (kind === 'solver key') return [under.organizationKey, `/solvers/${under.solverId}/api-keys`, { name }]
    if (kind === 'solver') return [under.organizationKey, '/solvers', { alias: key, name }]
    if (kind === 'environment') return [under.organizationKey, '/environments', { name }]
    return [under.solverKey, '/v1/benchmark-runs', { benchmark: references[0], scored: body === 1 }]
  }
  /**
   * Repeats a call while the service is unavailable, sometimes after a time that ends the lease of a crashed service.
   */
  const call = async (one: Sent): Promise<Answer> => {
    const [token, target, body] = requestOf(one)
    for (let attempt = 1; ; attempt++) {
      const answer = await nodes[one.node]?.call(token, 'POST', target, body, { 'idempotency-key': one.key })
      if (answer === undefined) throw new RangeError(`There is no service ${one.node}.`)
      if (answer.status !== 503 || attempt === 200) return answer
      // Calls that lost a write pause for real before they try it again.
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (randomInteger(random, 0, 3) === 0) under.clock.advance(20_000)
    }
  }
  const countOf = async (collection: Collection<Document>) =>
    (await memory.page(collection, { limit: 100 })).docs.length
  const counts = async () => ({
    keys: await countOf(keys),
    solvers: await countOf(solvers),
    environments: await countOf(environments),
    runs: await countOf(runs),
  })
  return { under, memory, recording, call, counts }
}

/** Found by chance: the store failed when an overtaken call read the response of the one that had overtaken it. */
const lostAfterOvertaken: [number, Sent[][]] = [
  222014047,
  [
    [
      { node: 0, kind: 'solver', key: 'k-1', body: 0 },
      { node: 0, kind: 'key', key: 'k-1', body: 0 },
      { node: 1, kind: 'solver', key: 'k-1', body: 0 },
      { node: 0, kind: 'solver', key: 'k-1', body: 0 },
    ],
    [{ node: 0, kind: 'key', key: 'k-1', body: 0 }],
  ],
]

describe.each<[string, Chances]>([
  ['that works', {}],
  ['that fails and loses responses', { conflict: 0.2, failBefore: 0.1, failAfter: 0.1 }],
  ['that is slower than their leases', { conflict: 0.1, failBefore: 0.02, failAfter: 0.05, late: 0.25 }],
])('two services on one store %s', (_, chances) => {
  it('create one resource for each key, and return its response to all calls [idempotency.concurrent]', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), groups, async (seed, all) => {
        const { under, memory, recording, call, counts } = await twoServices(seed, chances)
        const before = await counts()
        /** By kind and key: the body that was taken, and the response. */
        const made = new Map<string, { readonly body: number; readonly text: string }>()
        const tokens = new Set<string>()
        for (const group of [...all, all.flat()]) {
          const answers = await Promise.all(group.map(call))
          for (const [index, { status, text }] of answers.entries()) {
            const one = group[index]
            if (one === undefined || status !== 201) continue
            const place = `${one.kind} ${one.key}`
            const known = made.get(place) ?? { body: one.body, text }
            expect({ body: one.body, text }).toEqual(known)
            made.set(place, known)
            for (const token of text.match(/\b(?:vk|vrl_slv|vrl_run)_[0-9A-Za-z]{43}\b/g) ?? []) tokens.add(token)
          }
          for (const [index, { status, text }] of answers.entries()) {
            const one = group[index]
            if (one === undefined) continue
            const known = made.get(`${one.kind} ${one.key}`)
            expect(known, text).toBeDefined()
            expect([status, text]).toMatchObject([known?.body === one.body ? 201 : 409, expect.any(String)])
          }
        }

        const kindsMade = [...made.keys()].map((place) => place.replace(/ k-\d$/, ''))
        const count = (...wanted: readonly string[]) => kindsMade.filter((kind) => wanted.includes(kind)).length
        expect(await counts()).toEqual({
          keys: before.keys + count('key', 'solver key'),
          solvers: before.solvers + count('solver'),
          environments: before.environments + count('environment'),
          runs: before.runs + count('run'),
        })
        const kept = recording.text()
        for (const token of tokens) expect(kept).not.toContain(token)
        expect(tokens.size).toBe(count('key', 'solver key', 'run'))

        under.clock.advance(24 * 60 * 60 * 1000)
        await under.service.settleDue()
        expect((await memory.page(creations, { limit: 1 })).docs).toEqual([])
      }),
      { numRuns: 6 * scale, examples: [lostAfterOvertaken] },
    )
  })
})
