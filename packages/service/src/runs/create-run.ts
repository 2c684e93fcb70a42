import {
  ApiError,
  type CreatedRun,
  createSeededRandom,
  formatInstant,
  type JsonObject,
  type JsonValue,
  limits,
} from '@carebench/protocol'
import { frozenInPlace, insert } from '@carebench/store'
import { issueToken } from '../auth/issue-token.js'
import type { ServiceContext } from '../context/context.js'
import { benchmarks, type FrozenTask, type VersionDoc, versions } from '../documents/collections/authoring.js'
import { type PlaygroundDoc, playgrounds } from '../documents/collections/playgrounds.js'
import { type RunDoc, runs, type TaskRunDoc, taskRuns } from '../documents/collections/running.js'
import { commitCreation } from '../documents/open-creation.js'
import { parseBenchmarkReference } from './benchmark-reference.js'
import { pickSubset, type RunState, toRunState } from './run-state.js'
import { assertRunnable } from './runnable-version.js'
import { listGroupNames, sandboxPaths } from './sandbox-paths.js'
import { type SelectedTask, selectTasks } from './select-tasks.js'
import { simulatorsOfTask } from './task-blueprint.js'

/** Lifetime of a run token in milliseconds, unless the tasks may take longer. */
const tokenLifetime = 4 * 60 * 60 * 1000
/** Time that remains for an agent after the last task could have ended. */
const tokenGrace = 15 * 60 * 1000

/** The owner of a run: an organization, through a Solver or, if null, directly. */
interface RunOwner {
  readonly organizationId: string
  readonly solverId: string | null
}

/** The tasks to run, with options. */
interface RunRequest {
  /** `name@version` */
  readonly benchmark: string
  readonly scored: boolean
  /** Ids or names of tasks, in the order of their task runs; undefined: all tasks. */
  readonly tasks?: readonly string[] | undefined
  /** The seed of everything random in the playgrounds; undefined: that of the version, else a random one. */
  readonly seed?: number | undefined
  /** The name of the agent. */
  readonly agent?: string | undefined
  /** The name of a group of runs. */
  readonly group?: string | undefined
}

/**
 * Creates a run of a published version for an organization's Solver, with one task run per task, or per selected task.
 * Without a Solver, only the organization's own benchmarks can be run; a Solver can also run Public ones of others, and
 * gives a seed only where the version allows it. Throws an ApiError: `INVALID_REQUEST` if the reference is malformed,
 * or the tasks or the seed do not fit the version, `RESOURCE_NOT_FOUND` if the organization may not run such a version,
 * `CONFLICT` if its audit is not done, or found errors that are not allowed. `toWire` makes the response. Specification
 * 2.9, 5.
 */
export async function createRun<Answer>(
  context: ServiceContext,
  owner: RunOwner,
  request: RunRequest,
  toWire: (state: RunState, created: CreatedRun) => Answer,
): Promise<Answer> {
  const version = await resolveVersion(context, owner, request.benchmark)
  const selected = selectTasks(version, request.tasks)
  if (request.seed !== undefined) assertSeedAllowed(version, owner)
  assertRunnable(version)
  const { ids, clock } = context
  const now = clock.now()
  const created_at = formatInstant(now)
  const runId = ids.next('run')
  const { token, digest } = issueToken(context, 'run', runId)
  const seed = request.seed ?? version.overrides.seed ?? context.seeds.uint32()
  const foreign = version.organization_id !== owner.organizationId
  const drawn = createSeededRandom(seed)
  // Drawn for all tasks of the version, so that a task has the same seed in a run of selected tasks.
  const playgroundSeeds = version.tasks.map(() => drawn.uint32())
  const taskRunDocs = selected.map(({ task, position }): TaskRunDoc => {
    const playgroundSeed = playgroundSeeds[position] ?? 0
    return {
      id: ids.next('tr'),
      created_at,
      organization_id: owner.organizationId,
      benchmark_run_id: runId,
      task_id: task.id,
      version_id: version.id,
      playground_id: ids.next('pg'),
      seed: playgroundSeed,
      status: 'active',
      phase: 'created',
      verdict: null,
      score: null,
      snapshot: toSnapshot(task, version, playgroundSeed, foreign),
      started_at: null,
      deadline_at: null,
      admitted_at: null,
      verifying: null,
      completed_at: null,
      ended_at: null,
      output: null,
      has_output: false,
      verifier: null,
      result: null,
      criteria: task.criteria.length,
      broken: null,
    }
  })
  const run: RunDoc = {
    id: runId,
    created_at,
    organization_id: owner.organizationId,
    solver_id: owner.solverId,
    benchmark_id: version.benchmark_id,
    benchmark_name: version.benchmark_name,
    version_id: version.id,
    version: version.version,
    scored: request.scored || version.overrides.scored_only === true,
    pass_threshold: version.overrides.pass_threshold ?? limits.passThreshold,
    concurrency: version.concurrency,
    seed,
    ...(request.tasks === undefined ? {} : { subset: true }),
    ...(request.agent === undefined ? {} : { agent: request.agent }),
    ...(request.group === undefined ? {} : { group: request.group }),
    cancelled: false,
    settled: false,
    token_digest: digest,
    token_expires_at: formatInstant(now + computeTokenLifetime(version, selected)),
    task_runs: taskRunDocs.map((taskRun, index) => ({
      id: taskRun.id,
      task_id: taskRun.task_id,
      name: selected[index]?.task.name ?? '',
    })),
  }
  const writes = [
    insert(runs, run),
    ...taskRunDocs.map((taskRun) => insert(taskRuns, frozenInPlace(taskRun))),
    ...taskRunDocs.map((taskRun) =>
      insert(playgrounds, frozenInPlace(reservedPlayground(context, taskRun, version, foreign))),
    ),
  ]
  const state = toRunState(run, taskRunDocs)
  const answer = toWire(state, createdRunToWire(context, state, version, selected, token))
  const committed = await commitCreation(context, writes, answer)
  if (!committed.ok) throw new Error(`The store refused new documents: ${committed.failed.reason}.`)
  return answer
}

async function resolveVersion(context: ServiceContext, owner: RunOwner, reference: string): Promise<VersionDoc> {
  const { name, number } = parseBenchmarkReference(reference)
  const { store } = context
  const own = await store.getByUnique(benchmarks, 'name', `${owner.organizationId}/${name}`)
  const findPublic = () => (owner.solverId === null ? undefined : store.getByUnique(benchmarks, 'publicName', name))
  const found = own ?? (await findPublic())
  const version =
    found === undefined ? undefined : await store.getByUnique(versions, 'number', `${found.doc.id}/${number}`)
  if (found === undefined || version === undefined || found.doc.archived) {
    throw new ApiError(
      'RESOURCE_NOT_FOUND',
      `The benchmark ${JSON.stringify(reference)} does not exist, or is not available to you.`,
    )
  }
  // The process that published it may have ended before its audit.
  if (version.doc.audit === 'pending') context.audits.begin(version.doc.id)
  return version.doc
}

/** Throws unless the caller may choose the seed: a caller who knows the seed of a scored run could rehearse the run. */
function assertSeedAllowed(version: VersionDoc, owner: RunOwner): void {
  if (owner.solverId === null || version.overrides.seed_by_solver === true) return
  const message =
    `must be absent: ${version.benchmark_name}@${version.version} does not let Solvers choose it ` +
    '(overrides.seed_by_solver)'
  throw new ApiError('INVALID_REQUEST', `The seed ${message}.`, { errors: [{ path: '/seed', message }] })
}

function computeTokenLifetime(version: VersionDoc, selected: readonly SelectedTask[]): number {
  const seconds = selected.reduce((sum, { task }) => sum + task.timeout, 0)
  return Math.max(tokenLifetime, Math.ceil(seconds / version.concurrency) * 1000 + tokenGrace)
}

/**
 * Returns the frozen task in the form that the run stores; it shares its parts, which never change, with the version.
 * For an organization that does not own the benchmark, the scenario, the criteria, the simulators and the seed are
 * omitted.
 */
function toSnapshot(task: FrozenTask, version: VersionDoc, seed: number, foreign: boolean): JsonObject {
  return {
    task: {
      id: task.id,
      name: task.name,
      timeout: task.timeout,
      tags: task.tags,
      task_item: task.task_item,
      ...(task.items && { items: task.items as unknown as JsonValue }),
      ...(task.ends_at !== undefined && { ends_at: task.ends_at }),
      ...(foreign ? {} : { scenario: task.scenario, criteria: task.criteria as unknown as JsonValue }),
    },
    ...(foreign ? {} : { simulators: simulatorsOfTask(version, task) as JsonValue, seed }),
  }
}

/** Returns the playground in which a task run will start; its sandbox ids are already final. */
function reservedPlayground(
  { ids }: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  foreign: boolean,
): PlaygroundDoc {
  return {
    id: taskRun.playground_id,
    created_at: taskRun.created_at,
    organization_id: taskRun.organization_id,
    environment_id: foreign ? null : version.environment.id,
    origin: { kind: 'task_run', task_run_id: taskRun.id },
    sandboxes: version.simulators.map(({ type, key }) => ({
      id: ids.next('sbx'),
      type,
      ...(key === undefined ? {} : { key }),
    })),
    torn_down_at: null,
  }
}

function createdRunToWire(
  context: ServiceContext,
  { run, taskRuns, phase, status }: RunState,
  version: VersionDoc,
  selected: readonly SelectedTask[],
  token: string,
): CreatedRun {
  const groups = listGroupNames(context, version.simulators)
  return {
    benchmark_run_id: run.id,
    benchmark: { id: run.benchmark_id, name: run.benchmark_name, version: run.version },
    scored: run.scored,
    ...pickSubset(run),
    phase,
    status,
    bearer_token: token,
    bearer_token_expires_at: run.token_expires_at,
    endpoints: sandboxPaths(run.id, groups),
    task_runs: taskRuns.map((taskRun, index) => ({
      id: taskRun.id,
      task_id: taskRun.task_id,
      name: selected[index]?.task.name ?? '',
      phase: taskRun.phase,
      start_url: `/v1/task-runs/${taskRun.id}/start`,
      complete_url: `/v1/task-runs/${taskRun.id}/complete`,
      task_item: selected[index]?.task.task_item ?? null,
    })),
  }
}
