import { createManualClock, type ManualClock } from '@carebench/protocol'
import {
  createDefaultSimulators,
  createMemoryStore,
  createService,
  type MemoryStore,
  type Service,
} from '@carebench/service'
import {
  createReplayableIds,
  createReplayableRandom,
  type ReplayableIds,
  type ReplayableRandom,
} from './replayable-chance.js'

/** Everything that a later call can depend on. Nothing in it changes any more. */
export interface WorldState {
  readonly seed: number
  readonly store: MemoryStore
  readonly now: number
  readonly lastId: string | undefined
  /** Numbers drawn so far of each stream. */
  readonly drawn: Readonly<Record<Stream, number>>
}

/** What is drawn, and the number of its stream: seeds and ids as `carebench serve --seed` draws them. */
const streams = { seeds: 1, ids: 2, tokens: 3 } as const

type Stream = keyof typeof streams

/** The service itself in memory, on a manual clock, with all chance from one seed. */
export class MockWorld {
  readonly service: Service
  readonly #seed: number
  readonly #store: MemoryStore
  readonly #clock: ManualClock
  readonly #ids: ReplayableIds
  readonly #random: Readonly<Record<Stream, ReplayableRandom>>

  private constructor({ seed, store, now, lastId, drawn }: WorldState) {
    this.#seed = seed
    this.#store = store.copy()
    this.#clock = createManualClock(now)
    const stream = (name: Stream) => createReplayableRandom(seed, streams[name], drawn[name])
    this.#random = { seeds: stream('seeds'), ids: stream('ids'), tokens: stream('tokens') }
    this.#ids = createReplayableIds(this.#clock, this.#random.ids, lastId)
    const secret = new Uint8Array(32).fill(7)
    this.service = createService({
      store: this.#store,
      clock: this.#clock,
      testingClock: this.#clock,
      random: this.#random.tokens,
      seeds: this.#random.seeds,
      ids: this.#ids,
      simulators: createDefaultSimulators(),
      secret,
      cursorKeys: [{ id: '1', secret }],
    })
  }

  /** An empty world. `now` is milliseconds since 1970. */
  static create(seed: number, now: number): MockWorld {
    const drawn = { seeds: 0, ids: 0, tokens: 0 }
    return new MockWorld({ seed, store: createMemoryStore(), now, lastId: undefined, drawn })
  }

  /** A world that goes on from a state; the state stays as it is. */
  static of(state: WorldState): MockWorld {
    return new MockWorld(state)
  }

  /** The present, milliseconds since 1970. */
  get now(): number {
    return this.#clock.now()
  }

  /** Chance for what is answered without asking the service. */
  get random(): ReplayableRandom {
    return this.#random.tokens
  }

  /** Takes down the present state, after what waits for the storage is in it. */
  async capture(): Promise<WorldState> {
    await this.service.close()
    const { seeds, ids, tokens } = this.#random
    return {
      seed: this.#seed,
      store: this.#store.copy(),
      now: this.#clock.now(),
      lastId: this.#ids.last,
      drawn: { seeds: seeds.drawn, ids: ids.drawn, tokens: tokens.drawn },
    }
  }
}
