import { ApiError, formatInstant, type StartedTaskRun, type Wire } from '@carebench/protocol'
import type { ServiceContext } from '../context/context.js'
import { deriveSandboxCredentials } from '../context/sandbox-credentials.js'
import { readWires } from '../context/sandbox-wires.js'
import type { FrozenTask, VersionDoc } from '../documents/collections/authoring.js'
import { playgrounds } from '../documents/collections/playgrounds.js'
import type { RunDoc, TaskRunDoc } from '../documents/collections/running.js'
import { retryConflicts } from '../documents/retry-conflicts.js'
import { ScenarioFailedError } from '../playground/scenario/inject-step.js'
import { commitTaskRun } from './ending/commit-task-run.js'
import { settleRun, settleTaskRun } from './ending/settle.js'
import { findFrozenTask, listTaskRuns, loadTaskRun, loadVersion, toPlayground } from './run-documents.js'
import { isStarted } from './run-state.js'
import { listGroupNames, sandboxPaths } from './sandbox-paths.js'
import { scenarioSteps } from './scenario-steps.js'

/**
 * Starts a task run of a run: its playground comes up and its scenario runs. A repeated start returns the same members,
 * with the current phase and status. Throws an ApiError: `CONFLICT` if it has ended without being started, or the run
 * has the maximum number of started task runs, `UNAVAILABLE` if the scenario failed, or memory is short (it stays
 * `created`). Specification 3.
 */
export async function startTaskRun(context: ServiceContext, runId: string, id: string): Promise<StartedTaskRun> {
  // Overdue task runs must not count towards the concurrency. Before the lock, because each of them has its own.
  await settleRun(context, runId)
  const decide = () =>
    retryConflicts(context, async () => {
      const { taskRun, run } = await settleTaskRun(context, id, context.clock.now())
      const version = await loadVersion(context, taskRun.doc)
      const task = findFrozenTask(version, taskRun.doc)
      if (taskRun.doc.started_at !== null) return startedTaskRunToWire(context, taskRun.doc, run.doc, version, task)
      if (taskRun.doc.status !== 'active') {
        throw new ApiError('CONFLICT', `The task run is ${taskRun.doc.status}; only one that is active can be started.`)
      }
      // Serializes the starts of one run, so that two of them cannot both take the last place.
      const started = await context.locks.run(run.doc.id, () => start(context, id, version, task))
      return started === null ? undefined : startedTaskRunToWire(context, started, run.doc, version, task)
    })
  return context.locks.run(id, decide)
}

async function start(
  context: ServiceContext,
  id: string,
  version: VersionDoc,
  task: FrozenTask,
): Promise<TaskRunDoc | null> {
  const { taskRun, run } = await loadTaskRun(context, id)
  if (taskRun.doc.started_at !== null || taskRun.doc.status !== 'active') return null
  const assertPlace = (owned: readonly TaskRunDoc[]) => assertConcurrency(run.doc, owned, id)
  const present = await listTaskRuns(context, run.doc.id)
  assertPlace(present)
  context.memory.assertStart()
  const wires = await openWires(context, taskRun.doc)
  await prepare(context, taskRun.doc, version, task)
  const now = context.clock.now()
  const started: TaskRunDoc = {
    ...taskRun.doc,
    phase: 'started',
    started_at: formatInstant(now),
    deadline_at: formatInstant(now + task.timeout * 1000),
    ...(Object.keys(wires).length > 0 && { wires }),
  }
  // Checked again if the run was written meanwhile: another process may have started another task run.
  const committed = await commitTaskRun(context, taskRun, started, formatInstant(now), {
    assertPlace,
    seen: { run, taskRuns: present },
    isStillAllowed: (current) => !current.cancelled,
  })
  return committed ? started : null
}

/** Throws unless the run may have one more started task run. An earlier start of the same task run does not count. */
function assertConcurrency(run: RunDoc, taskRuns: readonly TaskRunDoc[], taskRunId: string): void {
  const started = new Set(taskRuns.filter((other) => other.id !== taskRunId && isStarted(other)).map(({ id }) => id))
  if (started.size < run.concurrency) return
  const names = run.task_runs.flatMap(({ id, name }) => (started.has(id) ? [`${id} (${name})`] : [])).join(', ')
  throw new ApiError(
    'CONFLICT',
    `At most ${run.concurrency} task ${run.concurrency === 1 ? 'run' : 'runs'} of the run may be started at the ` +
      `same time; complete one first: ${names}.`,
  )
}

/** Forks the playground and runs the scenario, unless an earlier start that did not finish has done so. */
async function prepare(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  task: FrozenTask,
): Promise<void> {
  const steps = scenarioSteps(task)
  try {
    await context.playgrounds.with(toPlayground(version, taskRun), (playground) => playground.runScenario(steps))
  } catch (error) {
    if (!(error instanceof ScenarioFailedError)) throw error
    throw new ApiError(
      'UNAVAILABLE',
      'The scenario of the task failed; the task run is still created and can be started again.',
      {
        cause: error,
        headers: { 'retry-after': '5' },
      },
    )
  }
}

async function startedTaskRunToWire(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  run: RunDoc,
  version: VersionDoc,
  task: FrozenTask,
): Promise<StartedTaskRun> {
  const playground = await context.store.get(playgrounds, taskRun.playground_id)
  if (playground === undefined) throw new Error(`The playground of the task run ${taskRun.id} is gone.`)
  const groups = listGroupNames(context, version.simulators)
  return {
    id: taskRun.id,
    benchmark_run_id: run.id,
    task_id: taskRun.task_id,
    playground_id: taskRun.playground_id,
    name: task.name,
    // As they are now: a repeated start may come after the end.
    phase: taskRun.phase,
    status: taskRun.status,
    started_at: taskRun.started_at ?? taskRun.created_at,
    deadline_at: taskRun.deadline_at ?? taskRun.created_at,
    task_item: task.task_item,
    endpoints: sandboxPaths(run.id, groups),
    sandboxes: await Promise.all(
      playground.doc.sandboxes.map(async (sandbox) => ({
        ...sandbox,
        credentials: deriveSandboxCredentials(context.secret, sandbox.id),
        ...(taskRun.status === 'active'
          ? await readWires(context, playground.doc, sandbox)
          : wiresAtStart(taskRun, sandbox)),
      })),
    ),
  }
}

/**
 * Returns the wires that a task run had, which closed with it: a repeated start returns the same members as the first.
 */
function wiresAtStart({ wires = {} }: TaskRunDoc, { id }: { readonly id: string }): { readonly wires?: Wire[] } {
  const closed = wires[id]
  return closed === undefined ? {} : { wires: [...closed] }
}

/** Opens the wires of all sandboxes before the task run begins, so that a task run does not start if opening fails. */
async function openWires(
  context: ServiceContext,
  { playground_id: id }: TaskRunDoc,
): Promise<Readonly<Record<string, readonly Wire[]>>> {
  if (context.wires === null) return {}
  const { doc } = (await context.store.get(playgrounds, id)) ?? {}
  if (doc === undefined) return {}
  const opened: Record<string, readonly Wire[]> = {}
  for (const sandbox of doc.sandboxes) {
    const { wires } = await readWires(context, doc, sandbox)
    if (wires !== undefined) opened[sandbox.id] = wires
  }
  return opened
}
