import type { JsonValue, Steps } from '@carebench/protocol'
import { digestJsonInSteps } from '@carebench/verifier'
import type { UnauditedVersion } from '../documents/collections/authoring.js'

/**
 * Returns the SHA-256, in lower-case hex, of the content of a version, without ids and times: versions with the same
 * behaviour have the same digest on any server. In steps, because datasets can be large.
 */
export function* contentDigest(version: UnauditedVersion): Steps<string> {
  const { benchmark_name, timeout, concurrency, overrides, simulators, datasets, tasks, entities } = version
  // Overrides of simulators are keyed by id, and are already applied to the configurations.
  const { simulators: _, ...others } = overrides
  const nameOfEntity = new Map(Object.keys(entities).map((id, index) => [id, index]))
  const content = {
    name: benchmark_name,
    timeout,
    concurrency,
    overrides: others,
    simulators: simulators.map(({ id: ___, ...simulator }) => simulator),
    tasks: tasks.map(({ id: _, criteria, bound, environment, ...task }) => ({
      ...task,
      ...(environment !== undefined && {
        environment: { ...environment, datasets: environment.datasets.map(({ id: __, ...dataset }) => dataset) },
      }),
      criteria: criteria.map(({ id: __, input_entity_id, ...criterion }) => ({
        ...criterion,
        input_entity: input_entity_id === null ? null : (nameOfEntity.get(input_entity_id) ?? null),
      })),
      bound: bound.map((id) => nameOfEntity.get(id) ?? null),
    })),
    entities: Object.values(entities),
  }
  const plain = datasets.map(({ id: _, ...dataset }) => dataset)
  return yield* digestJsonInSteps({ ...content, datasets: plain } as unknown as JsonValue)
}
