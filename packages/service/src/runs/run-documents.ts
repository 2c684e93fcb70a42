import { ApiError } from '@carebench/protocol'
import type { Stored } from '@carebench/store'
import type { ServiceContext } from '../context/context.js'
import { allDocuments } from '../documents/all-documents.js'
import { type FrozenTask, type VersionDoc, versions } from '../documents/collections/authoring.js'
import { type RunDoc, runs, type TaskRunDoc, taskRuns } from '../documents/collections/running.js'
import type { StartedTaskRun } from '../documents/kept-documents.js'
import { listArrivals } from '../playground/arrivals.js'
import type { PlaygroundRef } from '../playground/playground-host.js'
import { toBlueprint } from './task-blueprint.js'
import { toClockPlan } from './task-clock.js'

/** Number of task runs per read; those of a larger benchmark would be read in parts. */
const maxTaskRuns = 10_000

/** A task run and its run, as they are stored now. */
export interface LoadedTaskRun {
  readonly taskRun: Stored<TaskRunDoc>
  readonly run: Stored<RunDoc>
}

/** Reads a task run and its run. Throws an ApiError `RESOURCE_NOT_FOUND` if there is none. */
export async function loadTaskRun(context: ServiceContext, id: string): Promise<LoadedTaskRun> {
  const taskRun = await context.store.get(taskRuns, id)
  const run = taskRun === undefined ? undefined : await context.store.get(runs, taskRun.doc.benchmark_run_id)
  if (taskRun === undefined || run === undefined) throw new ApiError('RESOURCE_NOT_FOUND', 'There is no such task run.')
  return { taskRun, run }
}

/** Returns the task runs of a run from one consistent read, in the order of the run. */
export function listTaskRuns({ store }: ServiceContext, runId: string): Promise<TaskRunDoc[]> {
  return allDocuments(store, taskRuns, { name: 'run', value: runId }, maxTaskRuns)
}

/** Returns the version that a task run executes. Versions never change, so each is read once. */
export async function loadVersion(
  { kept, store }: ServiceContext,
  { id, version_id }: Pick<TaskRunDoc, 'id' | 'version_id'>,
): Promise<VersionDoc> {
  const known = kept.versions.get(version_id)
  if (known !== undefined) return known
  const version = await store.get(versions, version_id)
  if (version === undefined) throw new Error(`The version ${version_id} of the task run ${id} is gone.`)
  kept.versions.set(version_id, version.doc)
  return version.doc
}

/** Returns the frozen task of a task run. */
export function findFrozenTask(version: VersionDoc, taskRun: Pick<TaskRunDoc, 'task_id'>): FrozenTask {
  const task = version.tasks.find((candidate) => candidate.id === taskRun.task_id)
  if (task === undefined) throw new Error(`The version ${version.id} lacks the task ${taskRun.task_id}.`)
  return task
}

/**
 * Returns the playground of a started task run. Every call needs it, so it is built once and kept as long as its
 * version, whose data it has.
 */
export async function playgroundOfStarted(context: ServiceContext, started: StartedTaskRun): Promise<PlaygroundRef> {
  const version = await loadVersion(context, started)
  const { startedPlaygrounds } = context.kept
  let ofVersion = startedPlaygrounds.get(version)
  if (ofVersion === undefined) {
    ofVersion = new WeakMap()
    startedPlaygrounds.set(version, ofVersion)
  }
  let ref = ofVersion.get(started)
  if (ref === undefined) {
    ref = toPlayground(version, started)
    ofVersion.set(started, ref)
  }
  return ref
}

/** Returns the playground of a task run. */
export function toPlayground(
  version: VersionDoc,
  taskRun: Pick<TaskRunDoc, 'playground_id' | 'seed' | 'task_id' | 'started_at'>,
): PlaygroundRef {
  const { playground_id: id, seed, started_at } = taskRun
  const task = findFrozenTask(version, taskRun)
  const startedAt = started_at === null ? null : Date.parse(started_at)
  const arrivals = () => listArrivals(task)
  return { id, seed, blueprint: toBlueprint(version, task), clock: toClockPlan(version, task), arrivals, startedAt }
}
