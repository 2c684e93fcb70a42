import { type Clock, systemClock } from '@carebench/protocol'
import {
  createIdSource,
  createService,
  defaultSystems,
  type Service,
  secureRandom,
  type TestingClock,
} from '@carebench/service'
import type { Store } from '@carebench/store'
import { connectToPostgres } from '../../packages/store/src/sql/engines/postgres-store.js'
import { migrate } from '../../packages/store/src/sql/migrations/migrate.js'
import { SqlStore } from '../../packages/store/src/sql/sql-store.js'
import { emptyDatabase } from '../../packages/store/src/sql/testing/empty-database.js'
import { startPostgres } from '../../packages/store/src/sql/testing/postgres-server.js'

/** A database that several nodes have opened. */
export interface SharedDatabase {
  /** Empties the database, and returns the store of each node. */
  emptyStores(): Promise<readonly SqlStore[]>
  stop(): Promise<void>
}

/** Starts PostgreSQL with an empty database for a number of nodes. */
export async function startSharedDatabase(nodes: number): Promise<SharedDatabase> {
  const server = await startPostgres()
  const url = server.createDatabase('nodes')
  const connections = await Promise.all(Array.from({ length: nodes }, () => connectToPostgres(url, { connections: 4 })))
  // All nodes migrate at once, as if they started together.
  await Promise.all(connections.map((db) => migrate(db)))
  return {
    async emptyStores() {
      const [first] = connections
      if (first !== undefined) await emptyDatabase(first)
      return connections.map((db) => new SqlStore(db, { isShared: true, release: async () => {} }))
    },
    async stop() {
      for (const db of connections) await db.destroy()
      server.stop()
    },
  }
}

export interface NodeOptions {
  readonly clock?: Clock
  /** A clock that callers may advance, instead of `clock`. */
  readonly testingClock?: TestingClock
  readonly operatorKey?: string
}

/** Creates a node as the command line does: it shares only the store and the secret with others. */
export function createNode(store: Store, { testingClock, operatorKey, ...options }: NodeOptions = {}): Service {
  const secret = new Uint8Array(32).fill(7)
  const clock = testingClock ?? options.clock ?? systemClock
  return createService({
    store,
    clock,
    ...(testingClock && { testingClock }),
    random: secureRandom,
    ids: createIdSource(clock, secureRandom, { latestCommit: store.latest && (() => store.latest?.().commit ?? 0) }),
    systems: defaultSystems,
    ...(operatorKey === undefined ? {} : { operatorKey }),
    secret,
    cursorKeys: [{ id: '1', secret }],
  })
}

/** Combines nodes into one service that sends each request to the next of them, no matter who the client is. */
export function balance(nodes: readonly Service[]): Service {
  const [first] = nodes
  if (first === undefined) throw new RangeError('Expected at least one node.')
  let turn = 0
  return { ...first, handle: (request) => (nodes[turn++ % nodes.length] ?? first).handle(request) }
}
