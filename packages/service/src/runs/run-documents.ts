import { ApiError } from '@carebench/protocol'
import type { ServiceContext } from '../context.js'
import { type FrozenTask, type VersionDoc, versions } from '../documents/authoring.js'
import { type RunDoc, runs, type TaskRunDoc, taskRuns } from '../documents/running.js'
import type { PlaygroundRef } from '../playground/playground-host.js'
import type { Stored } from '../ports/store.js'

/** A task run with its run, as they are stored now. */
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

/** Reads the version that a task run executes. */
export async function loadVersion(context: ServiceContext, taskRun: TaskRunDoc): Promise<VersionDoc> {
  const version = await context.store.get(versions, taskRun.version_id)
  if (version === undefined) throw new Error(`The version ${taskRun.version_id} of the task run ${taskRun.id} is gone.`)
  return version.doc
}

/** The frozen task of a task run. */
export function frozenTaskOf(version: VersionDoc, taskRun: TaskRunDoc): FrozenTask {
  const task = version.tasks.find((one) => one.id === taskRun.task_id)
  if (task === undefined) throw new Error(`The version ${version.id} lacks the task ${taskRun.task_id}.`)
  return task
}

/** The playground of a task run. */
export function playgroundOf(version: VersionDoc, taskRun: TaskRunDoc): PlaygroundRef {
  return { id: taskRun.playground_id, seed: taskRun.seed, blueprint: version }
}
