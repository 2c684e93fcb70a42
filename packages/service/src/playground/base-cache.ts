import { createSeededRandom, type SimulatorType } from '@carebench/protocol'
import type { VersionDoc } from '../documents/authoring.js'
import { type AnySimulator, type RunningSimulator, SimulatorSet } from './simulator-set.js'

/** Datasets of these types seed the simulator of the other name; the others are seeded by their own type's datasets. */
const seededBy: Partial<Record<SimulatorType, string>> = { Payer: 'Portal' }

/** Builds the seeded state of a published version: the same in every process, whatever run it is for. */
export function buildBase(version: VersionDoc, simulators: ReadonlyMap<SimulatorType, AnySimulator>): SimulatorSet {
  const running: RunningSimulator[] = []
  for (const { type, config } of version.simulators) {
    const simulator = simulators.get(type)
    if (simulator === undefined)
      throw new Error(`The version ${version.id} has a simulator of type ${type}, which is not here.`)
    const datasets = version.datasets.filter((dataset) => dataset.type === (seededBy[type] ?? type))
    running.push(simulator.seed(config, datasets, { at: version.created_at, random: createSeededRandom(0) }))
  }
  return new SimulatorSet(running)
}

/** Keeps the seeded states of the versions that were used last; playgrounds are forked from them. */
export class BaseCache {
  readonly #simulators: ReadonlyMap<SimulatorType, AnySimulator>
  readonly #capacity: number
  readonly #bases = new Map<string, SimulatorSet>()

  constructor(simulators: ReadonlyMap<SimulatorType, AnySimulator>, capacity = 32) {
    this.#simulators = simulators
    this.#capacity = capacity
  }

  of(version: VersionDoc): SimulatorSet {
    let base = this.#bases.get(version.id)
    if (base === undefined) {
      base = buildBase(version, this.#simulators)
      const oldest = this.#bases.keys().next().value
      if (this.#bases.size >= this.#capacity && oldest !== undefined) this.#bases.delete(oldest)
    } else this.#bases.delete(version.id)
    // Last in the order of insertion: used last.
    this.#bases.set(version.id, base)
    return base
  }
}
