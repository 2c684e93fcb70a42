import type { FrozenTask, UnauditedVersion } from '../documents/collections/authoring.js'
import { type PlaygroundBlueprint, simulatorsOf } from '../playground/playground-blueprint.js'

/**
 * The data that the playgrounds of a task are seeded from. Tasks whose clocks begin at given times share one seeded
 * state, of the earliest of these times, and so do the others, of the time of the version; what a task has in addition
 * is built on it.
 */
export function blueprintOf<Version extends PlaygroundBlueprint & Pick<UnauditedVersion, 'seeded_at'>>(
  version: Version,
  { id, starts_at, environment }: Pick<FrozenTask, 'id' | 'starts_at' | 'environment'>,
): Version {
  if (starts_at === undefined && environment === undefined) return version
  const { seeded_at } = version
  return {
    ...version,
    ...(starts_at !== undefined && seeded_at !== undefined && { created_at: seeded_at }),
    ...(environment !== undefined && { task_environment: { id, ...environment } }),
  }
}

/** The earliest beginning of a clock of these tasks; undefined if none is given. */
export function earliestBeginning(tasks: readonly Pick<FrozenTask, 'starts_at'>[]): string | undefined {
  // All are written in UTC with milliseconds, so their texts have the order of their times.
  const [first] = tasks.flatMap(({ starts_at }) => starts_at ?? []).sort()
  return first
}

/** The simulators of a version as a task configures them. */
export function simulatorsOfTask(
  { simulators }: Pick<UnauditedVersion, 'simulators'>,
  { environment }: Pick<FrozenTask, 'environment'>,
): UnauditedVersion['simulators'] {
  return simulatorsOf({ simulators, task_environment: environment })
}
