import { createSeededRandom, type SimulatorType } from '@carebench/protocol'
import type { PlaygroundBlueprint } from './playground-blueprint.js'
import { type AnySimulator, type RunningSimulator, SimulatorSet } from './simulator-set.js'

/** Datasets of these types seed the simulator of the other name; the others are seeded by their own type's datasets. */
const seededBy: Partial<Record<SimulatorType, string>> = { Payer: 'Portal' }

/** Builds the seeded state of a blueprint: the same in every process, whatever playground it is for. */
export function buildBase(
  blueprint: PlaygroundBlueprint,
  simulators: ReadonlyMap<SimulatorType, AnySimulator>,
): SimulatorSet {
  const running: RunningSimulator[] = []
  for (const { type, config } of blueprint.simulators) {
    const simulator = simulators.get(type)
    if (simulator === undefined) throw new Error(`${blueprint.id} has a simulator of type ${type}, which is not here.`)
    const datasets = blueprint.datasets.filter((dataset) => dataset.type === (seededBy[type] ?? type))
    running.push(simulator.seed(config, datasets, { at: blueprint.created_at, random: createSeededRandom(0) }))
  }
  return new SimulatorSet(running)
}

/** Keeps the seeded states of the blueprints that were used last; playgrounds are forked from them. */
export class BaseCache {
  readonly #simulators: ReadonlyMap<SimulatorType, AnySimulator>
  readonly #capacity: number
  readonly #bases = new Map<string, SimulatorSet>()

  constructor(simulators: ReadonlyMap<SimulatorType, AnySimulator>, capacity = 32) {
    this.#simulators = simulators
    this.#capacity = capacity
  }

  of(blueprint: PlaygroundBlueprint): SimulatorSet {
    // A blueprint whose write failed may be written later, under the same id, as of another time.
    const key = `${blueprint.id} ${blueprint.created_at}`
    let base = this.#bases.get(key)
    if (base === undefined) {
      base = buildBase(blueprint, this.#simulators)
      const oldest = this.#bases.keys().next().value
      if (this.#bases.size >= this.#capacity && oldest !== undefined) this.#bases.delete(oldest)
    } else this.#bases.delete(key)
    // Last in the order of insertion: used last.
    this.#bases.set(key, base)
    return base
  }
}
