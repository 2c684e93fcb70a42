import type { PublicRun } from '@carebench/protocol'
import { redactCompletion } from '@carebench/verifier'
import type { RunDoc } from '../documents/running.js'
import { completeTaskRun } from '../runs/complete-task-run.js'
import { createRun } from '../runs/create-run.js'
import { settleRun } from '../runs/settle.js'
import { startTaskRun } from '../runs/start-task-run.js'
import type { Handlers } from './handler.js'

export const publicRunHandlers: Handlers<
  'createBenchmarkRun' | 'readBenchmarkRun' | 'startTaskRun' | 'completeTaskRun'
> = {
  async createBenchmarkRun(context, { caller, body }) {
    const { answer } = await createRun(context, caller, { benchmark: body.benchmark, scored: body.scored ?? false })
    return answer
  },

  async readBenchmarkRun(context, { params }) {
    return publicRunToWire(await settleRun(context, params.id))
  },

  startTaskRun: (context, { params }) => startTaskRun(context, params.id),

  async completeTaskRun(context, { params, body }) {
    const { taskRun, run } = await completeTaskRun(context, params.id, body.output)
    if (taskRun.result === null) throw new Error(`The completed task run ${taskRun.id} has no result.`)
    return run.scored ? redactCompletion(taskRun.result) : taskRun.result
  },
}

function publicRunToWire(run: RunDoc): PublicRun {
  return {
    benchmark_run_id: run.id,
    benchmark: { id: run.benchmark_id, name: run.benchmark_name, version: run.version },
    scored: run.scored,
    phase: run.phase,
    status: run.status,
    verdict: run.verdict,
    score: run.score,
    started_at: run.started_at,
    completed_at: run.completed_at,
    task_runs: run.task_runs.map((taskRun) => ({ ...taskRun })),
  }
}
