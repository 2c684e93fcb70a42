import { json } from './stub-fetch.js'

// For tests of this package only.

export const runToken = 'vrl_run_canary7runtoken'

export const createdRun = {
  benchmark_run_id: 'run_1',
  benchmark: { id: 'bench_1', name: 'small', version: 1 },
  scored: false,
  phase: 'created',
  status: 'active',
  bearer_token: runToken,
  bearer_token_expires_at: '2026-03-01T00:00:00.000Z',
  endpoints: { fhir: '/v1/benchmark-runs/run_1/fhir' },
  task_runs: [
    {
      id: 'tr_1',
      task_id: 'task_1',
      name: 'first',
      phase: 'created',
      start_url: '/v1/task-runs/tr_1/start',
      complete_url: '/v1/task-runs/tr_1/complete',
      task_item: { instruction: 'Do it.', due_date: '2026-03-02' },
    },
  ],
}

export const startedTaskRun = {
  id: 'tr_1',
  benchmark_run_id: 'run_1',
  task_id: 'task_1',
  playground_id: 'pg_1',
  name: 'first',
  phase: 'started',
  status: 'active',
  started_at: '2026-02-28T00:00:00.000Z',
  deadline_at: '2026-02-28T00:10:00.000Z',
  task_item: null,
  endpoints: { fhir: '/v1/benchmark-runs/run_1/fhir', portal: '/v1/benchmark-runs/run_1/portal' },
  sandboxes: [
    {
      id: 'sbx_1',
      type: 'FHIR',
      credentials: { username: 'u', password: 'canary7password', client_id: 'c', client_secret: 'canary7secret' },
    },
  ],
}

/** Returns the first responses of every session: to create-run and to start. */
export function sessionAnswers() {
  return [json(201, createdRun), json(200, startedTaskRun)] as const
}
