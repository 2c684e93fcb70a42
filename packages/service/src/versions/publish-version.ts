import { ApiError, type Finding, formatInstant, type JsonValue } from '@carebench/protocol'
import { check, insert, update, type Write } from '@carebench/store'
import { assertAuditable } from '../audit/audit-version.js'
import { restoreAudit } from '../audit/known-audit.js'
import { findSystemErrors } from '../authoring/system-references.js'
import { findItemErrors } from '../authoring/task-items.js'
import type { ServiceContext } from '../context/context.js'
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
} from '../documents/collections/authoring.js'
import { decideAndCommit } from '../documents/decide-and-commit.js'
import { getOwned } from '../documents/owned.js'
import { conflict } from '../documents/write-result.js'
import { earliestBeginning, toBlueprint } from '../runs/task-blueprint.js'
import { inSteps } from '../work/in-steps.js'
import { letOthersWork, Stretches } from '../work/let-others-work.js'
import { contentDigest } from './content-digest.js'
import { assertSeeds, freezeDatasets, freezeSimulators, placed } from './freeze-environment.js'
import {
  assertTaskEnvironments,
  assertTasksSeed,
  freezeTaskEnvironment,
  type SharedEnvironment,
} from './freeze-task-environment.js'

/** The content of a version, and the checks that it is still current when it is written. */
interface Frozen {
  readonly content: Omit<UnauditedVersion, 'id' | 'created_at'>
  readonly checks: readonly Write[]
}

/** The benchmark to publish. */
interface Publication {
  readonly benchmarkId: string
  readonly organizationId: string
  /** Whether the version can be run although its audit has errors. */
  readonly allowFindings: boolean
}

/**
 * Freezes a benchmark with its environment, simulators, datasets and their ancestors, tasks, criteria and entities as
 * its next version, in one commit that requires all of them to be unchanged. Its audit then begins, unless it is known:
 * until it is done, the version is `pending`. Throws an ApiError: `RESOURCE_NOT_FOUND` if the organization has no such
 * benchmark, `CONFLICT` if something that a run needs is missing or named by an unknown key, `UNAVAILABLE` if the parts
 * keep changing. `toWire` makes the response.
 */
export async function publishVersion<Answer extends JsonValue>(
  context: ServiceContext,
  { benchmarkId, organizationId, allowFindings }: Publication,
  toWire: (version: VersionDoc) => Answer,
): Promise<Answer> {
  const id = context.ids.next('ver')
  let pending = false
  /** The content that has already been seeded, so that a repeated decision does not seed it again. */
  let seeded: string | undefined
  const decide = async () => {
    const { doc, revision } = await getOwned(context, benchmarks, benchmarkId, organizationId)
    const { content, checks } = await freeze(context, doc)
    const created_at = formatInstant(context.clock.now())
    const draft: UnauditedVersion = { id, created_at, ...content }
    await letOthersWork()
    assertSystems(context, draft)
    await letOthersWork()
    assertAuditable(draft)
    await letOthersWork()
    const digest = await inSteps(contentDigest(draft), context.clock)
    const known = context.knownAudits.get(digest)
    // An audit of the same content has already seeded the systems.
    if (known === undefined && digest !== seeded) {
      await assertSeedsWithTasks(context, draft)
      seeded = digest
    }
    const audit = known === undefined ? ('pending' as const) : restoreAudit(known, draft)
    const version: VersionDoc = { ...draft, digest, audit, allow_findings: allowFindings }
    pending = audit === 'pending'
    const writes = [
      // First: if two requests publish the same number, one decides again instead of violating the unique number.
      update(benchmarks, { ...doc, versions: version.version, updated_at: created_at }, revision),
      insert(versions, version),
      ...checks,
    ]
    await letOthersWork()
    return { writes, result: toWire(version) }
  }
  const answer = await decideAndCommit(
    context,
    decide,
    'A Public benchmark of another organization has the same name; choose another name, or publish as Private.',
  )
  if (pending) context.audits.begin(id)
  return answer
}

/** Throws an ApiError `CONFLICT` unless the systems can be seeded, also with the additions of each task. */
async function assertSeedsWithTasks(context: ServiceContext, draft: UnauditedVersion): Promise<void> {
  const { starts_at } = draft.tasks[0] ?? {}
  await assertSeeds(context, toBlueprint(draft, { id: draft.id, ...(starts_at !== undefined && { starts_at }) }))
  await letOthersWork()
  await assertTasksSeed(context, draft)
}

/**
 * Throws an ApiError `CONFLICT` unless the environment has every system that criteria, solutions and counters name. It
 * is refused here, not when they are written, because simulators can be linked until now.
 */
function assertSystems(context: ServiceContext, { simulators, tasks }: Frozen['content']): void {
  const errors = findSystemErrors({ simulators, tasks }, context)
  const [first] = errors
  if (first === undefined) return
  const task = tasks[Number(first.path.split('/')[2])]
  const more = errors.length === 1 ? '' : ` And ${errors.length - 1} more, listed in "errors".`
  throw new ApiError(
    'CONFLICT',
    `The environment lacks a system that the task ${JSON.stringify(task?.name)} names: ${placed(first)}. Link a ` +
      `simulator with this key, or correct it.${more}`,
    { errors },
  )
}

/** Throws an ApiError `CONFLICT` unless every item that a criterion names is one of its task. */
function assertItems(tasks: readonly FrozenTask[]): void {
  const errors = tasks.flatMap((task, index) => findItemErrors(task, `/tasks/${index}`))
  const [first] = errors
  if (first === undefined) return
  const task = tasks[Number(first.path.split('/')[2])]
  throw new ApiError('CONFLICT', `In the task ${JSON.stringify(task?.name)}, ${placed(first)}.`, { errors })
}

async function freeze(context: ServiceContext, doc: BenchmarkDoc): Promise<Frozen> {
  if (doc.archived) throw conflict('The benchmark is archived and cannot be published.')
  const environment =
    doc.environment_id === null ? undefined : await context.store.get(environments, doc.environment_id)
  if (environment === undefined) throw conflict('The benchmark has no environment; give it an environment_id first.')
  const checks: Write[] = [check(environments, environment.doc.id, environment.revision)]
  const frozenSimulators = await freezeSimulators(context, environment.doc, doc.overrides.simulators ?? {}, checks)
  const frozenDatasets = await freezeDatasets(context, environment.doc, frozenSimulators, checks)
  const shared = { environment: environment.doc, simulators: frozenSimulators, datasets: frozenDatasets }
  const { frozenTasks, frozenEntities } = await freezeTasks(context, doc, shared, checks)
  if (frozenTasks.length === 0) throw conflict('The benchmark has no tasks; add one first.')
  const seeded_at = earliestBeginning(frozenTasks)
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
    datasets: frozenDatasets.all(),
    tasks: frozenTasks,
    ...(seeded_at !== undefined && { seeded_at }),
    entities: frozenEntities,
  }
  return { content, checks }
}

async function freezeTasks(
  context: ServiceContext,
  benchmark: BenchmarkDoc,
  shared: SharedEnvironment,
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
  const faults: Finding[] = []
  const stretches = new Stretches(context.clock)
  for (const task of await allDocuments(context.store, tasks, { name: 'benchmark', value: benchmark.id })) {
    const owned = await allDocuments(context.store, criteria, { name: 'task', value: task.id })
    const bound = await allDocuments(context.store, bindings, { name: 'task', value: task.id })
    for (const { entity_id } of bound) await freezeEntity(entity_id)
    for (const { input_entity_id } of owned) if (input_entity_id !== null) await freezeEntity(input_entity_id)
    const environment = await freezeTaskEnvironment(context, task, shared, `/tasks/${frozenTasks.length}`, faults)
    frozenTasks.push({
      id: task.id,
      name: task.name,
      timeout: task.timeout ?? benchmark.timeout,
      tags: task.tags,
      task_item: task.task_item,
      scenario: task.scenario,
      ...(typeof task.starts_at === 'string' && { starts_at: task.starts_at }),
      ...(environment !== undefined && { environment }),
      ...(task.items && task.items.length > 0 && { items: task.items }),
      ...(typeof task.ends_at === 'string' && { ends_at: task.ends_at }),
      solutions: task.solutions,
      ...(task.counters.length > 0 && { counters: task.counters }),
      criteria: owned.map(({ organization_id: _, task_id: __, created_at: ___, item, ...criterion }) => ({
        ...criterion,
        ...(typeof item === 'string' && { item }),
      })),
      bound: bound.map(({ entity_id }) => entity_id),
    })
    await stretches.step()
  }
  assertItems(frozenTasks)
  assertTaskEnvironments(frozenTasks, faults)
  return { frozenTasks, frozenEntities }
}
