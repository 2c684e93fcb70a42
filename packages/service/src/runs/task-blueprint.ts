import { type PlaygroundBlueprint, simulatorsOf } from '@carebench/playground'
import type { FrozenTask, UnauditedVersion } from '../documents/authoring.js'

/**
 * The data that the playgrounds of a task are seeded from. What exists when the clock begins is of that time. Tasks that
 * begin at the same time, or when they are started, share one seeded state; what a task has in addition is built on it.
 */
export function blueprintOf<Version extends PlaygroundBlueprint>(
  version: Version,
  { id, starts_at, environment }: Pick<FrozenTask, 'id' | 'starts_at' | 'environment'>,
): Version {
  if (starts_at === undefined && environment === undefined) return version
  return {
    ...version,
    ...(starts_at !== undefined && { created_at: starts_at }),
    ...(environment !== undefined && { own: { id, ...environment } }),
  }
}

/** The simulators of a version as a task configures them. */
export function simulatorsOfTask(
  { simulators }: Pick<UnauditedVersion, 'simulators'>,
  { environment }: Pick<FrozenTask, 'environment'>,
): UnauditedVersion['simulators'] {
  return simulatorsOf({ simulators, own: environment })
}
