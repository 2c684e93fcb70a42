import type { Clock, SimulatorType } from '@carebench/protocol'
import type { Log } from '@carebench/store'
import type { AnySimulator } from '@carebench/systems'
import { inSteps } from '../work/in-steps.js'
import { BaseCache } from './base-cache.js'
import type { Sha256 } from './calls/body-digest.js'
import type { Outside } from './calls/outside.js'
import { createAppendKeys } from './log/append-entries.js'
import { readFolded } from './log/checkpointing.js'
import { Playground } from './playground.js'
import type { PlaygroundBlueprint } from './playground-blueprint.js'
import type { Arrival } from './scenario/agenda.js'
import type { ClockPlan } from './scenario/clock-plan.js'
import type { SimulatorSet } from './simulator-set.js'

/** Identifies a playground and its source. */
export interface PlaygroundRef {
  readonly id: string
  readonly seed: number
  readonly blueprint: PlaygroundBlueprint
  /** Default: the time of the service. */
  readonly clock?: ClockPlan
  /** The steps of its scenario that arrive after the agent has started; default: none. */
  readonly arrivals?: () => readonly Arrival[]
  /** When its task run was started, by the service's clock in milliseconds; null or absent if it was not. */
  readonly startedAt?: number | null
}

/** Maximum number of ended playgrounds that stay open. */
const keptEnded = 4

/** The playgrounds that are open in this process. Others are built from their blueprint and log on demand. */
export class PlaygroundHost {
  readonly #log: Log
  readonly #appendKey: () => string
  readonly #clock: Clock
  readonly #simulators: ReadonlyMap<SimulatorType, AnySimulator>
  readonly #outside: Outside
  readonly #sha256: Sha256 | undefined
  readonly #bases: BaseCache
  readonly #capacity: number
  readonly #onChange: ((id: string, systems: ReadonlySet<string>) => void) | undefined
  /** Ordered by last use. */
  readonly #running = new Map<string, Promise<Playground>>()
  /** The ids of playgrounds that have ended and are still read, ordered by last use. */
  readonly #ended = new Set<string>()
  /** Running seedings, by the ids of blueprints. */
  readonly #seeding = new Map<string, Promise<unknown>>()

  constructor(options: {
    readonly log: Log
    /** Identifies this process among all that share the store. */
    readonly writer: string
    readonly clock: Clock
    readonly simulators: ReadonlyMap<SimulatorType, AnySimulator>
    /** Default: no external services. */
    readonly outside?: Outside
    /** The SHA-256 of a text's UTF-8 in hex, for digests of answers. Default: one that every runtime has. */
    readonly sha256?: ((text: string) => string) | undefined
    /** Caches the seeded states. Default: a separate cache. */
    readonly bases?: BaseCache | undefined
    /** Maximum number of open playgrounds; closed ones are rebuilt from their logs when needed. Default: 1000. */
    readonly capacity?: number | undefined
    /**
     * Called after work on a playground with the names in the log of the systems that have changed meanwhile. Must not
     * throw.
     */
    readonly onChange?: ((id: string, systems: ReadonlySet<string>) => void) | undefined
  }) {
    this.#log = options.log
    this.#appendKey = createAppendKeys(options.writer)
    this.#clock = options.clock
    this.#simulators = options.simulators
    this.#outside = options.outside ?? {}
    this.#sha256 = options.sha256
    this.#bases = options.bases ?? new BaseCache()
    this.#capacity = options.capacity ?? 1000
    this.#onChange = options.onChange
  }

  /** Runs `work` with a playground. */
  async with<Result>(ref: PlaygroundRef, work: (playground: Playground) => Promise<Result>): Promise<Result> {
    const playground = await this.#open(ref)
    // The playground may have been opened to run its scenario, before the task run was started.
    playground.startClock(ref.startedAt ?? null)
    const { length } = playground
    try {
      return await work(playground)
    } finally {
      const changed = this.#onChange && playground.changedSince(length)
      if (changed !== undefined && changed.size > 0) this.#onChange?.(ref.id, changed)
      if (playground.sealed) this.#keepFewEnded(ref.id)
    }
  }

  /** The number of open playgrounds. */
  get size(): number {
    return this.#running.size
  }

  /** Closes a playground that has ended. */
  drop(id: string): void {
    this.#running.delete(id)
    this.#ended.delete(id)
  }

  /**
   * Keeps an ended playground open for a while: somebody may still look through its records, but nobody works in it.
   */
  #keepFewEnded(id: string): void {
    this.#ended.delete(id)
    this.#ended.add(id)
    const [oldest] = this.#ended
    if (this.#ended.size > keptEnded && oldest !== undefined) this.drop(oldest)
  }

  /**
   * Builds the seeded state of a blueprint in steps, and caches it for later playgrounds; fork it, never change it.
   * Rejects with what the simulators throw for invalid data.
   */
  seed(blueprint: PlaygroundBlueprint): Promise<SimulatorSet> {
    const cached = this.#bases.find(blueprint, this.#simulators)
    if (cached !== undefined) return Promise.resolve(cached)
    // Seedings of one blueprint run one after another, so that later callers find the state in the cache. Seedings of
    // other blueprints do not wait, because other data can take long.
    const { id } = blueprint
    const before = this.#seeding.get(id) ?? Promise.resolve()
    const seeding = before.then(() => inSteps(this.#bases.inSteps(blueprint, this.#simulators), this.#clock))
    const ended = seeding.then(
      () => undefined,
      () => undefined,
    )
    this.#seeding.set(id, ended)
    void ended.then(() => {
      if (this.#seeding.get(id) === ended) this.#seeding.delete(id)
    })
    return seeding
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
    // If building fails, the next caller tries again.
    opening.catch(() => {
      if (this.#running.get(ref.id) === opening) this.#running.delete(ref.id)
    })
    const oldest = this.#running.keys().next().value
    if (this.#running.size > this.#capacity && oldest !== undefined) this.#running.delete(oldest)
    return opening
  }

  async #build(ref: PlaygroundRef): Promise<Playground> {
    return Playground.open({
      id: ref.id,
      log: this.#log,
      appendKey: this.#appendKey,
      now: () => this.#clock.now(),
      seed: ref.seed,
      base: await this.seed(ref.blueprint),
      ...(await readFolded(this.#log, ref.id)),
      outside: this.#outside,
      sha256: this.#sha256,
      ...(ref.clock === undefined ? {} : { clock: ref.clock }),
      ...(ref.arrivals === undefined ? {} : { arrivals: ref.arrivals() }),
    })
  }
}
