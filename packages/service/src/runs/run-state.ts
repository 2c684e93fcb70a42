import type { BenchmarkRunStatus } from '@carebench/protocol'
import { verdictOf, weightedMean } from '@carebench/verifier'
import type { RunDoc, TaskRunDoc, TaskRunSummary } from '../documents/running.js'

/** Whether nothing more happens to the task run by itself. One whose verification failed can still be completed. */
export function hasEnded(taskRun: Pick<TaskRunSummary, 'status'>): boolean {
  return taskRun.status !== 'active'
}

/** The run after one of its task runs has changed at the time `at`. */
export function withTaskRun(run: RunDoc, taskRun: TaskRunDoc, at: string): RunDoc {
  return aggregateRun(
    {
      ...run,
      started_at: run.started_at ?? taskRun.started_at,
      task_runs: run.task_runs.map((summary) =>
        summary.id === taskRun.id
          ? {
              ...summary,
              phase: taskRun.phase,
              status: taskRun.status,
              verdict: taskRun.verdict,
              score: taskRun.score,
            }
          : summary,
      ),
    },
    at,
  )
}

/** State, score and verdict of a run from its task runs. A run starts with its first start and ends with its last end. */
export function aggregateRun(run: RunDoc, at: string): RunDoc {
  if (!run.task_runs.every(hasEnded)) {
    return { ...run, phase: run.started_at === null ? 'created' : 'started', status: 'active' }
  }
  const status: BenchmarkRunStatus = run.task_runs.some((taskRun) => taskRun.status === 'failed')
    ? 'failed'
    : run.cancelled
      ? 'cancelled'
      : 'completed'
  const score = status === 'completed' ? meanScore(run.task_runs) : null
  return {
    ...run,
    phase: 'completed',
    status,
    score,
    verdict: score === null ? null : verdictOf(score, run.pass_threshold),
    completed_at: run.completed_at ?? at,
  }
}

/** Cancelled and timed-out task runs count as 0. */
function meanScore(taskRuns: readonly TaskRunSummary[]): number {
  return weightedMean(
    taskRuns.map(({ status, score }) => ({ weight: 1, score: status === 'completed' ? (score ?? 0) : 0 })),
  )
}
