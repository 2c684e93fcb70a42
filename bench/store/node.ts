import { hash } from 'node:crypto'
import { systemClock } from '@carebench/protocol'
import { createIdSource, createService, defaultSystems, type Service, secureRandom } from '@carebench/service'
import { counting, type Engine, openEngine } from './engines.js'

/** A service on an engine, as the command line assembles it, and what the benchmarks measure it with. */
export interface Node extends Engine {
  readonly service: Service
  readonly clock: { now(): number }
  /** Round trips to the store since the last call. */
  takeTrips(): number
  /** Moves the clock of the service: what is due once in a while is due at once. */
  advance(milliseconds: number): void
}

/**
 * Starts a service on an engine.
 *
 * @param engineName - memory, PGlite, or a URL of PostgreSQL
 * @param keep - number of runs that the service retains; default all
 */
export async function startNode(engineName: string, keep?: number): Promise<Node> {
  const engine = await openEngine(engineName)
  const store = counting(engine.store)
  let ahead = 0
  const clock = { now: () => systemClock.now() + ahead }
  const secret = new Uint8Array(32).fill(7)
  const service = createService({
    store,
    clock,
    random: secureRandom,
    sha256: (text) => hash('sha256', text),
    ids: createIdSource(clock, secureRandom),
    systems: defaultSystems,
    secret,
    cursorKeys: [{ id: '1', secret }],
    ...(keep !== undefined && { retention: { keep: { runs: keep } } }),
  })
  return {
    ...engine,
    service,
    clock,
    takeTrips: () => store.take(),
    advance(milliseconds) {
      ahead += milliseconds
    },
  }
}
