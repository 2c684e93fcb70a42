import { countUntried } from '@carebench/conformance'
import { createSeededRandom, type ManualClock } from '@carebench/protocol'
import { createIdSource, type Service, textOfBody } from '@carebench/service'
import { createMemoryStore, type Store } from '@carebench/store'
import fc from 'fast-check'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type RunModel, step } from '../../packages/service/src/testing/run-model.js'
import { type RunRequest, runRequests } from '../../packages/service/src/testing/run-request.js'
import { expectedState, RunWorld } from '../../packages/service/src/testing/run-world.js'
import { connectToPostgres } from '../../packages/store/src/sql/engines/postgres-store.js'
import { migrate } from '../../packages/store/src/sql/migrations/migrate.js'
import { SqlStore } from '../../packages/store/src/sql/sql-store.js'
import { openEmbeddedDatabase } from '../../packages/store/src/sql/testing/embedded-database.js'
import { emptyDatabase } from '../../packages/store/src/sql/testing/empty-database.js'
import {
  type PostgresServer,
  startPostgres,
  whyNoPostgres,
} from '../../packages/store/src/sql/testing/postgres-server.js'
import { checkInMemory, wrongIn } from '../conformance/in-memory-target.js'
import { createInMemoryService } from '../in-memory-service.js'

const scale = inject('scale')
/**
 * Whether to run the whole conformance kit, which takes half a minute on each engine. If not, one scenario that depends
 * on the order of lists is enough.
 */
const isWhole = scale >= 10

/** A request, and the status and body of its response. */
type Exchange = readonly [request: string, status: number, body: string]

/** Combines services on one storage into one that sends each request to the next of them. */
function inTurns(nodes: readonly Service[], exchanges: Exchange[]): Service {
  const [first] = nodes
  if (first === undefined) throw new RangeError('Expected at least one node.')
  let turn = 0
  const each = async (act: (node: Service) => Promise<void>) => {
    for (const node of nodes) await act(node)
  }
  return {
    ...first,
    async handle(request) {
      const node = nodes[turn++ % nodes.length] ?? first
      const response = await node.handle(request)
      // Otherwise, which audits have ended would depend on how fast the storage is.
      await each((node) => node.finishAudits())
      exchanges.push([`${request.method} ${request.target}`, response.status, textOfBody(response)])
      return response
    },
    settleDue: () => each((node) => node.settleDue()),
    finishAudits: () => each((node) => node.finishAudits()),
  }
}

/**
 * Runs the kit on services on these stores, which get its requests in turns. Returns its report, and all exchanges.
 */
async function runKit(stores: readonly Store[]) {
  const exchanges: Exchange[] = []
  const create = (clock: ManualClock) => {
    // All nodes share one source of random draws and ids, so that neither depends on which node gets a request.
    const random = createSeededRandom(1)
    const ids = createIdSource(clock, random)
    return inTurns(
      stores.map((store) => createInMemoryService(clock, undefined, { store, random, ids })),
      exchanges,
    )
  }
  const report = await checkInMemory({ create, inFlight: 1, ...(isWhole ? {} : { only: ['pagination'] }) })
  return { report, exchanges }
}

let inMemory: ReturnType<typeof runKit> | undefined

type Connection = Awaited<ReturnType<typeof connectToPostgres>>
type Open = () => Promise<readonly Connection[]>

/** Defines the tests for every engine; `open` opens an empty database, with one connection for each node. */
function checkEngine(open: Open, { conforms = true }: { readonly conforms?: boolean } = {}): void {
  let connections: readonly Connection[] = []
  afterAll(async () => {
    for (const db of connections) await db.destroy()
  })
  const emptyStores = async () => {
    const [first] = connections
    if (first === undefined) {
      connections = await open()
      for (const db of connections) await migrate(db)
    } else {
      await emptyDatabase(first)
    }
    return connections.map((db) => new SqlStore(db, { isShared: connections.length > 1, release: async () => {} }))
  }

  it.runIf(conforms)(
    'the service conforms with the profile extended, without warnings, and answers as in memory',
    async () => {
      inMemory ??= runKit([createMemoryStore()])
      const { report, exchanges } = await runKit(await emptyStores())
      expect(wrongIn(report)).toEqual([])
      expect(countUntried(report)).toBe(0)
      expect(report.counts.passed).toBeGreaterThan(isWhole ? 300 : 5)
      const expected = (await inMemory).exchanges
      for (const [index, exchange] of exchanges.entries()) expect(exchange).toEqual(expected[index])
      expect(exchanges).toHaveLength(expected.length)
    },
  )

  it('runs follow the specification, one request after another', async () => {
    const shapes = fc.record({
      concurrency: fc.integer({ min: 1, max: 2 }),
      timeouts: fc.array(fc.constantFrom(1_000, 60_000), { minLength: 1, maxLength: 2, size: 'max' }),
    })
    await fc.assert(
      fc.asyncProperty(
        shapes,
        fc.array(requestsTo(connections.length), { minLength: 5, maxLength: 15 }),
        async (shape, requests) => {
          const stores = await emptyStores()
          const world = await RunWorld.create(shape, stores.length, undefined, stores)
          let model: RunModel = world.model(shape)
          for (const request of [creation, ...requests]) {
            const { model: after, answer } = step(model, request)
            expect([request, await world.perform(model, request)]).toEqual([request, answer])
            model = after
          }
          expect(await world.state()).toEqual(expectedState(model))
        },
      ),
      { numRuns: 2 * scale },
    )
  })
}

const creation = { kind: 'create', token: 'right', node: 0, surface: 'v1', scored: false } as const

const weights: Partial<Record<RunRequest['kind'], number>> = {
  start: 5,
  complete: 4,
  'cancel task': 1,
  'read task': 2,
  'cancel run': 1,
  'read run': 2,
  work: 5,
  advance: 2,
  settle: 1,
  verifier: 1,
}

function requestsTo(nodes: number): fc.Arbitrary<RunRequest> {
  const kinds = Object.entries(runRequests(Math.max(1, nodes))) as [RunRequest['kind'], fc.Arbitrary<RunRequest>][]
  return fc.oneof(...kinds.map(([kind, arbitrary]) => ({ arbitrary, weight: weights[kind] ?? 0 })))
}

describe('embedded', () => {
  // The kit takes 15 s here; below scale 10, the two nodes on PostgreSQL run it instead, if PostgreSQL is installed.
  checkEngine(async () => [await openEmbeddedDatabase()], { conforms: isWhole || whyNoPostgres() !== undefined })
})

const skipped = whyNoPostgres()
describe.skipIf(skipped !== undefined)(`on PostgreSQL${skipped === undefined ? '' : ` (${skipped})`}`, () => {
  let server: PostgresServer | undefined
  afterAll(() => server?.stop())
  const databaseOf = async (name: string) => {
    server ??= await startPostgres()
    return server.createDatabase(name)
  }
  // Below scale 10, the tests with two nodes are enough.
  describe.runIf(isWhole)('one node', () => {
    checkEngine(async () => [await connectToPostgres(await databaseOf('one'))])
  })
  describe('two nodes, in turns', () => {
    checkEngine(async () => {
      const url = await databaseOf('two')
      return [await connectToPostgres(url), await connectToPostgres(url)]
    })
  })
})
