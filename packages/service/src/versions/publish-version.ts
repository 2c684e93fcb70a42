import { formatInstant, type JsonValue } from '@carebench/protocol'
import { auditVersion } from '../audit/audit-version.js'
import { refuseFindings } from '../audit/refuse-findings.js'
import type { ServiceContext } from '../context.js'
import { allDocuments } from '../documents/all-documents.js'
import {
  type BenchmarkDoc,
  benchmarks,
  bindings,
  criteria,
  entities,
  environments,
  type FrozenTask,
  tasks,
  type UnauditedVersion,
  type VersionDoc,
  versions,
} from '../documents/authoring.js'
import { conflict, unwrapCommit } from '../documents/write-result.js'
import { check, insert, type Stored, update, type Write } from '../ports/store.js'
import { assertSeeds, freezeDatasets, freezeSimulators } from './freeze-environment.js'

/**
 * Freezes a benchmark with its environment, simulators, datasets and their ancestors, tasks, criteria and entities as
 * its next version, in one commit: what it was read from is unchanged when it is written.
 * Throws an ApiError `CONFLICT` if something that a run needs is missing, or if the audit finds errors that are not
 * allowed.
 */
export async function publishVersion(
  context: ServiceContext,
  benchmark: Stored<BenchmarkDoc>,
  allowFindings: boolean,
): Promise<VersionDoc> {
  const { doc } = benchmark
  const environment =
    doc.environment_id === null ? undefined : await context.store.get(environments, doc.environment_id)
  if (environment === undefined) throw conflict('The benchmark has no environment; give it an environment_id first.')
  const checks: Write[] = [check(environments, environment.doc.id, environment.version)]
  const frozenSimulators = await freezeSimulators(context, environment.doc, doc.overrides.simulators ?? {}, checks)
  const frozenDatasets = await freezeDatasets(context, environment.doc, checks)
  const { frozenTasks, frozenEntities } = await freezeTasks(context, doc, checks)
  if (frozenTasks.length === 0) throw conflict('The benchmark has no tasks; add one first.')
  const created_at = formatInstant(context.clock.now())
  const draft: UnauditedVersion = {
    id: context.ids.next('ver'),
    created_at,
    organization_id: doc.organization_id,
    benchmark_id: doc.id,
    benchmark_name: doc.name,
    version: doc.versions + 1,
    timeout: doc.timeout,
    concurrency: doc.concurrency,
    overrides: doc.overrides,
    environment: { id: environment.doc.id, name: environment.doc.name },
    simulators: frozenSimulators,
    datasets: frozenDatasets,
    tasks: frozenTasks,
    entities: frozenEntities,
  }
  assertSeeds(context, draft)
  const audit = await auditVersion(context, draft)
  if (!audit.ok && !allowFindings) throw refuseFindings(audit)
  const version: VersionDoc = { ...draft, audit }
  unwrapCommit(
    await context.store.commit([
      insert(versions, version),
      update(benchmarks, { ...doc, versions: version.version, updated_at: created_at }, benchmark.version),
      ...checks,
    ]),
    'Another benchmark is published as Public under the same name.',
  )
  return version
}

async function freezeTasks(
  context: ServiceContext,
  benchmark: BenchmarkDoc,
  checks: Write[],
): Promise<{ frozenTasks: FrozenTask[]; frozenEntities: Record<string, JsonValue> }> {
  const frozenEntities: Record<string, JsonValue> = {}
  const freezeEntity = async (id: string): Promise<void> => {
    if (Object.hasOwn(frozenEntities, id)) return
    const found = await context.store.get(entities, id)
    if (found === undefined) throw conflict(`The dataset entity ${id} is gone.`)
    checks.push(check(entities, id, found.version))
    frozenEntities[id] = found.doc.data
  }
  const frozenTasks: FrozenTask[] = []
  for (const task of await allDocuments(context.store, tasks, { name: 'benchmark', value: benchmark.id })) {
    const owned = await allDocuments(context.store, criteria, { name: 'task', value: task.id })
    const bound = await allDocuments(context.store, bindings, { name: 'task', value: task.id })
    for (const { entity_id } of bound) await freezeEntity(entity_id)
    for (const { input_entity_id } of owned) if (input_entity_id !== null) await freezeEntity(input_entity_id)
    frozenTasks.push({
      id: task.id,
      name: task.name,
      timeout: task.timeout ?? benchmark.timeout,
      tags: task.tags,
      task_item: task.task_item,
      scenario: task.scenario,
      solutions: task.solutions,
      criteria: owned.map(({ organization_id: _, task_id: __, created_at: ___, ...criterion }) => criterion),
      bound: bound.map(({ entity_id }) => entity_id),
    })
  }
  return { frozenTasks, frozenEntities }
}
