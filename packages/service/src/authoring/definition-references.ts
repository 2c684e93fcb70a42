import type { BenchmarkDefinition, Finding } from '@carebench/protocol'
import { isFirstOfType, listNames, SystemKeys } from './system-keys.js'
import { findItemErrors } from './task-items.js'

/**
 * Returns a finding for each unresolved or ambiguous name in a definition, such as the dataset of an entity, the entity
 * of a criterion, the key of a simulator, and the solution and the criteria of a counterexample. A schema cannot check
 * them, and the service would find them only after creating half of the benchmark.
 */
export function findReferenceErrors({ environment, tasks }: BenchmarkDefinition): Finding[] {
  const datasets = environment.datasets.map(({ name }) => name)
  const errors = repeated(datasets).map((index) => ({
    path: `/environment/datasets/${index}/name`,
    message: `must be unique among the datasets, got ${quoted(datasets[index])} twice`,
  }))
  errors.push(...keyErrors(environment.simulators))
  const keys = new SystemKeys(environment.simulators)
  for (const [taskIndex, task] of tasks.entries()) {
    const { entities = [], criteria, scenario, environment: own } = task
    const at = `/tasks/${taskIndex}`
    const ownDatasets = own?.datasets?.map(({ name }) => name) ?? []
    const known = [...datasets, ...ownDatasets]
    for (const index of repeated(known)) {
      if (index < datasets.length) continue
      errors.push({
        path: `${at}/environment/datasets/${index - datasets.length}/name`,
        message:
          `must be unique among the datasets of the environment and of the task, got ${quoted(known[index])} ` +
          'twice',
      })
    }
    errors.push(...solutionErrors(task, at), ...counterErrors(task, at), ...findItemErrors(task, at))
    for (const [index, step] of (scenario?.steps ?? []).entries()) {
      const key = 'system' in step ? step.system : undefined
      const message = key === undefined ? undefined : keys.refuse(key, 'leave "system" out')
      if (message !== undefined) errors.push({ path: `${at}/scenario/steps/${index}/system`, message })
    }
    for (const [index, { dataset }] of entities.entries()) {
      if (known.includes(dataset)) continue
      const path = `${at}/entities/${index}/dataset`
      errors.push({
        path,
        message: `must be a dataset of the environment or of the task (${listNames(known)}), got ${quoted(dataset)}`,
      })
    }
    const refs = entities.map(({ ref }) => ref ?? undefined)
    for (const index of repeated(refs)) {
      const path = `${at}/entities/${index}/ref`
      errors.push({
        path,
        message: `must be unique among the entities of the task, got ${quoted(refs[index])} twice`,
      })
    }
    const entityRefs = refs.filter((ref) => ref !== undefined)
    for (const [index, { input_entity: ref }] of criteria.entries()) {
      if (ref === undefined || ref === null || entityRefs.includes(ref)) continue
      const path = `${at}/criteria/${index}/input_entity`
      errors.push({
        path,
        message: `must be the ref of an entity of the task (${listNames(entityRefs)}), got ${quoted(ref)}`,
      })
    }
  }
  return errors
}

/** Returns a finding for each solution with a repeated name; the audit and counterexamples identify them by name. */
function solutionErrors({ solutions = [] }: BenchmarkDefinition['tasks'][number], at: string): Finding[] {
  const names = solutions.map(({ name }) => name)
  return repeated(names).map((index) => ({
    path: `${at}/solutions/${index}/name`,
    message: `must be unique among the solutions of the task, got ${quoted(names[index])} twice`,
  }))
}

/** Returns a finding for each name in a counterexample that is not of a solution, or of one criterion, of its task. */
function counterErrors({ counters = [], solutions = [], criteria }: BenchmarkDefinition['tasks'][number], at: string) {
  const names = solutions.map(({ name }) => name)
  const labels = criteria.map(({ label }) => label)
  const refuse = (path: string, what: string, known: readonly string[], found: string): Finding[] =>
    known.includes(found)
      ? []
      : [{ path, message: `must be ${what} of the task (${listNames(known)}), got ${quoted(found)}` }]
  return counters.flatMap(({ after, fails }, index) => [
    ...(after === undefined ? [] : refuse(`${at}/counters/${index}/after`, 'the name of a solution', names, after)),
    ...fails.flatMap((label, position) => {
      const path = `${at}/counters/${index}/fails/${position}`
      return [...refuse(path, 'the label of a criterion', labels, label), ...refuseAmbiguous(path, at, labels, label)]
    }),
  ])
}

/** Criteria may share a label, but then a counterexample cannot say which of them it has to break. */
function refuseAmbiguous(path: string, at: string, labels: readonly string[], found: string): Finding[] {
  const sharing = labels.flatMap((label, index) => (label === found ? [`${at}/criteria/${index}`] : []))
  return sharing.length < 2
    ? []
    : [
        {
          path,
          message: `must be the label of one criterion, got ${quoted(found)}, which ${sharing.join(' and ')} have`,
        },
      ]
}

type Simulators = BenchmarkDefinition['environment']['simulators']

function keyErrors(simulators: Simulators): Finding[] {
  const twice = repeated(simulators.map(({ key }) => key)).map((index) => ({
    path: `/environment/simulators/${index}/key`,
    message: `must be unique among the simulators, got ${quoted(simulators[index]?.key)} twice`,
  }))
  const missing = simulators.flatMap(({ type, key }, index) => {
    if (key !== undefined || isFirstOfType(simulators, index)) return []
    const message = `needs a "key", as in "imaging": there is another simulator of type ${type} before it`
    return [{ path: `/environment/simulators/${index}`, message }]
  })
  return [...twice, ...missing]
}

/** Returns the indexes of names that have occurred before; undefined is not a name. */
function repeated(names: readonly (string | undefined)[]): number[] {
  return names.flatMap((name, index) => (name !== undefined && names.indexOf(name) < index ? [index] : []))
}

function quoted(name: string | undefined): string {
  return JSON.stringify(name) ?? 'nothing'
}
