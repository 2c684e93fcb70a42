import type { PublicRun } from '@carebench/protocol'
import { redactCompletion } from '@carebench/verifier'
import { createRun } from '../runs/create-run.js'
import { completeTaskRun } from '../runs/ending/complete-task-run.js'
import { settleRun } from '../runs/ending/settle.js'
import { readClock, waitInRun } from '../runs/playground-clock.js'
import { brokenToWire, labelsToWire, pickSubset, type RunState } from '../runs/run-state.js'
import { startTaskRun } from '../runs/start-task-run.js'
import type { Handlers } from './handler.js'

export const publicRunHandlers: Handlers<
  'createBenchmarkRun' | 'readBenchmarkRun' | 'startTaskRun' | 'completeTaskRun' | 'readRunClock' | 'waitInRun'
> = {
  createBenchmarkRun(context, { caller, body }) {
    const { scored = false } = body
    return createRun(context, caller, { ...body, scored }, (_, created) => created)
  },

  async readBenchmarkRun(context, { params }) {
    return publicRunToWire(await settleRun(context, params.id))
  },

  // The token names the run.
  startTaskRun: (context, { caller, params }) => startTaskRun(context, caller.run.doc.id, params.id),

  async completeTaskRun(context, { params, body }) {
    const { taskRun, run } = await completeTaskRun(context, params.id, body.output)
    if (taskRun.result === null) throw new Error(`The completed task run ${taskRun.id} has no result.`)
    return run.scored ? redactCompletion(taskRun.result) : taskRun.result
  },

  readRunClock: (context, { caller, taskRunId }) => readClock(context, caller.run, taskRunId),

  waitInRun: (context, { caller, taskRunId, body, signal, allowance }) =>
    waitInRun(context, caller.run, taskRunId, body, { signal, allowance }),
}

function publicRunToWire({ run, taskRuns, ...state }: RunState): PublicRun {
  const names = new Map(run.task_runs.map(({ id, name }) => [id, name]))
  return {
    benchmark_run_id: run.id,
    benchmark: { id: run.benchmark_id, name: run.benchmark_name, version: run.version },
    scored: run.scored,
    ...pickSubset(run),
    ...labelsToWire(run),
    phase: state.phase,
    status: state.status,
    verdict: state.verdict,
    score: state.score,
    ...brokenToWire(state),
    started_at: state.started_at,
    completed_at: state.completed_at,
    task_runs: taskRuns.map(({ id, task_id, phase, status, verdict, score }) => ({
      id,
      task_id,
      name: names.get(id) ?? '',
      phase,
      status,
      verdict,
      score,
    })),
  }
}
