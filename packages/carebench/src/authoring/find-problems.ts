import { ApiError, type BenchmarkDefinition, isJsonObject, type JsonValue, type KnownAudit } from '@carebench/protocol'
import { type callInMemory, datasetParts, findDefinitionErrors } from '@carebench/service'
import { findPolicyFaults } from '@carebench/systems/policy'
import { validateAssertion } from '@carebench/systems/verifier'
import { pointerTo } from '@carebench/verifier/kinds'
import { createLocalService } from '../serving/local-service.js'
import { type BenchmarkFiles, type Problem, shapeProblems, toProblems } from './benchmark-files.js'
import { callLocally } from './call-locally.js'
import { hasPolicies } from './policy-systems.js'

type Call = ReturnType<typeof callInMemory>

/**
 * Finds all errors of a benchmark in files: its shape and assertions and, once its shape is right, unresolved names,
 * configurations, scenarios, and data that cannot seed its simulators. The audit, not this function, checks whether its
 * criteria measure anything. Content with a known audit is not seeded again.
 */
export async function findProblems(
  files: BenchmarkFiles,
  knownAudits: readonly KnownAudit[] = [],
): Promise<readonly Problem[]> {
  const shape = shapeProblems(files)
  if (shape.length > 0) {
    const reported = new Set(shape.map(({ file, path }) => `${file} ${path}`))
    const faults = toProblems(files, findAssertionFaults(files.definition))
    return [...shape, ...faults.filter(({ file, path }) => !reported.has(`${file} ${path}`))]
  }
  const definition = files.definition as BenchmarkDefinition
  const found = new Map<string, string>()
  for (const { path, message } of [
    ...findDefinitionErrors(definition),
    ...findPolicyErrors(definition),
    ...(await refusedParts(definition, knownAudits)),
  ]) {
    if (!found.has(path)) found.set(path, message)
  }
  return toProblems(
    files,
    [...found].map(([path, message]) => ({ path, message })),
  )
}

/** Finds the errors in the assertions of a definition that may have any shape. */
function findAssertionFaults(definition: unknown): readonly Finding[] {
  return listMembers(definition, 'tasks').flatMap((task, at) =>
    listMembers(task, 'criteria').flatMap((criterion, index) => {
      const assertion = isJsonObject(criterion) ? criterion.assertion : undefined
      const validity = isJsonObject(assertion) ? validateAssertion(assertion) : undefined
      if (validity === undefined || validity.ok) return []
      const place = `/tasks/${at}/criteria/${index}/assertion`
      return validity.errors.map(({ path, message }) => ({ path: place + path, message }))
    }),
  )
}

function listMembers(value: unknown, name: string): readonly unknown[] {
  const list = isJsonObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

/** Finds the errors in the policies of the payers, and in the policies with which tasks replace them. */
function findPolicyErrors({ environment, tasks }: BenchmarkDefinition): readonly Finding[] {
  const payers = environment.simulators.map(({ type, config }, index): readonly [string, unknown] => [
    `/environment/simulators/${index}/config`,
    hasPolicies(type) ? config : undefined,
  ])
  const changed = tasks.flatMap(({ environment: own }, index) =>
    Object.entries(own?.simulators ?? {}).map(([key, config]): readonly [string, unknown] => [
      pointerTo(`/tasks/${index}/environment/simulators`, key),
      config,
    ]),
  )
  return [...payers, ...changed].flatMap(([at, config]) => {
    const policies = isJsonObject(config) && Array.isArray(config.policies) ? (config.policies as JsonValue[]) : []
    return policies.flatMap((policy, index) =>
      findPolicyFaults(policy).map(({ path, message }) => ({ path: `${at}/policies/${index}${path}`, message })),
    )
  })
}

interface Finding {
  readonly path: string
  readonly message: string
}

/** Creates the parts of the benchmark on a service in memory, and collects the errors. */
async function refusedParts(
  { environment, tasks, ...benchmark }: BenchmarkDefinition,
  knownAudits: readonly KnownAudit[],
): Promise<readonly Finding[]> {
  const service = createLocalService({ seed: 0, knownAudits })
  const call = await callLocally(service)
  const findings: Finding[] = []
  const attempt = async <Made>(at: string, make: () => Promise<Made>): Promise<Made | undefined> => {
    try {
      return await make()
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error
      const errors = error.errors.length > 0 ? error.errors : [{ path: '', message: error.message }]
      findings.push(...errors.map(({ path, message }) => ({ path: at + path, message })))
      return undefined
    }
  }
  const made = await call('createEnvironment', { body: { name: environment.name } })
  for (const [index, { key, ...body }] of environment.simulators.entries()) {
    await attempt(`/environment/simulators/${index}`, async () => {
      const { id } = await call('createSimulator', { body })
      const params = { id: made.id, simulator_id: id }
      await call('linkSimulator', { params, ...(key === undefined ? {} : { body: { key } }) })
    })
  }
  for (const [index, { system, ...body }] of environment.datasets.entries()) {
    await attempt(`/environment/datasets/${index}`, async () => {
      const id = await createParts(call, body)
      const params = { id: made.id, dataset_id: id }
      await call('linkDataset', { params, ...(system === undefined ? {} : { body: { system } }) })
    })
  }
  const { $schema: _, ...fields } = benchmark
  const owner = await attempt('', () => call('createBenchmark', { body: { ...fields, environment_id: made.id } }))
  if (owner !== undefined) await tryTasks(call, owner.id, tasks, attempt)
  if (findings.length > 0 || owner === undefined) return findings
  if (tasks.every(({ environment: own }) => own === undefined || own === null)) {
    await attempt('/environment', () => call('createPlayground', { body: { environment_id: made.id } }))
    return findings
  }
  try {
    await call('publishBenchmarkVersion', { params: { id: owner.id } })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    // Errors of a task already have their place.
    findings.push(...(error.errors.length > 0 ? error.errors : [{ path: '/environment', message: error.message }]))
  } finally {
    service.stopAudits()
  }
  return findings
}

/**
 * Creates a dataset in as many parts as necessary. Throws an ApiError with the errors in the parts, located in the
 * whole.
 */
async function createParts(call: Call, dataset: Parameters<typeof datasetParts>[0]): Promise<string> {
  const errors: Finding[] = []
  let parent_id: string | null = null
  for (const { body, locate } of datasetParts(dataset)) {
    const made: { readonly id: string; readonly problems?: readonly Finding[] } = await call('createDataset', {
      body: { ...body, ...(parent_id !== null && { parent_id }) },
    })
    errors.push(...(made.problems ?? []).map(locate))
    parent_id = made.id
  }
  if (errors.length === 0 && parent_id !== null) return parent_id
  throw new ApiError('INVALID_REQUEST', 'The config does not match the dataset type.', { errors })
}

async function tryTasks(
  call: Call,
  benchmarkId: string,
  tasks: BenchmarkDefinition['tasks'],
  attempt: <Made>(at: string, make: () => Promise<Made>) => Promise<Made | undefined>,
): Promise<void> {
  for (const [index, { criteria, entities: _, environment, ...task }] of tasks.entries()) {
    const datasets: { readonly id: string; readonly system?: string }[] = []
    for (const [position, { system, ...body }] of (environment?.datasets ?? []).entries()) {
      await attempt(`/tasks/${index}/environment/datasets/${position}`, async () => {
        const id = await createParts(call, body)
        datasets.push({ id, ...(system === undefined ? {} : { system }) })
      })
    }
    const own = environment ? { environment: { ...environment, datasets } } : {}
    const made = await attempt(`/tasks/${index}`, () =>
      call('createTask', { body: { ...task, ...own, benchmark_id: benchmarkId } }),
    )
    if (made === undefined) continue
    for (const [position, { input_entity: __, ...criterion }] of criteria.entries()) {
      // Assertions that do not match their kind are already reported; this finds unknown kinds.
      await attempt(`/tasks/${index}/criteria/${position}`, () =>
        call('createCriterion', { body: { ...criterion, task_id: made.id } }),
      )
    }
  }
}
