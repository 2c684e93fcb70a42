import type { BenchmarkDefinition, Finding } from '@carebench/protocol'

/**
 * Unresolved and ambiguous names in a definition: the dataset of an entity, the entity of a criterion. A schema cannot
 * check them, and the service would find them only after creating half of the benchmark.
 */
export function findReferenceErrors({ environment, tasks }: BenchmarkDefinition): Finding[] {
  const datasets = environment.datasets.map(({ name }) => name)
  const errors = repeated(datasets).map((index) => ({
    path: `/environment/datasets/${index}/name`,
    message: `must be unique among the datasets, got ${quoted(datasets[index])} twice`,
  }))
  errors.push(...keyErrors(environment.simulators))
  const keys = keysOf(environment.simulators)
  for (const [taskIndex, { entities = [], criteria, scenario }] of tasks.entries()) {
    const at = `/tasks/${taskIndex}`
    for (const [index, step] of (scenario?.steps ?? []).entries()) {
      const key = 'system' in step ? step.system : undefined
      if (key === undefined || keys.includes(key)) continue
      const message = `must be the key of a simulator other than the first of its type (${list(keys)}), got ${quoted(key)}`
      errors.push({ path: `${at}/scenario/steps/${index}/system`, message })
    }
    for (const [index, { dataset }] of entities.entries()) {
      if (datasets.includes(dataset)) continue
      const path = `${at}/entities/${index}/dataset`
      errors.push({ path, message: `must be a dataset of the environment (${list(datasets)}), got ${quoted(dataset)}` })
    }
    const refs = entities.map(({ ref }) => ref ?? undefined)
    for (const index of repeated(refs)) {
      const path = `${at}/entities/${index}/ref`
      errors.push({
        path,
        message: `must be unique among the entities of the task, got ${quoted(refs[index])} twice`,
      })
    }
    const known = refs.filter((ref) => ref !== undefined)
    for (const [index, { input_entity: ref }] of criteria.entries()) {
      if (ref === undefined || ref === null || known.includes(ref)) continue
      const path = `${at}/criteria/${index}/input_entity`
      errors.push({ path, message: `must be the ref of an entity of the task (${list(known)}), got ${quoted(ref)}` })
    }
  }
  return errors
}

type Simulators = BenchmarkDefinition['environment']['simulators']

/** Whether a simulator is the first of its type, which has the plain paths. */
function isFirst(simulators: Simulators, index: number): boolean {
  const typeOf = (at: number) => simulators[at]?.type.toLowerCase()
  return simulators.findIndex((_, other) => typeOf(other) === typeOf(index)) === index
}

/** The keys by which simulators are called that are not the first of their type. */
function keysOf(simulators: Simulators): readonly string[] {
  return simulators.flatMap(({ key }, index) => (key === undefined || isFirst(simulators, index) ? [] : [key]))
}

function keyErrors(simulators: Simulators): Finding[] {
  const twice = repeated(simulators.map(({ key }) => key)).map((index) => ({
    path: `/environment/simulators/${index}/key`,
    message: `must be unique among the simulators, got ${quoted(simulators[index]?.key)} twice`,
  }))
  const missing = simulators.flatMap(({ type, key }, index) => {
    if (key !== undefined || isFirst(simulators, index)) return []
    const message = `needs a "key", for example "imaging", because another simulator of type ${type} comes before it`
    return [{ path: `/environment/simulators/${index}`, message }]
  })
  return [...twice, ...missing]
}

/** The indexes of names that have occurred before; undefined is not a name. */
function repeated(names: readonly (string | undefined)[]): number[] {
  return names.flatMap((name, index) => (name !== undefined && names.indexOf(name) < index ? [index] : []))
}

function list(names: readonly string[]): string {
  return names.length === 0 ? 'it has none' : names.map(quoted).join(', ')
}

function quoted(name: string | undefined): string {
  return JSON.stringify(name) ?? 'nothing'
}
