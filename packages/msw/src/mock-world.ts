import { fixtureAudits } from '@carebench/fixtures'
import { createManualClock, type ManualClock } from '@carebench/protocol'
import {
  BaseCache,
  createMemoryStore,
  createService,
  createSystemVerifier,
  defaultSystems,
  type MemoryStore,
  type Service,
  type ServiceLogEvent,
  type System,
} from '@carebench/service'
import {
  createReplayableIds,
  createReplayableRandom,
  type ReplayableIds,
  type ReplayableRandom,
} from './replayable-chance.js'

/** Everything that a later call can depend on. Immutable. */
export interface WorldState {
  readonly seed: number
  readonly store: MemoryStore
  readonly systems: Systems
  readonly now: number
  readonly lastId: string | undefined
  /** Number of draws from each stream. */
  readonly drawn: Readonly<Record<Stream, number>>
}

/** Receives the log of a service. */
export type MockLog = (event: ServiceLogEvent) => void

/** The verifier of a service with some systems. */
type SystemVerifier = ReturnType<typeof createSystemVerifier>

/** The simulated systems and their cached seeded states, shared by all worlds that are derived from one. */
interface Systems {
  readonly systems: readonly System[]
  readonly bases: BaseCache
}

/** The random streams and their numbers; seeds and ids are the same as with `carebench serve --seed`. */
const streams = { seeds: 1, ids: 2, tokens: 3 } as const

type Stream = keyof typeof streams

/** The service in memory, on a manual clock, with all randomness from one seed. */
export class MockWorld {
  readonly service: Service
  readonly #seed: number
  readonly #store: MemoryStore
  readonly #systems: Systems
  readonly #verifier: SystemVerifier
  readonly #clock: ManualClock
  readonly #ids: ReplayableIds
  readonly #random: Readonly<Record<Stream, ReplayableRandom>>

  private constructor({ seed, store, systems, now, lastId, drawn }: WorldState, log: MockLog | undefined) {
    this.#seed = seed
    this.#systems = systems
    this.#store = store.copy()
    this.#clock = createManualClock(now)
    const stream = (name: Stream) => createReplayableRandom(seed, streams[name], drawn[name])
    this.#random = { seeds: stream('seeds'), ids: stream('ids'), tokens: stream('tokens') }
    this.#ids = createReplayableIds(this.#clock, this.#random.ids, lastId)
    const secret = new Uint8Array(32).fill(7)
    this.#verifier = createSystemVerifier(systems.systems)
    const service = createService({
      verifier: this.#verifier,
      store: this.#store,
      clock: this.#clock,
      // A waiting agent does not really wait: the clock advances at once.
      sleep: async (milliseconds) => this.#clock.advance(milliseconds),
      testingClock: this.#clock,
      random: this.#random.tokens,
      seeds: this.#random.seeds,
      ids: this.#ids,
      ...systems,
      secret,
      cursorKeys: [{ id: '1', secret }],
      ...(log && { log }),
      // With other systems, audits may differ.
      knownAudits: defaultSystems.every((one) => systems.systems.includes(one)) ? Object.values(fixtureAudits) : [],
    })
    this.service = {
      ...service,
      // Audits finish between two calls; otherwise, responses would depend on the speed of the machine.
      async handle(request) {
        await service.finishAudits()
        return await service.handle(request)
      },
    }
  }

  /** Creates an empty world. `now` is milliseconds since 1970. */
  static create(systems: readonly System[], seed: number, now: number, log?: MockLog): MockWorld {
    const drawn = { seeds: 0, ids: 0, tokens: 0 }
    const seeded = { systems, bases: new BaseCache() }
    return new MockWorld({ seed, store: createMemoryStore(), systems: seeded, now, lastId: undefined, drawn }, log)
  }

  /** Creates a world that continues from a state; the state is unchanged. */
  static of(state: WorldState, log?: MockLog): MockWorld {
    return new MockWorld(state, log)
  }

  /** The current time, milliseconds since 1970. */
  get now(): number {
    return this.#clock.now()
  }

  /** The simulated systems of its environments. */
  get systems(): readonly System[] {
    return this.#systems.systems
  }

  /** Reads the records of its systems. */
  get verifier(): SystemVerifier {
    return this.#verifier
  }

  /** Random numbers for responses that do not involve the service. */
  get random(): ReplayableRandom {
    return this.#random.tokens
  }

  /** Saves the current state. */
  async capture(): Promise<WorldState> {
    await this.service.finishAudits()
    const { seeds, ids, tokens } = this.#random
    return {
      seed: this.#seed,
      store: this.#store.copy(),
      systems: this.#systems,
      now: this.#clock.now(),
      lastId: this.#ids.last,
      drawn: { seeds: seeds.drawn, ids: ids.drawn, tokens: tokens.drawn },
    }
  }
}
