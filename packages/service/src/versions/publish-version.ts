import { ApiError, formatInstant, type JsonValue } from '@carebench/protocol'
import { backOff, type CommitResult, check, insert, type Stored, update, type Write } from '@carebench/store'
import { auditVersion } from '../audit/audit-version.js'
import { restoreAudit } from '../audit/known-audit.js'
import { refuseFindings } from '../audit/refuse-findings.js'
import { findSystemErrors } from '../authoring/system-references.js'
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
import { notFound } from '../documents/owned.js'
import { conflict, unwrapCommit } from '../documents/write-result.js'
import { busy } from '../http/busy.js'
import { contentDigest } from './content-digest.js'
import { assertSeeds, freezeDatasets, freezeSimulators } from './freeze-environment.js'

/** Maximum number of attempts if documents of the version are touched, but not changed, concurrently. */
const attempts = 20

/** The content of a version, and the checks that it is still current when it is written. */
interface Frozen {
  readonly content: Omit<UnauditedVersion, 'id' | 'created_at'>
  readonly checks: readonly Write[]
}

/**
 * Freezes a benchmark with its environment, simulators, datasets and their ancestors, tasks, criteria and entities as
 * its next version, in one commit that requires all of them to be unchanged. Throws an ApiError `CONFLICT` if something
 * that a run needs is missing or named by an unknown key, or if the audit finds errors that are not allowed; `UNAVAILABLE` if something was
 * changed during the audit.
 */
export async function publishVersion(
  context: ServiceContext,
  benchmark: Stored<BenchmarkDoc>,
  allowFindings: boolean,
): Promise<VersionDoc> {
  const { content, checks } = await freeze(context, benchmark.doc)
  const created_at = formatInstant(context.clock.now())
  const draft: UnauditedVersion = { id: context.ids.next('ver'), created_at, ...content }
  assertSystems(context, draft)
  assertSeeds(context, draft)
  const digest = contentDigest(draft, context.sha256)
  const known = context.knownAudits.get(digest)
  const audit = known === undefined ? await auditVersion(context, draft) : restoreAudit(known, draft)
  if (!audit.ok && !allowFindings) throw refuseFindings(audit)
  const version: VersionDoc = { ...draft, digest, audit }
  const write = ({ doc, revision: read }: Stored<BenchmarkDoc>, unchanged: readonly Write[]) =>
    context.store.commit([
      insert(versions, version),
      update(benchmarks, { ...doc, versions: version.version, updated_at: created_at }, read),
      ...unchanged,
    ])
  let committed = await write(benchmark, checks)
  for (let attempt = 1; attempt < attempts && isOutdated(committed); attempt++) {
    await backOff(attempt, context.random)
    // An audit takes a while, and every new reference to the environment touches it.
    const present = await context.store.get(benchmarks, benchmark.doc.id)
    if (present === undefined) throw notFound()
    const again = await freeze(context, present.doc)
    if (JSON.stringify(again.content) !== JSON.stringify(content)) throw busy()
    committed = await write(present, again.checks)
  }
  unwrapCommit(
    committed,
    'A Public benchmark of another organization has the same name; choose another name, or publish as Private.',
  )
  return version
}

/**
 * Throws an ApiError `CONFLICT` unless the environment has every system that criteria, solutions and counters name. It is refused here,
 * not when they are written, because simulators can be linked until now.
 */
function assertSystems(context: ServiceContext, { simulators, tasks }: Frozen['content']): void {
  const errors = findSystemErrors({ simulators, tasks }, context)
  const [first] = errors
  if (first === undefined) return
  const task = tasks[Number(first.path.split('/')[2])]
  const more = errors.length === 1 ? '' : ` And ${errors.length - 1} more, listed in "errors".`
  throw new ApiError(
    'CONFLICT',
    `The environment lacks a system that the task ${JSON.stringify(task?.name)} names: ${first.path} ${first.message}. Link a simulator with this key, or correct it.${more}`,
    { errors },
  )
}

function isOutdated(committed: CommitResult): boolean {
  return !committed.ok && (committed.failed.reason === 'revision' || committed.failed.reason === 'missing')
}

async function freeze(context: ServiceContext, doc: BenchmarkDoc): Promise<Frozen> {
  if (doc.archived) throw conflict('The benchmark is archived and cannot be published.')
  const environment =
    doc.environment_id === null ? undefined : await context.store.get(environments, doc.environment_id)
  if (environment === undefined) throw conflict('The benchmark has no environment; give it an environment_id first.')
  const checks: Write[] = [check(environments, environment.doc.id, environment.revision)]
  const frozenSimulators = await freezeSimulators(context, environment.doc, doc.overrides.simulators ?? {}, checks)
  const frozenDatasets = await freezeDatasets(context, environment.doc, frozenSimulators, checks)
  const { frozenTasks, frozenEntities } = await freezeTasks(context, doc, checks)
  if (frozenTasks.length === 0) throw conflict('The benchmark has no tasks; add one first.')
  const content = {
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
  return { content, checks }
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
    checks.push(check(entities, id, found.revision))
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
      ...(task.counters.length > 0 && { counters: task.counters }),
      criteria: owned.map(({ organization_id: _, task_id: __, created_at: ___, ...criterion }) => criterion),
      bound: bound.map(({ entity_id }) => entity_id),
    })
  }
  return { frozenTasks, frozenEntities }
}
