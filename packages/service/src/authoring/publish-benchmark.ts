import {
  ApiError,
  type AuditedVersion,
  type BenchmarkDefinition,
  type JsonOperationId,
  limits,
  type OperationAnswer,
  type VersionAudit,
} from '@carebench/protocol'
import type { System } from '@carebench/systems'
import { type AssertionVerifier, assertDefinition } from './check-definition.js'
import { datasetParts, type WrittenDataset } from './dataset-parts.js'
import { refuseFindings } from './refuse-findings.js'

/** Calls one operation of the internal API, over HTTP or in memory; rejects with an ApiError. */
export type CallOperation = <K extends JsonOperationId>(
  operation: K,
  input: OperationCall,
) => Promise<OperationAnswer<K>>

/** The input of a call; missing parts are empty. */
export interface OperationCall {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** A published version whose audit is done. */
export interface PublishedVersion extends Omit<AuditedVersion, 'audit'> {
  readonly audit: VersionAudit
}

/** Options of publishing a definition. */
export interface PublishOptions {
  /** Called with a line for each stage, such as a created task, and for each finding of the audit. */
  readonly onProgress?: (line: string) => void
  /** Called once if the published version is still to be audited; not called if its audit is known. */
  readonly onAudit?: () => void
  /**
   * Whether the whole definition is checked before the first call. Use false for a definition that is already checked,
   * such as a fixture, to avoid compiling its criteria twice; each call still checks the object that it creates.
   * Default true.
   */
  readonly checkFirst?: boolean
  /** True: the version can be run even if the audit finds errors. Default: reject; the version cannot be run. */
  readonly allowFindings?: boolean
  /**
   * The id of an existing benchmark: its fields and parts are replaced, and its next version is published. Its earlier
   * versions are unchanged. Default: create a benchmark.
   */
  readonly benchmarkId?: string
  /** The verifier of the service, if it has kinds of assertion or of record that the default one does not. */
  readonly verifier?: AssertionVerifier | undefined
  /**
   * The systems of the service, if scenarios have steps of your own systems. Default: only the steps of the protocol.
   */
  readonly systems?: readonly System[] | undefined
}

/**
 * Creates a benchmark from its definition, with its environment, simulators, datasets, entities, tasks and criteria,
 * and publishes it as version 1, or as the next version of `benchmarkId`. Everything goes through the API and is
 * validated there. Before the first call (see `checkFirst`), the definition is checked for inconsistencies (unresolved
 * names, assertions that do not match their kinds); rejects with an ApiError `INVALID_REQUEST` that lists all of them.
 * Otherwise rejects with the errors of `call`.
 *
 * Resolves once the version is audited. Rejects with an ApiError `CONFLICT` with the `audit` beside the error if the
 * audit found errors, or `INTERNAL` if it failed: there is then a version that cannot be run.
 */
export async function publishBenchmark(
  call: CallOperation,
  definition: BenchmarkDefinition,
  {
    onProgress = () => undefined,
    onAudit = () => undefined,
    checkFirst = true,
    allowFindings = false,
    benchmarkId,
    verifier,
    systems,
  }: PublishOptions = {},
): Promise<PublishedVersion> {
  if (checkFirst) assertDefinition(definition, verifier, systems)
  const { environment } = definition
  const { id: environmentId } = await call('createEnvironment', {
    body: { name: environment.name, description: environment.description ?? null },
  })
  onProgress(`environment ${environment.name}`)
  for (const { key, ...simulator } of environment.simulators) {
    const { id } = await call('createSimulator', { body: simulator })
    await call('linkSimulator', {
      params: { id: environmentId, simulator_id: id },
      ...(key === undefined ? {} : { body: { key } }),
    })
    onProgress(`simulator ${simulator.type} ${simulator.name}`)
  }
  const datasetIds = new Map<string, string>()
  for (const { system, ...dataset } of environment.datasets) {
    const id = await createDataset(call, dataset)
    datasetIds.set(dataset.name, id)
    await call('linkDataset', {
      params: { id: environmentId, dataset_id: id },
      ...(system === undefined ? {} : { body: { system } }),
    })
    onProgress(`dataset ${dataset.name}`)
  }
  const { tasks, environment: _, $schema: __, ...fields } = definition
  const body = { ...fields, environment_id: environmentId }
  const former = benchmarkId === undefined ? null : await emptyBenchmark(call, benchmarkId)
  const benchmark =
    benchmarkId === undefined
      ? await call('createBenchmark', { body })
      : await call('updateBenchmark', { params: { id: benchmarkId }, body: { ...unset, ...body } })
  for (const task of tasks) {
    await publishTask(call, benchmark.id, task, datasetIds, onProgress)
    onProgress(`task ${task.name} with ${task.criteria.length} criteria`)
  }
  const published = await call('publishBenchmarkVersion', {
    params: { id: benchmark.id },
    body: { allow_findings: allowFindings },
  })
  const reference = `${benchmark.name}@${published.version}`
  if (former !== null) await removeParts(call, former)
  if (published.audit === 'pending') {
    onAudit()
    onProgress(`auditing ${reference}`)
  }
  const version = await awaitAudit(call, published, onProgress)
  for (const { name, findings } of version.audit.tasks) {
    for (const { severity, code, message } of findings) onProgress(`${severity} ${code} in ${name}: ${message}`)
  }
  if (!version.audit.ok && !allowFindings) throw refuseFindings(reference, version.audit)
  onProgress(`published ${reference}`)
  return version
}

/** Milliseconds before a pending audit is read again: at first, and at most. */
const shortPause = 5
const longPause = 500

/** Reads a version until its audit is done. Rejects with an ApiError `INTERNAL` if the audit failed. */
async function awaitAudit(
  call: CallOperation,
  published: AuditedVersion,
  onProgress: (line: string) => void,
): Promise<PublishedVersion> {
  const params = { id: published.benchmark_id, version: String(published.version) }
  let version = published
  let lastReported = 0
  for (let pause = shortPause; version.audit === 'pending'; pause = Math.min(2 * pause, longPause)) {
    version = await call('getBenchmarkVersion', { params })
    const { done, total } = version.audit_progress ?? { done: 0, total: 0 }
    if (done > lastReported) onProgress(`audited ${done} of ${total} tasks`)
    lastReported = done
    if (version.audit === 'pending') await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const { audit } = version
  if (typeof audit === 'object') return { ...version, audit }
  throw new ApiError(
    'INTERNAL',
    `The audit of version ${version.version} failed, so it cannot be run; publish it again.`,
  )
}

/** Members that a definition omits have the values of a new benchmark. */
const unset = {
  description: null,
  timeout: limits.timeout.default,
  concurrency: limits.concurrency.default,
  visibility: 'Private',
  overrides: {},
} as const

/**
 * Creates a dataset, in parts that are chained by `parent_id` if it is too large for one request. Returns the id of the
 * last part, which includes the others.
 */
async function createDataset(call: CallOperation, dataset: WrittenDataset): Promise<string> {
  let parent_id: string | null = null
  for (const { body } of datasetParts(dataset)) {
    const made: { readonly id: string } = await call('createDataset', {
      body: { ...body, ...(parent_id !== null && { parent_id }) },
    })
    parent_id = made.id
  }
  return parent_id ?? ''
}

/** The previous parts of a benchmark. */
interface FormerParts {
  readonly environmentId: string | null
  /** The datasets of its tasks. */
  readonly datasetIds: readonly string[]
}

/** Deletes the tasks of a benchmark. Returns its environment, and the datasets that the tasks added. */
async function emptyBenchmark(call: CallOperation, id: string): Promise<FormerParts> {
  const { environment_id: environmentId } = await call('getBenchmark', { params: { id } })
  const datasetIds = new Set<string>()
  for (;;) {
    const { data } = await call('listTasks', { query: { benchmark_id: id, limit: '100' } })
    if (data.length === 0) return { environmentId, datasetIds: [...datasetIds] }
    for (const task of data) {
      for (const dataset of task.environment?.datasets ?? []) datasetIds.add(dataset.id)
      await call('deleteTask', { params: { id: task.id } })
    }
  }
}

/** Deletes an environment with its parts, and the datasets of tasks, except what something else refers to. */
async function removeParts(call: CallOperation, { environmentId, datasetIds }: FormerParts): Promise<void> {
  const remove = async (operation: JsonOperationId, resourceId: string): Promise<boolean> => {
    try {
      await call(operation, { params: { id: resourceId } })
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'CONFLICT') return false
      throw error
    }
  }
  const removeDataset = async (id: string): Promise<void> => {
    const { parent_id } = await call('getDataset', { params: { id } })
    // Its parts are its ancestors.
    if ((await remove('deleteDataset', id)) && parent_id !== null) await removeDataset(parent_id)
  }
  for (const id of datasetIds) await removeDataset(id)
  if (environmentId === null) return
  const { simulators, datasets } = await call('getEnvironment', { params: { id: environmentId } })
  if (!(await remove('deleteEnvironment', environmentId))) return
  for (const simulator of simulators) await remove('deleteSimulator', simulator.id)
  for (const dataset of datasets) await removeDataset(dataset.id)
}

async function publishTask(
  call: CallOperation,
  benchmarkId: string,
  task: BenchmarkDefinition['tasks'][number],
  shared: ReadonlyMap<string, string>,
  onProgress: (line: string) => void,
): Promise<void> {
  const { entities = [], criteria, environment, ...fields } = task
  const datasetIds = new Map(shared)
  const linked: { readonly id: string; readonly system?: string }[] = []
  for (const { system, ...dataset } of environment?.datasets ?? []) {
    const id = await createDataset(call, dataset)
    datasetIds.set(dataset.name, id)
    linked.push({ id, ...(system === undefined ? {} : { system }) })
    onProgress(`dataset ${dataset.name}`)
  }
  const own =
    environment === undefined || environment === null
      ? {}
      : { environment: { ...environment, ...(environment.datasets !== undefined && { datasets: linked }) } }
  const { id: taskId } = await call('createTask', { body: { ...fields, ...own, benchmark_id: benchmarkId } })
  const entityIds = new Map<string, string>()
  for (const { dataset, ...entity } of entities) {
    const datasetId = datasetIds.get(dataset)
    if (datasetId === undefined)
      throw new Error(`The task ${task.name} has an entity of the unknown dataset ${dataset}.`)
    const { id } = await call('createDatasetEntity', { params: { id: datasetId }, body: entity })
    await call('bindTaskEntity', { params: { id: taskId }, body: { dataset_entity_id: id } })
    if (entity.ref !== undefined && entity.ref !== null) entityIds.set(entity.ref, id)
  }
  for (const { input_entity: ref, ...criterion } of criteria) {
    const entityId = ref === undefined || ref === null ? null : entityIds.get(ref)
    if (entityId === undefined) {
      throw new Error(`The criterion ${criterion.label} reads the entity ${ref}, which the task ${task.name} lacks.`)
    }
    await call('createCriterion', { body: { ...criterion, task_id: taskId, input_entity_id: entityId } })
  }
}
