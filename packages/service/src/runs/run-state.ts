import type { BenchmarkRunStatus, Verdict } from '@carebench/protocol'
import type { RunDoc, TaskRunDoc, TaskRunSummary } from '../documents/running.js'

/** Scores of different implementations are compared within this tolerance. */
const tolerance = 1e-9

/** The verdict on a score. */
export function verdictOf(score: number, passThreshold: number): Verdict {
  if (score + tolerance >= passThreshold) return 'pass'
  return score === 0 ? 'fail' : 'partial'
}

/** Whether nothing more happens to the task run by itself. One whose verification failed can still be completed. */
export function hasEnded(taskRun: Pick<TaskRunSummary, 'status'>): boolean {
  return taskRun.status !== 'active'
}

/** The run after one of its task runs has changed at the time `at`. */
export function withTaskRun(run: RunDoc, taskRun: TaskRunDoc, at: string): RunDoc {
  return aggregateRun(
    {
      ...run,
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
  const started = run.started_at !== null || run.task_runs.some((taskRun) => taskRun.phase !== 'created')
  const started_at = started ? (run.started_at ?? at) : null
  if (!run.task_runs.every(hasEnded)) {
    return { ...run, phase: started ? 'started' : 'created', status: 'active', started_at }
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
    started_at,
    completed_at: run.completed_at ?? at,
  }
}

/** Cancelled and timed-out task runs count as 0. */
function meanScore(taskRuns: readonly TaskRunSummary[]): number {
  if (taskRuns.length === 0) return 0
  const scores = taskRuns.map((taskRun) => (taskRun.status === 'completed' ? (taskRun.score ?? 0) : 0))
  // Sorted, so that the order of the task runs changes no bit of the sum.
  const sum = scores.sort((left, right) => left - right).reduce((total, score) => total + score, 0)
  return Math.min(1, sum / scores.length)
}
