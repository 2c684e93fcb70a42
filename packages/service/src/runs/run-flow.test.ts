import { describe, expect, it } from 'vitest'
import { createServiceUnderTest, type ServiceUnderTest } from '../testing/service-under-test.js'
import { approvableForm, smallBenchmark } from '../testing/small-benchmark.js'

async function begin(changes: Parameters<typeof smallBenchmark>[0] = {}, options: { scored?: boolean } = {}) {
  const under = await createServiceUnderTest()
  const run = await under.createRun(await under.publish(smallBenchmark(changes)), options)
  const token = run.bearer_token
  const [first, second] = run.task_runs
  if (first === undefined || second === undefined) throw new Error('The run must have two task runs.')
  const finishTask = () =>
    under.call(token, 'PUT', `${run.endpoints.fhir}/Task/t1`, {
      resourceType: 'Task',
      id: 't1',
      status: 'completed',
      intent: 'order',
    })
  return { under, run, token, first, second, finishTask }
}

function readRun(under: ServiceUnderTest, token: string, id: string) {
  return under.call(token, 'GET', `/v1/benchmark-runs/${id}`)
}

describe('a run from its creation to its end', () => {
  it('scores the work of the agent, and repeats the result of a completion \
[completion.repeated, run-end.completed]', async () => {
    const { under, run, token, first, second, finishTask } = await begin()
    expect((await under.call(token, 'POST', first.start_url)).status).toBe(200)
    expect((await finishTask()).status).toBe(200)
    const completed = await under.call(token, 'POST', first.complete_url, { output: { note: 'done' } })
    expect(completed.body).toMatchObject({ phase: 'completed', verdict: 'pass', score: 1 })
    expect((await under.call(token, 'POST', first.complete_url, { output: 'other' })).text).toBe(completed.text)

    await under.call(token, 'POST', second.start_url)
    expect((await under.call(token, 'POST', `${run.endpoints.portal}/prior-auths`, approvableForm)).status).toBe(201)
    under.clock.advance(6_000)
    expect((await under.call(token, 'POST', second.complete_url)).body).toMatchObject({ verdict: 'pass', score: 1 })
    expect((await readRun(under, token, run.benchmark_run_id)).body).toMatchObject({
      phase: 'completed',
      status: 'completed',
      verdict: 'pass',
      score: 1,
    })
  })

  it('gives no points for doing nothing, including guards [guards.nothing-done]', async () => {
    const { under, run, token, first, second } = await begin()
    for (const taskRun of [first, second]) {
      await under.call(token, 'POST', taskRun.start_url)
      const completed = await under.call(token, 'POST', taskRun.complete_url)
      expect(completed.body).toMatchObject({ verdict: 'fail', score: 0 })
    }
    expect((await readRun(under, token, run.benchmark_run_id)).body).toMatchObject({ verdict: 'fail', score: 0 })
  })

  it('isolates the changes of one task from the other [transport.own-playground]', async () => {
    const { under, run, token, first, second, finishTask } = await begin()
    await under.call(token, 'POST', first.start_url)
    await finishTask()
    await under.call(token, 'POST', first.complete_url)
    await under.call(token, 'POST', second.start_url)
    const read = await under.call(token, 'GET', `${run.endpoints.fhir}/Task/t1`)
    expect(read.body).toMatchObject({ status: 'requested' })
  })

  it('returns the same members to a repeated start, with the current state \
[start.repeated, run-tokens.repeats-after-end]', async () => {
    const { under, token, first } = await begin()
    const started = await under.call(token, 'POST', first.start_url)
    expect((await under.call(token, 'POST', first.start_url)).text).toBe(started.text)
    await under.call(token, 'POST', first.complete_url)
    const ended = { ...started.body, phase: 'completed', status: 'completed' }
    expect((await under.call(token, 'POST', first.start_url)).body).toEqual(ended)
  })

  it('returns the current state to a start that is repeated after a cancellation or a timeout \
[start.repeated]', async () => {
    for (const end of ['cancelled', 'timed_out'] as const) {
      const { under, token, first } = await begin()
      const started = await under.call(token, 'POST', first.start_url)
      if (end === 'cancelled') await under.call(under.organizationKey, 'POST', `/task-runs/${first.id}/cancel`)
      else under.clock.advance(60_000)
      const phase = end === 'cancelled' ? 'started' : 'completed'
      const again = await under.call(token, 'POST', first.start_url)
      expect([again.status, again.body]).toEqual([200, { ...started.body, phase, status: end }])
    }
  })

  it('enforces the concurrency of the benchmark [start.concurrency]', async () => {
    const { under, token, first, second } = await begin()
    const [earlier, other] = await Promise.all([
      under.call(token, 'POST', first.start_url),
      under.call(token, 'POST', second.start_url),
    ])
    expect([earlier.status, other.status].sort()).toEqual([200, 409])
  })

  it('requires a header when several task runs are started [systems.several-started, systems.header]', async () => {
    const { under, run, token, first, second } = await begin({ concurrency: 2 })
    await under.call(token, 'POST', first.start_url)
    await under.call(token, 'POST', second.start_url)
    const target = `${run.endpoints.fhir}/Task/t1`
    expect((await under.call(token, 'GET', target)).body).toMatchObject({ error: { code: 'CONFLICT' } })
    const named = await under.call(token, 'GET', target, undefined, { 'task-run-id': second.id })
    expect(named.status).toBe(200)
    expect((await under.call(token, 'GET', target, undefined, { 'task-run-id': 'tr_none' })).status).toBe(404)
  })
})

describe('calls in a wrong state', () => {
  it('rejects completion before the start, and calls of systems before and after \
[completion.not-started, systems.none-started, systems.only-started, completion.freezes, \
reproducibility.sealed]', async () => {
    const { under, run, token, first } = await begin()
    const read = () => under.call(token, 'GET', `${run.endpoints.fhir}/Task/t1`)
    expect((await under.call(token, 'POST', first.complete_url)).status).toBe(409)
    expect((await read()).status).toBe(409)
    await under.call(token, 'POST', first.start_url)
    expect((await read()).status).toBe(200)
    await under.call(token, 'POST', first.complete_url)
    expect((await read()).status).toBe(409)
  })

  it('cancels from every state, repeatedly, and keeps the score \
[states.cancel, cancelling.any-state, cancelling.keeps, completion.after-cancel, completion.answered-stays, \
start.after-cancel, run-end.score, runs.cancel-answer]', async () => {
    const { under, token, first, second, finishTask, run } = await begin()
    const cancel = (id: string) => under.call(under.organizationKey, 'POST', `/task-runs/${id}/cancel`)
    await under.call(token, 'POST', first.start_url)
    await finishTask()
    const completed = await under.call(token, 'POST', first.complete_url)
    for (let time = 0; time < 2; time++) {
      expect((await cancel(first.id)).body).toMatchObject({ status: 'cancelled', phase: 'completed', score: 1 })
      expect((await cancel(second.id)).body).toMatchObject({ status: 'cancelled', phase: 'created', score: null })
    }
    expect((await under.call(token, 'POST', second.start_url)).status).toBe(409)
    expect((await under.call(token, 'POST', second.complete_url)).status).toBe(409)
    expect((await under.call(token, 'POST', first.complete_url)).text).toBe(completed.text)
    // Cancelled task runs count 0 in the run.
    expect((await readRun(under, token, run.benchmark_run_id)).body).toMatchObject({ phase: 'completed', score: 0 })
  })
})

describe('time', () => {
  it('times out a task run at its deadline, on access and in the background \
[deadlines.timed-out, deadlines.completed-at, deadlines.result, deadlines.criterion-runs, deadlines.on-access, \
completion.after-timeout]', async () => {
    for (const trigger of ['access', 'background'] as const) {
      const { under, run, token, first, finishTask } = await begin()
      const started = await under.call(token, 'POST', first.start_url)
      await finishTask()
      under.clock.advance(75_000)
      if (trigger === 'background') await under.service.settleDue()
      const refused = await under.call(token, 'POST', first.complete_url)
      expect(refused.body).toMatchObject({ error: { code: 'CONFLICT' } })
      const read = await readRun(under, token, run.benchmark_run_id)
      expect(read.body.task_runs).toMatchObject([
        { status: 'timed_out', phase: 'completed', verdict: 'fail', score: 0 },
        {},
      ])
      const taskRun = await under.call(under.organizationKey, 'GET', `/task-runs/${first.id}`)
      expect(taskRun.body.completed_at).toBe(started.body.deadline_at)
      expect(taskRun.body.criterion_runs).toMatchObject([
        { score: 0, details: 'not verified' },
        { score: 0, details: 'not verified' },
      ])
    }
  })

  it('completes a millisecond before the deadline [deadlines.just-before]', async () => {
    const { under, token, first, finishTask } = await begin()
    await under.call(token, 'POST', first.start_url)
    await finishTask()
    under.clock.advance(59_999)
    expect((await under.call(token, 'POST', first.complete_url)).body).toMatchObject({ verdict: 'pass' })
  })

  it('ends the run when its token expires [run-tokens.expiry-ends-run]', async () => {
    const { under, run, token, first } = await begin()
    await under.call(token, 'POST', first.start_url)
    under.clock.advance(4 * 3_600_000)
    expect((await readRun(under, token, run.benchmark_run_id)).status).toBe(401)
    await under.service.settleDue()
    const read = await under.call(under.organizationKey, 'GET', `/runs/${run.benchmark_run_id}`)
    expect(read.body).toMatchObject({ phase: 'completed', status: 'completed', score: 0, verdict: 'fail' })
    expect(read.body.task_runs).toMatchObject([{ status: 'timed_out' }, { status: 'timed_out' }])
  })
})

describe('a scored run', () => {
  it('omits details from the completion, and shows the evidence only to the organization \
[scored.no-details, scored.no-field-evidence, scored.no-keys]', async () => {
    const { under, token, first } = await begin({}, { scored: true })
    await under.call(token, 'POST', first.start_url)
    const completed = await under.call(token, 'POST', first.complete_url)
    expect(completed.text).not.toMatch(/details|field_results|expected|actual/)
    const [check] = completed.body.checks as { criterion_id: string }[]
    const listed = await under.call(under.organizationKey, 'GET', `/criterion-runs?task_run_id=${first.id}`)
    expect(listed.body).toMatchObject({ next_cursor: null, _meta: { next: null, prev: null, limit: 20 } })
    const runs = listed.body.data as { criterion_id: string; evidence: { field_results: unknown } }[]
    expect(runs.find((run) => run.criterion_id === check?.criterion_id)?.evidence.field_results).toEqual([
      { path: 'status', expected: 'completed', actual: 'requested', passed: false },
    ])
  })

  it('shows no expected value in any response to the run token [scored.nothing-else]', async () => {
    const { under, run, token, second } = await begin({}, { scored: true })
    const seen = [JSON.stringify(run)]
    seen.push((await under.call(token, 'POST', second.start_url)).text)
    seen.push((await under.call(token, 'GET', `${run.endpoints.portal}/prior-auths`)).text)
    seen.push((await under.call(token, 'GET', `${run.endpoints.fhir}/Patient`)).text)
    seen.push((await under.call(token, 'POST', second.complete_url)).text)
    seen.push((await readRun(under, token, run.benchmark_run_id)).text)
    for (const text of seen) expect(text).not.toContain('M-CANARY-1')
  })
})

describe('the run token', () => {
  it('is valid only for its own run [authentication.run-token-own-run, authentication.run-token-create]', async () => {
    const { under, run, token, first } = await begin()
    const other = await under.createRun('small@1')
    const [otherTask] = other.task_runs
    for (const target of [
      `GET /v1/benchmark-runs/${other.benchmark_run_id}`,
      `GET /v1/benchmark-runs/run_none`,
      `GET ${other.endpoints.fhir}/Patient`,
      `POST /v1/task-runs/${otherTask?.id}/start`,
      `POST /v1/task-runs/tr_none/complete`,
      `POST /v1/benchmark-runs`,
      `GET /task-runs/${first.id}`,
    ]) {
      const [method = '', path = ''] = target.split(' ')
      const answer = await under.call(token, method, path)
      expect([target, answer.status]).toEqual([target, 401])
      expect(answer.body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    }
    for (const key of [under.solverKey, under.organizationKey, `${token.slice(0, -1)}!`, '']) {
      expect((await under.call(key, 'GET', `/v1/benchmark-runs/${run.benchmark_run_id}`)).status).toBe(401)
    }
  })
})
