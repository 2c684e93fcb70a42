import type { System } from '@carebench/systems'
import type { EnvironmentDoc } from './collections/authoring.js'

/** The part of a service's context that knows the groups of systems. */
interface KnownSystems {
  readonly simulators: ReadonlyMap<string, System>
}

/** Returns the key of a simulator in an environment: the key with which it was linked, else the default. */
export function keyInEnvironment(
  known: KnownSystems,
  { simulator_keys }: Pick<EnvironmentDoc, 'simulator_keys'>,
  { id, type }: { readonly id: string; readonly type: string },
): string {
  return simulator_keys?.[id] ?? defaultKey(known, type)
}

export function defaultKey({ simulators }: KnownSystems, type: string): string {
  return defaultKeyFor({ type, group: simulators.get(type)?.group ?? null })
}

/**
 * Returns the group of a system, which its paths contain; for a system without a group, its type in the form of a key.
 */
export function defaultKeyFor({ type, group }: Pick<System, 'type' | 'group'>): string {
  const name = group?.name ?? type.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  return name.slice(0, 32)
}
