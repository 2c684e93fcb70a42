import { type Finding, finish, isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { pointerTo } from '@carebench/verifier/kinds'
import { mergePatch } from '../http/json/merge-patch.js'
import { checkSchema } from '../http/json/schema-check.js'
import { listNames } from './system-keys.js'

/** A simulator of the environment that a task adds to. */
export interface KeyedSimulator {
  readonly key: string
  readonly config: JsonValue
  /** Undefined if the type of the simulator is unknown here: its configuration is not checked then. */
  readonly system: Pick<System, 'dataset' | 'configSchema'> | undefined
}

/** The additions of a task to the environment of its benchmark, with the types of its datasets. */
export interface TypedTaskEnvironment {
  /** Merge patches of configurations, by the key of the simulator. */
  readonly simulators?: Readonly<Record<string, JsonObject>> | undefined
  /** `system` is the key of the only simulator that takes the dataset. */
  readonly datasets?: readonly { readonly type: string; readonly system?: string | undefined }[] | undefined
}

/**
 * Returns the errors in a task's additions to an environment: keys of simulators that the environment lacks, patches
 * that make a configuration invalid, and datasets that no simulator takes. Pointers begin with `at`, the pointer to the
 * additions.
 */
export function findTaskEnvironmentFaults(
  linked: readonly KeyedSimulator[],
  { simulators = {}, datasets = [] }: TypedTaskEnvironment,
  at: string,
): Finding[] {
  const patches = Object.entries(simulators).flatMap(([key, patch]): Finding[] => {
    const path = pointerTo(`${at}/simulators`, key)
    const found = linked.find((one) => one.key === key)
    if (found === undefined) return [{ path, message: refuseKey(key, linked) }]
    const { system, config } = found
    if (system === undefined || !isJsonObject(config)) return []
    const errors = finish(checkSchema(system.configSchema, mergePatch(config, patch), path))
    return errors.map((error) => ({ path: error.path, message: `${error.message}, once the patch is applied` }))
  })
  const untaken = datasets.flatMap(({ type, system: key }, index): Finding[] => {
    const path = `${at}/datasets/${index}`
    const taking = findTakers(linked, type)
    if (key !== undefined) {
      if (taking.some((one) => one.key === key)) return []
      return [{ path: `${path}/system`, message: refuseKey(key, taking, ` that takes data of type ${type}`) }]
    }
    if (taking.length > 0) return []
    const message =
      `must be of a type that a simulator of the environment takes, got a dataset of type ${type}; add such a ` +
      'simulator to the environment, or remove the dataset'
    return [{ path, message }]
  })
  return [...patches, ...untaken]
}

/** Returns the simulators that take datasets of a type, ignoring case. */
export function findTakers<Simulator extends KeyedSimulator>(
  linked: readonly Simulator[],
  type: string,
): readonly Simulator[] {
  return linked.filter(({ system }) => system?.dataset?.type.toLowerCase() === type.toLowerCase())
}

function refuseKey(key: string, known: readonly KeyedSimulator[], which = ''): string {
  const keys = listNames(known.map((one) => one.key))
  return `must be the key of a simulator of the environment${which} (${keys}), got ${JSON.stringify(key)}`
}
