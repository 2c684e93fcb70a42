import { fixtureNames } from '@carebench/fixtures'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type CarebenchMock, carebenchMock } from './carebench-mock.js'
import { clinic } from './testing/clinic.js'
import { callMock, startFirstTask } from './testing/mock-call.js'

let mock: CarebenchMock

beforeAll(async () => {
  mock = await carebenchMock({ benchmark: clinic, seed: 3 })
})

afterEach(() => mock.reset())

async function complete(on: CarebenchMock) {
  const { token, taskRunId, id } = await startFirstTask(on)
  const path = `/v1/benchmark-runs/${id}/fhir/Task/t1`
  const { body } = await callMock(on, token, 'GET', path)
  await callMock(on, token, 'PUT', path, { ...body, status: 'completed' })
  return callMock(on, token, 'POST', `/v1/task-runs/${taskRunId}/complete`)
}

describe('a mock', () => {
  it('is the service: a run from the Solver key to the verdict', async () => {
    expect(await complete(mock)).toMatchObject({ status: 200, body: { phase: 'completed', verdict: 'pass', score: 1 } })
  })

  it('publishes the fixture prior-auth by default, and several in their order', async () => {
    const both = await carebenchMock({ benchmark: [clinic, ...fixtureNames] })
    expect(both.benchmark).toBe('clinic@1')
    const { data } = await both.call('listBenchmarks')
    expect(data.map(({ name }) => name)).toEqual([...fixtureNames.toReversed(), 'clinic'])
    expect((await carebenchMock()).benchmark).toBe('prior-auth@1')
  })

  it('answers unknown paths and wrong methods as the service does', async () => {
    const unknown = await callMock(mock, mock.solverKey, 'GET', '/nothing')
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'RESOURCE_NOT_FOUND' } } })
    const wrong = await callMock(mock, mock.solverKey, 'DELETE', '/benchmarks')
    expect(wrong).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } })
    expect(wrong.headers.get('allow')).toBe('GET, HEAD, POST')
    expect(mock.calls.map(({ operation, status }) => [operation, status])).toEqual([
      [null, 404],
      [null, 405],
    ])
  })

  it('returns the same ids, tokens and responses for the same options and calls', async () => {
    const twin = await carebenchMock({ benchmark: clinic, seed: 3 })
    const other = await carebenchMock({ benchmark: clinic, seed: 4 })
    expect(twin).toMatchObject({ solverKey: mock.solverKey, organizationKey: mock.organizationKey })
    expect(other.solverKey).not.toBe(mock.solverKey)
    const results = await Promise.all([mock, twin, other].map(complete))
    expect(results[0]?.body).toEqual(results[1]?.body)
    expect(results[0]?.body).not.toEqual(results[2]?.body)
  })

  it('advances the clock at once for an agent that waits', async () => {
    const { id, token } = await startFirstTask(mock)
    const before = Date.parse(mock.now)
    const { status, body } = await callMock(mock, token, 'POST', `/v1/benchmark-runs/${id}/wait`, { seconds: 20 })
    expect([status, body.arrived]).toEqual([200, []])
    expect(Date.parse(mock.now) - before).toBe(20_000)
  })

  it('advances its clock only on request, and processes what becomes due', async () => {
    const { id } = await startFirstTask(mock)
    expect(mock.now).toBe('2026-01-05T09:00:00.000Z')
    expect(await mock.advance(61)).toBe('2026-01-05T09:01:01.000Z')
    expect(mock.now).toBe('2026-01-05T09:01:01.000Z')
    expect(await mock.runs.taskRuns(id)).toMatchObject([{ status: 'timed_out', score: 0 }])
    await expect(mock.advance(-1)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  it('keeps an answered completion after a cancellation, and answers repeated starts with the \
state of the present', async () => {
    const { token, taskRunId } = await startFirstTask(mock)
    const start = () => callMock(mock, token, 'POST', `/v1/task-runs/${taskRunId}/start`)
    const finish = () => callMock(mock, token, 'POST', `/v1/task-runs/${taskRunId}/complete`)
    const { body: started } = await start()
    expect(started).toMatchObject({ phase: 'started', status: 'active' })
    const completed = await finish()
    expect((await start()).body).toEqual({ ...started, phase: 'completed', status: 'completed' })
    await mock.call('cancelTaskRun', { params: { id: taskRunId } })
    expect(await finish()).toMatchObject({ status: 200, body: completed.body })
    expect((await start()).body).toEqual({ ...started, phase: 'completed', status: 'cancelled' })
  })

  it('times out a task run at its deadline, whenever this is noticed', async () => {
    const { id, token, taskRunId } = await startFirstTask(mock)
    const { body } = await callMock(mock, token, 'POST', `/v1/task-runs/${taskRunId}/start`)
    await mock.advance(1000)
    const [taskRun] = await mock.runs.taskRuns(id)
    expect(taskRun).toMatchObject({ status: 'timed_out', completed_at: body.deadline_at })
    expect(taskRun?.criterion_runs).toMatchObject([{ score: 0, evidence: null }])
  })

  it('audits what is published before the next call, and runs selected tasks', async () => {
    const reference = await mock.publish({ ...clinic, name: 'again' })
    const { id } = (await mock.call('listBenchmarks')).data[0] ?? {}
    const published = await mock.call('publishBenchmarkVersion', { params: { id: id ?? '' } })
    expect(published).toMatchObject({ version: 2, runnable: false, audit: 'pending' })
    const version = await mock.call('getBenchmarkVersion', { params: { id: id ?? '', version: '2' } })
    expect(version).toMatchObject({ runnable: true, audit: { ok: true } })
    const [name = ''] = clinic.tasks.map((task) => task.name)
    for (const benchmark of [reference, 'again@2']) {
      const run = await mock.call('createAuthoringRun', { body: { benchmark, tasks: [name], seed: 5 } })
      expect(run).toMatchObject({ subset: true, task_runs: [{ name }] })
    }
  })

  it.each([
    [{ seed: 1.5 }, /seed/],
    [{ now: 'yesterday' }, /now/],
    [{ baseUrl: '/v1' }, /baseUrl/],
    [{ baseUrl: 'https://a.test/?x' }, /baseUrl/],
    [{ benchmark: 'nothing' as 'prior-auth' }, /"nothing"; known: prior-auth/],
  ])('refuses %j', async (options, message) => {
    await expect(carebenchMock({ benchmark: clinic, ...options })).rejects.toThrow(message)
    await expect(carebenchMock({ benchmark: clinic, ...options })).rejects.toBeInstanceOf(TypeError)
  })
})

describe('mock.runs', () => {
  it('reads runs', async () => {
    await expect(mock.runs.latest()).rejects.toThrow(/has no run/)
    const { id } = await startFirstTask(mock)
    await complete(mock)
    const [first, second] = await mock.runs.list()
    expect(first?.id).toBe(id)
    expect(await mock.runs.latest()).toEqual(second)
    const [taskRun] = await mock.runs.taskRuns(second?.id ?? '')
    expect(taskRun?.criterion_runs).toMatchObject([{ passed: true, score: 1 }])
    expect(await mock.runs.record(taskRun?.id ?? '')).toMatchObject({ kind: expect.any(String), result: { score: 1 } })
    await expect(mock.runs.get('run_none')).rejects.toMatchObject({ code: 'RESOURCE_NOT_FOUND' })
  })

  it('lists more than one page', async () => {
    for (let count = 0; count < 101; count++) {
      await callMock(mock, mock.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: mock.benchmark })
    }
    const all = await mock.runs.list()
    expect(all).toHaveLength(101)
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).toSorted())
  })
})

describe('reset, snapshot and restore', () => {
  it('restore the initial state, including keys and clock', async () => {
    const before = await complete(mock)
    await mock.publish({ ...clinic, name: 'second' })
    await mock.advance(5)
    mock.fail('*', { status: 503 })
    mock.reset()
    expect(mock.now).toBe('2026-01-05T09:00:00.000Z')
    expect(mock.calls).toEqual([])
    expect(await mock.runs.list()).toEqual([])
    expect((await mock.call('listBenchmarks')).data).toHaveLength(1)
    expect((await complete(mock)).body).toEqual(before.body)
  })

  it('keep the data of benchmarks with equal ids apart', async () => {
    const read: unknown[] = []
    for (const id of ['p2', 'p3', 'p2']) {
      mock.reset()
      const { environment } = clinic
      const bundle = {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [{ resource: { resourceType: 'Patient', id } }],
      }
      const datasets = [...environment.datasets, { type: 'FHIR' as const, name: 'more', config: { bundle } }]
      const benchmark = await mock.publish({ ...clinic, name: 'more', environment: { ...environment, datasets } })
      const run = await callMock(mock, mock.solverKey, 'POST', '/v1/benchmark-runs', { benchmark })
      const [taskRun] = run.body.task_runs as readonly { readonly id: string }[]
      const token = String(run.body.bearer_token)
      await callMock(mock, token, 'POST', `/v1/task-runs/${taskRun?.id}/start`)
      const path = `/v1/benchmark-runs/${run.body.benchmark_run_id}/fhir/Patient`
      read.push([path, (await callMock(mock, token, 'GET', `${path}/${id}`)).status])
    }
    expect(new Set(read.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(read[0]).toEqual([expect.any(String), 200])
  })

  it('continue from a snapshot in the middle of a task, any number of times', async () => {
    const { token, taskRunId } = await startFirstTask(mock)
    const snapshot = await mock.snapshot()
    const finish = () => callMock(mock, token, 'POST', `/v1/task-runs/${taskRunId}/complete`)
    const first = await finish()
    expect(first).toMatchObject({ status: 200, body: { verdict: 'fail' } })
    for (let times = 0; times < 2; times++) {
      mock.restore(snapshot)
      expect(await mock.runs.taskRuns((await mock.runs.latest()).id)).toMatchObject([{ phase: 'started' }])
      expect((await finish()).body).toEqual(first.body)
    }
  })

  it('do not affect later calls, wherever the snapshot is taken', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.constantFrom('start', 'read', 'write', 'complete', 'list', 'publish' as const),
        fc.integer({ min: 0, max: 40 }),
      ),
      { minLength: 1, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(steps, fc.nat({ max: 11 }), async (program, at) => {
        const split = Math.min(at, program.length)
        mock.reset()
        const straight = await walk(program)
        mock.reset()
        const head = await walk(program.slice(0, split))
        const snapshot = await mock.snapshot()
        await walk(['start', 'write', 3, 'complete'])
        mock.restore(snapshot)
        expect([...head, ...(await walk(program.slice(split), split))]).toEqual(straight)
      }),
      { numRuns: 3 * inject('scale') },
    )
  })
})

/**
 * Runs steps on the latest run, if there is one; numbers advance the clock. Returns all responses. The written data
 * depend on the index of the step, counted from `first`.
 */
async function walk(program: readonly (string | number)[], first = 0): Promise<unknown[]> {
  const seen: unknown[] = []
  for (const [index, step] of program.entries()) {
    if (typeof step === 'number') seen.push(await mock.advance(step))
    else if (step === 'publish')
      seen.push(
        await mock.publish({ ...clinic, name: `b${(await mock.call('listBenchmarks')).data.length}` }).catch(String),
      )
    else if (step === 'list') seen.push(await mock.call('listBenchmarks'))
    else if (step === 'start') {
      const run = await callMock(mock, mock.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: mock.benchmark })
      const [taskRun] = run.body.task_runs as readonly { readonly id: string }[]
      tokens.set(String(run.body.benchmark_run_id), String(run.body.bearer_token))
      seen.push(run, await callMock(mock, String(run.body.bearer_token), 'POST', `/v1/task-runs/${taskRun?.id}/start`))
    } else {
      const run = (await mock.runs.list()).at(-1)
      if (run === undefined) continue
      const token = tokens.get(run.id) ?? ''
      const record = `/v1/benchmark-runs/${run.id}/fhir`
      const task = {
        resourceType: 'Task',
        id: 't1',
        status: (first + index) % 2 === 0 ? 'completed' : 'requested',
        intent: 'order',
      }
      if (step === 'read') seen.push(await callMock(mock, token, 'GET', `${record}/Patient?_count=1`))
      if (step === 'write') seen.push(await callMock(mock, token, 'PUT', `${record}/Task/t1`, task))
      if (step === 'complete') {
        seen.push(await callMock(mock, token, 'POST', `/v1/task-runs/${run.task_runs[0]?.id}/complete`))
      }
    }
  }
  return seen.map((one) => (isAnswer(one) ? { ...one, headers: [...one.headers] } : one))
}

const tokens = new Map<string, string>()

function isAnswer(value: unknown): value is { readonly headers: Headers } {
  return typeof value === 'object' && value !== null && 'headers' in value
}

it('prepares a fixture once, and isolates mocks', async () => {
  const first = await carebenchMock()
  await startFirstTask(first)
  const second = await carebenchMock()
  expect(second.solverKey).toBe(first.solverKey)
  expect(await second.runs.list()).toEqual([])
  expect(await first.runs.list()).toHaveLength(1)
})
