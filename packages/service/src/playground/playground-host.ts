import type { Clock, SimulatorType } from '@carebench/protocol'
import type { VersionDoc } from '../documents/authoring.js'
import type { Store } from '../ports/store.js'
import { BaseCache } from './base-cache.js'
import { Playground, StalePlayground } from './playground.js'
import type { AnySimulator, SimulatorSet } from './simulator-set.js'

/** Which playground is meant, and what it is built from. */
export interface PlaygroundRef {
  readonly id: string
  readonly seed: number
  readonly version: VersionDoc
}

/** The playgrounds that this process runs. One that it does not have is built from its version and its log. */
export class PlaygroundHost {
  readonly #store: Store
  readonly #clock: Clock
  readonly #bases: BaseCache
  readonly #running = new Map<string, Promise<Playground>>()

  constructor(store: Store, clock: Clock, simulators: ReadonlyMap<SimulatorType, AnySimulator>) {
    this.#store = store
    this.#clock = clock
    this.#bases = new BaseCache(simulators)
  }

  /**
   * Does something with a playground. If the log turns out to have gone on elsewhere, the playground is built anew and
   * the work is done again; after any other failure it is built anew for the next caller.
   */
  async with<Result>(ref: PlaygroundRef, work: (playground: Playground) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(await this.#open(ref))
      } catch (error) {
        this.drop(ref.id)
        if (!(error instanceof StalePlayground) || attempt === 5) throw error
      }
    }
  }

  /** Forgets a playground; what is in its log stays. */
  drop(id: string): void {
    this.#running.delete(id)
  }

  /** The seeded state of a version. */
  baseOf(version: VersionDoc): SimulatorSet {
    return this.#bases.of(version)
  }

  #open(ref: PlaygroundRef): Promise<Playground> {
    let opening = this.#running.get(ref.id)
    if (opening === undefined) {
      opening = this.#build(ref)
      this.#running.set(ref.id, opening)
    }
    return opening
  }

  async #build(ref: PlaygroundRef): Promise<Playground> {
    return new Playground({
      id: ref.id,
      log: this.#store.log,
      now: () => this.#clock.now(),
      seed: ref.seed,
      base: this.#bases.of(ref.version),
      entries: await this.#store.log.read(ref.id),
    })
  }
}
