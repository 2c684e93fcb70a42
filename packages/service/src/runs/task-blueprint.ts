import type { FrozenTask, UnauditedVersion } from '../documents/collections/authoring.js'
import { listSimulators, type PlaygroundBlueprint } from '../playground/playground-blueprint.js'

/**
 * Returns the data that seed the playgrounds of a task. Tasks with a given initial time share one seeded state, made
 * for the earliest of these times; the other tasks share one made for the time of the version. The additions of a task
 * are built on that state.
 */
export function toBlueprint<Version extends PlaygroundBlueprint & Pick<UnauditedVersion, 'seeded_at'>>(
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

/** Returns the earliest given initial time of these tasks; undefined if none is given. */
export function earliestBeginning(tasks: readonly Pick<FrozenTask, 'starts_at'>[]): string | undefined {
  // All are written in UTC with milliseconds, so their texts have the order of their times.
  const [first] = tasks.flatMap(({ starts_at }) => starts_at ?? []).sort()
  return first
}

/** Returns the simulators of a version as a task configures them. */
export function simulatorsOfTask(
  { simulators }: Pick<UnauditedVersion, 'simulators'>,
  { environment }: Pick<FrozenTask, 'environment'>,
): UnauditedVersion['simulators'] {
  return listSimulators({ simulators, task_environment: environment })
}
