import type { CarebenchMock } from '../carebench-mock.js'

// For tests of this package only.

/** A response with its parsed JSON. */
export interface ReadAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: Readonly<Record<string, unknown>>
}

/** Calls a mock with a token through a `fetch`; `body` is sent as JSON. */
export async function callMock(
  mock: CarebenchMock,
  token: string,
  method: string,
  path: string,
  body?: unknown,
  fetch: typeof globalThis.fetch = mock.fetch,
): Promise<ReadAnswer> {
  const response = await fetch(mock.baseUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = /json/.test(response.headers.get('content-type') ?? '')
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : { text } }
}

/** Creates a run and starts its first task. */
export async function startFirstTask(mock: CarebenchMock) {
  const run = await callMock(mock, mock.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: mock.benchmark })
  const { benchmark_run_id: id, bearer_token: token, task_runs: taskRuns } = run.body
  if (typeof id !== 'string' || typeof token !== 'string' || !Array.isArray(taskRuns)) throw new Error('No run.')
  const taskRunId: string = taskRuns[0].id
  const started = await callMock(mock, token, 'POST', `/v1/task-runs/${taskRunId}/start`)
  if (started.status !== 200) throw new Error(`The start was answered ${started.status}.`)
  return { id, token, taskRunId }
}
