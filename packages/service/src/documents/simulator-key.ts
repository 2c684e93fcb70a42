import type { System } from '@carebench/systems'
import type { EnvironmentDoc } from './collections/authoring.js'

/** What knows the groups of systems: the context of a service. */
interface KnownSystems {
  readonly simulators: ReadonlyMap<string, System>
}

/** The key of a simulator in an environment: the one that it was linked with, else the default. */
export function keyInEnvironment(
  known: KnownSystems,
  { simulator_keys }: Pick<EnvironmentDoc, 'simulator_keys'>,
  { id, type }: { readonly id: string; readonly type: string },
): string {
  return simulator_keys?.[id] ?? defaultKey(known, type)
}

export function defaultKey({ simulators }: KnownSystems, type: string): string {
  return defaultKeyOf({ type, group: simulators.get(type)?.group ?? null })
}

/** The group of a system, which is what its paths have; for a system without one, its type as keys are written. */
export function defaultKeyOf({ type, group }: Pick<System, 'type' | 'group'>): string {
  const name = group?.name ?? type.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return name.slice(0, 32)
}
