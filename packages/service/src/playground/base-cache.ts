import {
  createSeededRandom,
  finish,
  type JsonValue,
  type SimulatorType,
  type Steps,
  withSystemKey,
} from '@carebench/protocol'
import type { AnySimulator, RunningSimulator } from '@carebench/systems'
import type { BlueprintTaskEnvironment, PlaygroundBlueprint } from './playground-blueprint.js'
import { type PlacedSimulator, SimulatorSet } from './simulator-set.js'

/**
 * Builds the seeded state of a blueprint: the same in every process, for every playground. `shared` is the state
 * without the environment of the task, if available; both states share the unchanged data.
 */
export function buildBase(
  blueprint: PlaygroundBlueprint,
  simulators: ReadonlyMap<SimulatorType, AnySimulator>,
  shared?: SimulatorSet,
): SimulatorSet {
  return finish(buildBaseInSteps(blueprint, simulators, shared))
}

/** Does the same as {@link buildBase} in steps. */
export function* buildBaseInSteps(
  blueprint: PlaygroundBlueprint,
  simulators: ReadonlyMap<SimulatorType, AnySimulator>,
  shared?: SimulatorSet,
): Steps<SimulatorSet> {
  const { task_environment: task, ...rest } = blueprint
  if (task !== undefined) {
    return yield* extendBase(shared ?? (yield* buildBaseInSteps(rest, simulators)), blueprint, task)
  }
  const placed: PlacedSimulator[] = []
  for (const { type, key, config } of blueprint.simulators) {
    const simulator = simulators.get(type)
    if (simulator === undefined)
      throw new Error(`${blueprint.id} has a simulator of type ${type}, which this service does not have.`)
    const datasets = datasetsFor(blueprint.datasets, simulator, withSystemKey(type, key))
    const context = { at: blueprint.created_at, random: createSeededRandom(0) }
    placed.push({ running: yield* named(withSystemKey(type, key), seed(simulator, config, datasets, context)), key })
  }
  return new SimulatorSet(placed)
}

function* extendBase(
  shared: SimulatorSet,
  blueprint: PlaygroundBlueprint,
  task: BlueprintTaskEnvironment,
): Steps<SimulatorSet> {
  const at = blueprint.created_at
  const placed: PlacedSimulator[] = []
  for (const { type, key, config } of blueprint.simulators) {
    const name = withSystemKey(type, key)
    const running = shared.get(name)
    if (running === undefined) throw new Error(`The seeded state of ${blueprint.id} lacks the simulator ${name}.`)
    const { simulator } = running
    const more = datasetsFor(task.datasets, simulator, name)
    const changed = task.configs[name]
    if (more.length === 0 && changed === undefined) {
      placed.push({ running, key })
      continue
    }
    // Other random numbers than for the shared data, so that generated ids differ.
    const apart = { at, random: createSeededRandom(0, 1) }
    const extended = yield* named(name, extend(running, changed ?? config, more, apart))
    if (extended !== undefined) {
      placed.push({ running: extended, key })
      continue
    }
    const datasets = [...datasetsFor(blueprint.datasets, simulator, name), ...more]
    const context = { at, random: createSeededRandom(0) }
    placed.push({ running: yield* named(name, seed(simulator, changed ?? config, datasets, context)), key })
  }
  return new SimulatorSet(placed)
}

type SeedArguments = Parameters<AnySimulator['seed']>

function* seed(simulator: AnySimulator, ...about: SeedArguments): Steps<RunningSimulator> {
  yield
  return simulator.seedInSteps === undefined ? simulator.seed(...about) : yield* simulator.seedInSteps(...about)
}

/** Undefined if the simulator has to be seeded again. */
function* extend(running: RunningSimulator, ...about: SeedArguments): Steps<RunningSimulator | undefined> {
  yield
  return running.extendInSteps === undefined ? running.extend?.(...about) : yield* running.extendInSteps(...about)
}

/** Names the simulator in the error if its configuration or its data are invalid. */
function* named<Seeded>(name: string, seeding: Steps<Seeded>): Steps<Seeded> {
  try {
    return yield* seeding
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function datasetsFor(
  datasets: PlaygroundBlueprint['datasets'],
  simulator: AnySimulator,
  name: string,
): PlaygroundBlueprint['datasets'] {
  return datasets.filter(
    (dataset) =>
      dataset.type === simulator.dataset?.type && (dataset.simulator === undefined || dataset.simulator === name),
  )
}

/**
 * Caches the most recently used seeded states; playgrounds are forked from them. Versions of a benchmark with the same
 * environment share one, and services that have the same benchmarks, such as one on a copy of the store of another, can
 * share a cache: a state is reused only for equal configurations and data, the same creation time and the same
 * simulators.
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
    return finish(this.inSteps(blueprint, simulators))
  }

  /** Does the same as {@link of} in steps. */
  *inSteps(blueprint: PlaygroundBlueprint, simulators: ReadonlyMap<SimulatorType, AnySimulator>): Steps<SimulatorSet> {
    const cached = this.find(blueprint, simulators)
    if (cached !== undefined) return cached
    const { task_environment: task, ...rest } = blueprint
    const shared = task === undefined ? undefined : yield* this.inSteps(rest, simulators)
    const alike = task === undefined ? this.#findAlike(blueprint, simulators) : undefined
    const base = alike ?? (yield* buildBaseInSteps(blueprint, simulators, shared))
    this.#keep({ blueprint, base, shared })
    return base
  }

  /** The same state, built for another version of the environment. */
  #findAlike(
    blueprint: PlaygroundBlueprint,
    simulators: ReadonlyMap<SimulatorType, AnySimulator>,
  ): SimulatorSet | undefined {
    for (const { blueprint: other, base } of this.#kept.values()) {
      if (other.task_environment !== undefined || other.created_at !== blueprint.created_at) continue
      if (isSame(other, blueprint) && isRunBy(base, blueprint, simulators)) return base
    }
    return undefined
  }

  /** The seeded state of a blueprint if it is cached. */
  find(blueprint: PlaygroundBlueprint, simulators: ReadonlyMap<SimulatorType, AnySimulator>): SimulatorSet | undefined {
    const { task_environment: task, ...rest } = blueprint
    // First, so that the state that many tasks share is among the most recently used.
    const shared = task === undefined ? undefined : this.find(rest, simulators)
    const kept = this.#kept.get(toKey(blueprint))
    if (kept === undefined || kept.shared !== shared) return undefined
    if (!isSame(kept.blueprint, blueprint) || !isRunBy(kept.base, blueprint, simulators)) return undefined
    this.#keep({ ...kept, blueprint })
    return kept.base
  }

  /** Stores a state as the most recently used one. */
  #keep(kept: KeptBase): void {
    const key = toKey(kept.blueprint)
    this.#kept.delete(key)
    const oldest = this.#kept.keys().next().value
    if (this.#kept.size >= this.#capacity && oldest !== undefined) this.#kept.delete(oldest)
    // Map keeps insertion order, so the last entry is the most recently used.
    this.#kept.set(key, kept)
  }
}

/** A blueprint whose write failed may be written later under the same id, with another creation time. */
function toKey({ id, created_at, task_environment: task }: PlaygroundBlueprint): string {
  return `${id} ${created_at}${task === undefined ? '' : ` ${task.id}`}`
}

interface KeptBase {
  readonly blueprint: PlaygroundBlueprint
  readonly base: SimulatorSet
  /** The state that it is built on; undefined if the task adds nothing. */
  readonly shared: SimulatorSet | undefined
}

/** Services that generate the same ids on copies of one store may give the same id to different blueprints. */
function isSame(first: PlaygroundBlueprint, other: PlaygroundBlueprint): boolean {
  const { task_environment: task } = first
  const { task_environment: otherTask } = other
  return (
    haveSameParts(first.simulators, other.simulators) &&
    haveSameParts(first.datasets, other.datasets) &&
    (task?.configs === otherTask?.configs || JSON.stringify(task?.configs) === JSON.stringify(otherTask?.configs)) &&
    haveSameParts(task?.datasets ?? none, otherTask?.datasets ?? none)
  )
}

const none: PlaygroundBlueprint['datasets'] = []

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
