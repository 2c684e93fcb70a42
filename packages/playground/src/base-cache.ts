import { createSeededRandom, type JsonValue, type SimulatorType, withSystemKey } from '@carebench/protocol'
import type { AnySimulator } from '@carebench/systems'
import type { PlaygroundBlueprint } from './playground-blueprint.js'
import { type PlacedSimulator, SimulatorSet } from './simulator-set.js'

/** Builds the seeded state of a blueprint: the same in every process, for every playground. */
export function buildBase(
  blueprint: PlaygroundBlueprint,
  simulators: ReadonlyMap<SimulatorType, AnySimulator>,
): SimulatorSet {
  const placed: PlacedSimulator[] = []
  for (const { type, key, config } of blueprint.simulators) {
    const simulator = simulators.get(type)
    if (simulator === undefined)
      throw new Error(`${blueprint.id} has a simulator of type ${type}, which this service does not have.`)
    const name = withSystemKey(type, key)
    const datasets = blueprint.datasets.filter(
      (dataset) =>
        dataset.type === simulator.dataset?.type && (dataset.simulator === undefined || dataset.simulator === name),
    )
    const context = { at: blueprint.created_at, random: createSeededRandom(0) }
    placed.push({ running: simulator.seed(config, datasets, context), key })
  }
  return new SimulatorSet(placed)
}

/**
 * Caches the most recently used seeded states; playgrounds are forked from them. Services that have the same
 * benchmarks, such as one on a copy of the store of another, can share a cache: a state is reused only for equal
 * configurations and data, the same creation time and the same simulators.
 */
export class BaseCache {
  readonly #capacity: number
  readonly #kept = new Map<string, KeptBase>()

  /** @param capacity - maximum number of states */
  constructor(capacity = 32) {
    this.#capacity = capacity
  }

  /** The seeded state of a blueprint, built if it is not cached. Fork it, never change it. */
  of(blueprint: PlaygroundBlueprint, simulators: ReadonlyMap<SimulatorType, AnySimulator>): SimulatorSet {
    // A blueprint whose write failed may be written later under the same id, with another creation time.
    const key = `${blueprint.id} ${blueprint.created_at}`
    const kept = this.#kept.get(key)
    const isFit = kept !== undefined && isSame(kept.blueprint, blueprint) && isRunBy(kept.base, blueprint, simulators)
    const base = isFit ? kept.base : buildBase(blueprint, simulators)
    this.#kept.delete(key)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size >= this.#capacity && oldest !== undefined) this.#kept.delete(oldest)
    // Map keeps insertion order, so the last entry is the most recently used.
    this.#kept.set(key, { blueprint, base })
    return base
  }
}

interface KeptBase {
  readonly blueprint: PlaygroundBlueprint
  readonly base: SimulatorSet
}

/** Services that generate the same ids on copies of one store may give the same id to different blueprints. */
function isSame(first: PlaygroundBlueprint, other: PlaygroundBlueprint): boolean {
  return haveSameParts(first.simulators, other.simulators) && haveSameParts(first.datasets, other.datasets)
}

interface BlueprintPart {
  readonly type: string
  readonly key?: string
  readonly simulator?: string
  readonly config: JsonValue
}

function haveSameParts(ones: readonly BlueprintPart[], others: readonly BlueprintPart[]): boolean {
  return (
    ones === others ||
    (ones.length === others.length &&
      ones.every(({ type, key, simulator, config }, index) => {
        const other = others[index]
        // A document that is read again mostly shares its parts with the one that was read before.
        return (
          type === other?.type &&
          key === other.key &&
          simulator === other.simulator &&
          (config === other.config || JSON.stringify(config) === JSON.stringify(other.config))
        )
      }))
  )
}

function isRunBy(
  base: SimulatorSet,
  { simulators: parts }: PlaygroundBlueprint,
  simulators: ReadonlyMap<SimulatorType, AnySimulator>,
): boolean {
  return parts.every(({ type, key }) => base.get(withSystemKey(type, key))?.simulator === simulators.get(type))
}
