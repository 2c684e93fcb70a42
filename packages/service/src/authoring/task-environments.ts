import { type BenchmarkDefinition, type Finding, isJsonObject } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { checkSchema } from '../http/schema-check.js'
import { mergePatch } from '../merge-patch.js'
import { keysOf, listNames } from './system-keys.js'

type KnownSystem = Pick<System, 'type' | 'group' | 'dataset' | 'configSchema'>

/**
 * Faults in what tasks have in addition to the environment: keys of simulators that the environment lacks, patches that
 * make a configuration invalid, and datasets that no simulator takes. Nothing is found if the type of a simulator is unknown
 * here.
 */
export function findTaskEnvironmentErrors(
  { environment: { simulators }, tasks }: BenchmarkDefinition,
  systems: readonly KnownSystem[],
): readonly Finding[] {
  const keys = keysOf(simulators, systems)
  if (keys === undefined) return []
  const linked = simulators.map(({ type, config = {} }, index) => {
    const system = systems.find((one) => one.type.toLowerCase() === type.toLowerCase())
    return { key: keys[index] ?? '', config, system }
  })
  return tasks.flatMap(({ environment }, taskIndex) => {
    const at = `/tasks/${taskIndex}/environment`
    const patches = Object.entries(environment?.simulators ?? {}).flatMap(([key, patch]): Finding[] => {
      const place = `${at}/simulators/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const found = linked.find((one) => one.key === key)
      if (found === undefined) return [{ path: place, message: refuseKey(key, keys) }]
      const schema = found.system?.configSchema
      if (schema === undefined || !isJsonObject(found.config)) return []
      const errors = checkSchema(schema, mergePatch(found.config, patch), place)
      return errors.map(({ path, message }) => ({ path, message: `${message}, once the patch is applied` }))
    })
    const datasets = (environment?.datasets ?? []).flatMap(({ type, system }, index): Finding[] => {
      const taking = linked.filter((one) => one.system?.dataset?.type.toLowerCase() === type.toLowerCase())
      const path = `${at}/datasets/${index}`
      if (system !== undefined) {
        const known = taking.map(({ key }) => key)
        return known.includes(system) ? [] : [{ path: `${path}/system`, message: refuseKey(system, known, type) }]
      }
      if (taking.length > 0) return []
      const message = `must be of a type that a simulator of the environment takes, got ${JSON.stringify(type)}; add such a simulator to the environment, or remove the dataset`
      return [{ path: `${path}/type`, message }]
    })
    return [...patches, ...datasets]
  })
}

function refuseKey(key: string, known: readonly string[], type?: string): string {
  const taking = type === undefined ? '' : ` that takes data of type ${type}`
  return `must be the key of a simulator of the environment${taking} (${listNames(known)}), got ${JSON.stringify(key)}`
}
