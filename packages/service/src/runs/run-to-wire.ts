import type { BenchmarkRun, TaskRun } from '@carebench/protocol'
import type { TaskRunDoc } from '../documents/collections/running.js'
import { brokenIn, brokenToWire, hasEnded, labelsToWire, pickSubset, type RunState } from './run-state.js'

/** Returns a run as it is read. */
export function benchmarkRunToWire({ run, taskRuns, ...state }: RunState): BenchmarkRun {
  const names = new Map(run.task_runs.map(({ id, name }) => [id, name]))
  return {
    id: run.id,
    benchmark_id: run.benchmark_id,
    phase: state.phase,
    status: state.status,
    verdict: state.verdict,
    score: state.score,
    ...brokenToWire(state),
    solver_id: run.solver_id,
    version: run.version,
    scored: run.scored,
    ...pickSubset(run),
    ...labelsToWire(run),
    started_at: state.started_at,
    completed_at: state.completed_at,
    task_runs: taskRuns.map((doc) => ({ ...taskRunResultToWire(doc), name: names.get(doc.id) ?? '' })),
  }
}

/** Returns a task run without its snapshot, as it is in its run. */
export function taskRunResultToWire(doc: TaskRunDoc): Omit<TaskRun, 'snapshot'> {
  return {
    id: doc.id,
    benchmark_run_id: doc.benchmark_run_id,
    task_id: doc.task_id,
    playground_id: doc.playground_id,
    status: doc.status,
    phase: doc.phase,
    verdict: doc.verdict,
    score: doc.score,
    raw_score: doc.result?.raw_score ?? doc.score,
    capped_by: [...(doc.result?.capped_by ?? [])],
    ...(doc.result?.items && { items: doc.result.items }),
    ...brokenToWire({ broken: hasEnded(doc) ? brokenIn(doc) : null }),
    started_at: doc.started_at,
    completed_at: doc.completed_at,
  }
}
