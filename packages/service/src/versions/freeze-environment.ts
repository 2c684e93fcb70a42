import { type ApiError, type Finding, type Overrides, withSystemKey } from '@carebench/protocol'
import { check, type Write } from '@carebench/store'
import { isFirstOfType } from '../authoring/system-keys.js'
import type { ServiceContext } from '../context/context.js'
import {
  type DatasetDoc,
  datasets,
  type EnvironmentDoc,
  simulators,
  type VersionDoc,
} from '../documents/collections/authoring.js'
import { checkSimulatorConfig } from '../documents/config-check.js'
import { keyInEnvironment } from '../documents/simulator-key.js'
import { conflict } from '../documents/write-result.js'
import { mergePatch } from '../http/json/merge-patch.js'
import type { PlaygroundBlueprint } from '../playground/playground-blueprint.js'
import { inSteps } from '../work/in-steps.js'

/**
 * Returns the current simulators of an environment, with overrides applied to their configurations. Adds checks of
 * their source documents to `checks`, which the commit that freezes them must include. Throws an ApiError `CONFLICT` if
 * one was deleted, an override names no simulator of the environment, or a configuration is invalid.
 */
export async function freezeSimulators(
  context: ServiceContext,
  environment: EnvironmentDoc,
  overrides: NonNullable<Overrides['simulators']>,
  checks: Write[],
): Promise<VersionDoc['simulators']> {
  const stray = Object.keys(overrides).find((id) => !environment.simulator_ids.includes(id))
  if (stray !== undefined) {
    throw conflict(`The overrides name the simulator ${JSON.stringify(stray)}, which the environment does not have.`)
  }
  const frozen: VersionDoc['simulators'][number][] = []
  for (const id of environment.simulator_ids) {
    const found = await context.store.get(simulators, id)
    if (found === undefined) throw conflict(`The simulator ${id} of the environment is gone.`)
    checks.push(check(simulators, id, found.revision))
    const { type, name } = found.doc
    const config = mergePatch(found.doc.config, overrides[id] ?? {})
    const checking = checkSimulatorConfig(context, type, config, `/overrides/simulators/${id}`)
    const [error] = await inSteps(checking, context.clock)
    if (error !== undefined) {
      throw conflict(`The configuration of the simulator ${named(id, name)} is invalid: ${placed(error)}.`)
    }
    // The simulator of a type that was linked first has the plain paths, whatever its key.
    const isFirst = isFirstOfType([...frozen, { type }], frozen.length)
    const key = isFirst ? undefined : environment.simulator_keys?.[id]
    if (!isFirst && key === undefined)
      throw conflict(`The environment has two simulators of type ${type}; ${id} has no key.`)
    frozen.push({ id, type, ...(key === undefined ? {} : { key }), name, config })
  }
  for (const simulator of frozen) assertNamedSystems(context, simulator, frozen)
  return frozen
}

/**
 * Returns the place and the message of a finding inside a sentence; some messages are sentences and end with a full
 * stop.
 */
export function placed({ path, message }: Finding): string {
  return `${path} ${message.replace(/\.$/, '')}`
}

function named(id: string, name: string): string {
  return `${JSON.stringify(name)} (${id})`
}

/** Rejects a configuration that names a system which the environment does not have. */
function assertNamedSystems(
  context: ServiceContext,
  { id, type, name, config }: VersionDoc['simulators'][number],
  frozen: VersionDoc['simulators'],
): void {
  for (const wanted of context.simulators.get(type)?.namedSystems?.(config) ?? []) {
    const known = frozen.filter((one) => one.type === wanted.type).flatMap(({ key }) => key ?? [])
    if (known.includes(wanted.key)) continue
    const keys = known.length === 0 ? 'none has a key; the first of its type is meant without one' : known.join(', ')
    throw conflict(
      `The configuration of the simulator ${named(id, name)} is invalid: ${wanted.path} must be the key of a ` +
        `simulator of type ${wanted.type} in the environment (${keys}), got ${JSON.stringify(wanted.key)}.`,
    )
  }
}

/**
 * Returns the current datasets of an environment: ancestors first, so that the entries of a descendant win, and those
 * for one simulator after those for all; a dataset that several refer to is included once for each simulator. Adds to
 * `checks` like {@link freezeSimulators}. Throws an ApiError `CONFLICT` if a dataset, or the simulator that it is for,
 * is gone, or if its configuration does not match its type.
 */
export async function freezeDatasets(
  context: ServiceContext,
  environment: EnvironmentDoc,
  linked: VersionDoc['simulators'],
  checks: Write[],
): Promise<FrozenDatasets> {
  const frozen = new FrozenDatasets(context, checks)
  const { dataset_ids, dataset_systems = {} } = environment
  for (const id of dataset_ids) if (dataset_systems[id] === undefined) await frozen.add(id, undefined)
  for (const id of dataset_ids) {
    const key = dataset_systems[id]
    if (key === undefined) continue
    const only = linked.find((simulator) => keyInEnvironment(context, environment, simulator) === key)
    if (only === undefined) {
      throw conflict(
        `The dataset ${id} is for the simulator "${key}", which the environment does not have any more; unlink the ` +
          'dataset, or link a simulator with this key.',
      )
    }
    await frozen.add(id, withSystemKey(only.type, only.key))
  }
  return frozen
}

/** Datasets with their ancestors, each once for each simulator that it seeds. */
export class FrozenDatasets {
  readonly #context: ServiceContext
  readonly #checks: Write[]
  /** The documents that `checks` already names: a commit may name a document only once. */
  readonly #checked: Set<string>
  readonly #frozen = new Map<string, VersionDoc['datasets'][number]>()
  /** The datasets that are seeded before these, as keys of `#frozen`. */
  readonly #before: ReadonlySet<string>

  /** Adds to `checks` like {@link freezeSimulators}. */
  constructor(context: ServiceContext, checks: Write[], before?: FrozenDatasets) {
    this.#context = context
    this.#checks = checks
    this.#checked = before === undefined ? new Set() : before.#checked
    this.#before = new Set(before === undefined ? [] : [...before.#before, ...before.#frozen.keys()])
  }

  /** Returns further datasets, which are seeded after these; datasets that are already here are left out. */
  more(): FrozenDatasets {
    return new FrozenDatasets(this.#context, this.#checks, this)
  }

  /** Adds a dataset after its ancestors. Throws an ApiError `CONFLICT` if one is gone, or does not match its type. */
  async add(id: string, simulator: string | undefined): Promise<void> {
    if (this.#has(writePlace(id, undefined)) || this.#has(writePlace(id, simulator))) return
    const found = await this.#context.store.get(datasets, id)
    if (found === undefined) throw datasetGone(id)
    if (found.doc.parent_id !== null) await this.add(found.doc.parent_id, simulator)
    assertMatches(found.doc)
    if (!this.#checked.has(id)) this.#checks.push(check(datasets, id, found.revision))
    this.#checked.add(id)
    const { type, config } = found.doc
    this.#frozen.set(writePlace(id, simulator), { id, type, ...(simulator === undefined ? {} : { simulator }), config })
  }

  all(): VersionDoc['datasets'] {
    return [...this.#frozen.values()]
  }

  #has(place: string): boolean {
    return this.#frozen.has(place) || this.#before.has(place)
  }
}

/** Returns the error for a dataset that was deleted while a version is frozen. */
export function datasetGone(id: string): ApiError {
  return conflict(`The dataset ${id} of the environment is gone.`)
}

function writePlace(id: string, simulator: string | undefined): string {
  return simulator === undefined ? id : `${id} ${simulator}`
}

function assertMatches({ id, type, name, problems }: DatasetDoc): void {
  const [first] = problems
  if (first === undefined) return
  const more = problems.length === 1 ? '' : `, and ${problems.length - 1} more in "problems" of the dataset`
  throw conflict(
    `The config of the dataset ${id}, ${JSON.stringify(name)}, does not match its type ${type}: ` +
      `${placed(first)}${more}. Correct it with PATCH /datasets/${id}.`,
  )
}

/**
 * Seeds the systems once, so that errors are reported to the author, not to everybody who runs the benchmark. Rejects
 * with an ApiError `CONFLICT` if seeding fails.
 */
export async function assertSeeds(context: ServiceContext, blueprint: PlaygroundBlueprint): Promise<void> {
  const fault = await seedingFault(context, blueprint)
  if (fault !== undefined) throw conflict(`The simulators cannot load their configurations and datasets: ${fault}`)
}

/** Returns why the systems cannot be seeded; undefined if they can. */
export async function seedingFault(
  context: ServiceContext,
  blueprint: PlaygroundBlueprint,
): Promise<string | undefined> {
  try {
    await context.playgrounds.seed(blueprint)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
