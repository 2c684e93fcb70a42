import type { BenchmarkDefinition } from '@carebench/protocol'

/**
 * Throws an Error if a name in a definition leads nowhere or to two things: an entity's dataset, a criterion's entity.
 * A schema cannot see that, and the service would see it only after half of the benchmark has been made.
 */
export function assertReferences({ environment, tasks }: BenchmarkDefinition): void {
  const datasets = environment.datasets.map(({ name }) => name)
  assertOnce(datasets, (name) => `The environment has the dataset ${name} twice; give each a name of its own.`)
  for (const { name: task, entities = [], criteria } of tasks) {
    for (const { dataset } of entities) {
      if (datasets.includes(dataset)) continue
      const known = datasets.map((name) => JSON.stringify(name)).join(', ')
      throw new Error(
        `The task ${JSON.stringify(task)} has an entity of the unknown dataset ${JSON.stringify(dataset)}; the environment has: ${known}.`,
      )
    }
    const refs = entities.flatMap(({ ref }) => (ref === undefined || ref === null ? [] : [ref]))
    assertOnce(
      refs,
      (ref) => `The task ${JSON.stringify(task)} has two entities with the ref ${ref}; each must differ.`,
    )
    for (const { label, input_entity: ref } of criteria) {
      if (ref === undefined || ref === null || refs.includes(ref)) continue
      throw new Error(
        `The criterion ${JSON.stringify(label)} reads the entity ${JSON.stringify(ref)}, which the task ${JSON.stringify(task)} lacks; give one of its entities that ref.`,
      )
    }
  }
}

function assertOnce(names: readonly string[], message: (name: string) => string): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(message(JSON.stringify(twice)))
}
