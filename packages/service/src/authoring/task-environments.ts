import type { BenchmarkDefinition, Finding } from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { listSystemKeys } from './system-keys.js'
import { findTaskEnvironmentFaults } from './task-environment-faults.js'

type KnownSystem = Pick<System, 'type' | 'group' | 'dataset' | 'configSchema'>

/**
 * Returns the errors in the additions of tasks to the environment of a definition; see {@link
 * findTaskEnvironmentFaults}. Returns nothing if the type of a simulator is unknown here.
 */
export function findTaskEnvironmentErrors(
  { environment: { simulators }, tasks }: BenchmarkDefinition,
  systems: readonly KnownSystem[],
): readonly Finding[] {
  const keys = listSystemKeys(simulators, systems)
  if (keys === undefined) return []
  const linked = simulators.map(({ type, config = {} }, index) => {
    const system = systems.find((one) => one.type.toLowerCase() === type.toLowerCase())
    return { key: keys[index] ?? '', config, system }
  })
  return tasks.flatMap(({ environment }, index) =>
    findTaskEnvironmentFaults(linked, environment ?? {}, `/tasks/${index}/environment`),
  )
}
