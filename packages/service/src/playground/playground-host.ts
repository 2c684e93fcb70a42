import type { Clock, SimulatorType } from '@carebench/protocol'
import { busy } from '../http/busy.js'
import type { Outside } from '../ports/outside.js'
import type { Store } from '../ports/store.js'
import { BaseCache } from './base-cache.js'
import { StalePlayground } from './log-tail.js'
import { Playground } from './playground.js'
import type { PlaygroundBlueprint } from './playground-blueprint.js'
import type { AnySimulator, SimulatorSet } from './simulator-set.js'

/** Which playground is meant, and what it is built from. */
export interface PlaygroundRef {
  readonly id: string
  readonly seed: number
  readonly blueprint: PlaygroundBlueprint
}

/** How often work begins anew because the log went on elsewhere. */
const attempts = 5

/** The playgrounds that this process runs. One that it does not have is built from its blueprint and its log. */
export class PlaygroundHost {
  readonly #store: Store
  readonly #clock: Clock
  readonly #bases: BaseCache
  readonly #capacity: number
  readonly #outside: Outside
  /** In the order of their last use. */
  readonly #running = new Map<string, Promise<Playground>>()

  /**
   * @param outside - what simulators may ask that is no simulator
   * @param capacity - how many are kept open; one that is not is built from its log when it is needed again
   */
  constructor(
    store: Store,
    clock: Clock,
    simulators: ReadonlyMap<SimulatorType, AnySimulator>,
    outside: Outside = {},
    capacity = 1000,
  ) {
    this.#outside = outside
    this.#capacity = capacity
    this.#store = store
    this.#clock = clock
    this.#bases = new BaseCache(simulators)
  }

  /**
   * Does something with a playground. If its log turns out to have gone on elsewhere, the playground is built anew and the
   * work is done again; after any other failure it stays, with the reads that wait for the storage.
   */
  async with<Result>(ref: PlaygroundRef, work: (playground: Playground) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const opening = this.#open(ref)
      try {
        return await work(await opening)
      } catch (error) {
        if (!(error instanceof StalePlayground)) throw error
        this.#forget(ref.id, opening)
      }
    }
    throw busy()
  }

  /** Forgets a playground that has ended. */
  drop(id: string): void {
    this.#running.delete(id)
  }

  /** Appends the reads of all playgrounds that wait for it. If one fails it throws, after it has tried the others. */
  async flush(): Promise<void> {
    const failures: unknown[] = []
    for (const [id, opening] of [...this.#running]) {
      await this.#flushOne(id, opening).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  /**
   * Builds the seeded state of a blueprint and keeps it for the playgrounds to come; fork it, never change it. Throws what
   * the simulators throw at data that does not fit.
   */
  seed(blueprint: PlaygroundBlueprint): SimulatorSet {
    return this.#bases.of(blueprint)
  }

  #open(ref: PlaygroundRef): Promise<Playground> {
    const present = this.#running.get(ref.id)
    if (present !== undefined) {
      this.#running.delete(ref.id)
      this.#running.set(ref.id, present)
      return present
    }
    const opening = this.#build(ref)
    this.#running.set(ref.id, opening)
    // What could not be built is tried again by the next caller.
    opening.catch(() => this.#forget(ref.id, opening))
    if (this.#running.size > this.#capacity) this.#evictOldest()
    return opening
  }

  #evictOldest(): void {
    for (const [id, opening] of this.#running) {
      // Only once its reads are in the log; until then it stays, and the next one that is opened tries again. It also
      // stays if it was used meanwhile: then it is the oldest no more, and may have new reads.
      void this.#flushOne(id, opening).then(
        () => this.#running.keys().next().value === id && this.#forget(id, opening),
        () => undefined,
      )
      return
    }
  }

  /** Reads of a playground whose log went on elsewhere have no place in it any more: they go with this copy of it. */
  async #flushOne(id: string, opening: Promise<Playground>): Promise<void> {
    try {
      await (await opening).flush()
    } catch (error) {
      if (!(error instanceof StalePlayground)) throw error
      this.#forget(id, opening)
    }
  }

  /** Unless somebody has opened it anew already. */
  #forget(id: string, opening: Promise<Playground>): void {
    if (this.#running.get(id) === opening) this.#running.delete(id)
  }

  async #build(ref: PlaygroundRef): Promise<Playground> {
    return new Playground({
      id: ref.id,
      log: this.#store.log,
      now: () => this.#clock.now(),
      seed: ref.seed,
      base: this.#bases.of(ref.blueprint),
      entries: await this.#store.log.read(ref.id),
      outside: this.#outside,
    })
  }
}
