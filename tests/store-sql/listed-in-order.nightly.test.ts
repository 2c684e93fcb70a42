import { type Clock, createManualClock } from '@carebench/protocol'
import { callInMemory } from '@carebench/service'
import fc from 'fast-check'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { createSharedClock } from '../../packages/carebench/src/serving/shared-clock.js'
import type { SqlStore } from '../../packages/store/src/sql/sql-store.js'
import { whyNoPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'
import { createNode, type SharedDatabase, startSharedDatabase } from './service-nodes.js'

// Nightly, because it takes 8 s of concurrent writers and readers; nodes.soak.test.ts tests two nodes in CI.

/** A created resource, with two moments of one clock between which it was created. */
interface Created {
  readonly id: string
  readonly begin: number
  readonly end: number
}

/** Plans for writers: each creates resources one after another, at the nodes whose indexes are in its list. */
const plans = fc.record({
  writers: fc.array(fc.array(fc.nat({ max: 1 }), { minLength: 1, maxLength: 8, size: 'max' }), {
    minLength: 1,
    maxLength: 3,
    size: 'max',
  }),
  before: fc.nat({ max: 6 }),
  limit: fc.integer({ min: 1, max: 4 }),
  /** Milliseconds by which the clocks of the machines differ from that of the database. */
  skews: fc.tuple(fc.integer({ min: -5000, max: 5000 }), fc.integer({ min: -5000, max: 5000 })),
})

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`two nodes on PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let database: SharedDatabase
  beforeAll(async () => {
    database = await startSharedDatabase(2)
    return () => database.stop()
  })

  async function check(
    { writers, before, limit }: Omit<typeof plans extends fc.Arbitrary<infer Plan> ? Plan : never, 'skews'>,
    stores: readonly SqlStore[],
    clocks: readonly Clock[],
  ): Promise<void> {
    const nodes = stores.map((store, index) => createNode(store, { clock: clocks[index] ?? createManualClock() }))
    const [first] = nodes
    if (first === undefined) throw new RangeError('Expected a node.')
    const { organizationKey } = await first.provisionOrganization('Clinic')
    const calls = nodes.map((node) => callInMemory(node, organizationKey))
    const at = (node: number) => calls[node % calls.length] ?? callInMemory(first, organizationKey)
    let moment = 0
    const created: Created[] = []
    const create = async (node: number) => {
      const begin = moment++
      const { id } = await at(node)('createEnvironment', { body: { name: 'E' } })
      created.push({ id, begin, end: moment++ })
    }
    const walk = async () => {
      const found: string[] = []
      for (let cursor: string | null | undefined, page = 0; cursor !== null; page++) {
        const query = { limit: String(limit), ...(cursor !== undefined && { cursor }) }
        const { data, _meta } = await at(page)('listEnvironments', { query })
        found.push(...data.map(({ id }) => id))
        cursor = _meta.next ?? null
      }
      return found
    }
    for (let count = 0; count < before; count++) await create(count)
    const present = created.map(({ id }) => id)
    const writing = writers.map(async (turns) => {
      for (const node of turns) await create(node)
    })
    const seen = await walk()
    await Promise.all(writing)
    const all = await walk()

    // The pages must have each resource that existed before exactly once, and new ones at most once.
    expect(seen.filter((id) => present.includes(id)).toSorted()).toEqual(present.toSorted())
    expect(new Set(seen).size).toBe(seen.length)
    expect(all.filter((id) => seen.includes(id))).toEqual(seen)
    expect(all.toSorted()).toEqual(created.map(({ id }) => id).toSorted())
    // Newest first: a resource that was acknowledged before another was requested comes after it.
    const place = new Map(all.map((id, index) => [id, index]))
    const misplaced = created.flatMap((one) =>
      created
        .filter((other) => one.end < other.begin && (place.get(one.id) ?? 0) < (place.get(other.id) ?? 0))
        .map((other) => [one, other]),
    )
    expect(misplaced).toEqual([])
  }

  it('list resources that both create within a millisecond in order of creation, on pages without gaps', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const clock = createManualClock()
        await check(plan, await database.emptyStores(), [clock, clock])
      }),
      { numRuns: 5 * inject('scale') },
    )
  })

  it('list resources that both create in order of creation, whatever the clocks of their machines say', async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const stores = await database.emptyStores()
        const shared = await Promise.all(
          stores.map((store, index) =>
            createSharedClock(() => store.now(), {
              own: { now: () => Date.now() + (plan.skews[index] ?? 0) },
              latestKnown: () => store.latest?.().time ?? 0,
            }),
          ),
        )
        try {
          await check(
            plan,
            stores,
            shared.map(({ clock }) => clock),
          )
        } finally {
          for (const { stop } of shared) stop()
        }
      }),
      { numRuns: 5 * inject('scale') },
    )
  })

  it('list keys that an operator creates within a millisecond in the order of creation', async () => {
    const clock = createManualClock()
    const operatorKey = `vop_${'0'.repeat(43)}`
    const nodes = (await database.emptyStores()).map((store) => createNode(store, { clock, operatorKey }))
    const [first] = nodes
    if (first === undefined) throw new RangeError('Expected a node.')
    const { organizationId, organizationKey } = await first.provisionOrganization('Clinic')
    const created: string[] = []
    for (let number = 0; number < 8; number++) {
      const call = callInMemory(nodes[number % nodes.length] ?? first, operatorKey)
      const { id } = await call('createOrganizationKey', {
        params: { id: organizationId },
        body: { name: `${number}` },
      })
      created.push(id)
    }
    const { data } = await callInMemory(first, organizationKey)('listApiKeys', {})
    expect(data.map(({ id }) => id).slice(0, created.length)).toEqual(created.toReversed())
  })
})
