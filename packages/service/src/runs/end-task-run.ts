import type { ServiceContext } from '../context.js'
import type { FrozenTask, VersionDoc } from '../documents/authoring.js'
import type { CriterionRunDoc, TaskRunDoc } from '../documents/running.js'
import type { LogAppend } from '../ports/log.js'
import type { Stored } from '../ports/store.js'
import { commitTaskRun } from './commit-task-run.js'
import { frozenTaskOf, loadVersion, playgroundOf } from './run-documents.js'

/**
 * Ends a task run without verifying it. Cancelling leaves phase, verdict, score and criterion runs as they are; timing
 * out completes it with verdict `fail`, score 0 and criteria that were not verified. False if it was written meanwhile.
 */
export async function endTaskRun(
  context: ServiceContext,
  taskRun: Stored<TaskRunDoc>,
  how: 'cancelled' | 'timed_out',
  at: string,
): Promise<boolean> {
  const version = await loadVersion(context, taskRun.doc)
  const task = frozenTaskOf(version, taskRun.doc)
  const after = how === 'cancelled' ? cancelled(taskRun.doc) : timedOut(taskRun.doc, at)
  const unverified = how === 'cancelled' ? [] : unverifiedCriterionRuns(context, taskRun.doc, version, task, at)
  const commit = (appends: readonly LogAppend[]) =>
    commitTaskRun(context, taskRun, after, at, { criterionRuns: unverified, appends })
  if (taskRun.doc.started_at === null) return commit([])
  const ended = await context.playgrounds.with(playgroundOf(version, taskRun.doc), (playground) => {
    if (playground.sealed) return commit([])
    return playground.freeze(async ({ seal }) => {
      const committed = await commit([seal])
      return { committed, result: committed }
    })
  })
  context.playgrounds.drop(taskRun.doc.playground_id)
  return ended
}

function cancelled(taskRun: TaskRunDoc): TaskRunDoc {
  return { ...taskRun, status: 'cancelled' }
}

function timedOut(taskRun: TaskRunDoc, at: string): TaskRunDoc {
  return { ...taskRun, status: 'timed_out', phase: 'completed', verdict: 'fail', score: 0, completed_at: at }
}

function unverifiedCriterionRuns(
  context: ServiceContext,
  taskRun: TaskRunDoc,
  version: VersionDoc,
  task: FrozenTask,
  at: string,
): CriterionRunDoc[] {
  return task.criteria.map(({ id }) => ({
    id: context.ids.next('crun'),
    created_at: at,
    organization_id: taskRun.organization_id,
    author_organization_id: version.organization_id,
    task_run_id: taskRun.id,
    criterion_id: id,
    outcome: 'not_verified',
    passed: false,
    score: 0,
    details: 'not verified',
    evidence: null,
    started_at: taskRun.started_at ?? at,
    completed_at: at,
  }))
}
