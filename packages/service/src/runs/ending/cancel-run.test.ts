import { update } from '@carebench/store'
import { describe, expect, it } from 'vitest'
import { runs, taskRuns } from '../../documents/collections/running.js'
import { callAsOrganization } from '../../testing/call-as-organization.js'

async function begin() {
  const calls = await callAsOrganization()
  const run = await calls.under.createRun(calls.own.reference)
  const [first, second] = run.task_runs
  if (first === undefined || second === undefined) throw new Error('The small benchmark has two tasks.')
  const asAgent = (method: string, target: string) => calls.under.call(run.bearer_token, method, target)
  const target = `/benchmark-runs/${run.benchmark_run_id}`
  return { ...calls, run, first, second, asAgent, target, cancel: () => calls.call('POST', `${target}/cancel`) }
}

describe('cancelling a run', () => {
  it('cancels unfinished task runs and keeps the others \
[runs.cancel, cancelling.run, run-end.score-null]', async () => {
    const { first, second, asAgent, cancel, call, target } = await begin()
    for (const path of [first.start_url, first.complete_url, second.start_url]) await asAgent('POST', path)
    const { body: before } = await call('GET', `/task-runs/${first.id}`)
    const cancelled = await cancel()
    expect([cancelled.status, cancelled.body]).toMatchObject([
      200,
      {
        phase: 'completed',
        status: 'cancelled',
        score: null,
        verdict: null,
        task_runs: [
          { status: 'completed', score: before.score, verdict: before.verdict },
          { status: 'cancelled', phase: 'started', score: null, verdict: null },
        ],
      },
    ])
    expect((await cancel()).body).toEqual(cancelled.body)
    expect((await call('GET', target)).body).toEqual(cancelled.body)
    expect((await asAgent('POST', second.complete_url)).status).toBe(409)
    // The stored result of a completed task run is still returned.
    expect((await asAgent('POST', first.complete_url)).status).toBe(200)
  })

  it('without started task runs leaves nothing to start', async () => {
    const { first, asAgent, cancel } = await begin()
    expect((await cancel()).body).toMatchObject({ status: 'cancelled', started_at: null })
    expect((await asAgent('POST', first.start_url)).status).toBe(409)
  })

  it('that has ended changes nothing [cancelling.ended-run]', async () => {
    const { first, second, asAgent, cancel, call, target } = await begin()
    for (const { start_url, complete_url } of [first, second]) {
      await asAgent('POST', start_url)
      await asAgent('POST', complete_url)
    }
    const { body: before } = await call('GET', target)
    expect(before).toMatchObject({ status: 'completed', score: expect.any(Number) })
    expect((await cancel()).body).toEqual(before)
  })

  it('with a failed task run is failed [run-end.status]', async () => {
    const { first, asAgent, cancel, under } = await begin()
    await asAgent('POST', first.start_url)
    const found = await under.store.get(taskRuns, first.id)
    if (found === undefined) throw new Error('The task run is gone.')
    await under.store.commit([update(taskRuns, { ...found.doc, status: 'failed' }, found.revision)])
    expect((await cancel()).body).toMatchObject({
      status: 'failed',
      score: null,
      task_runs: [{ status: 'failed' }, { status: 'cancelled' }],
    })
  })

  it('is final once it is marked, no matter who ends its task runs', async () => {
    for (const how of ['background', 'list', 'start'] as const) {
      const { first, run, asAgent, call, under } = await begin()
      await asAgent('POST', first.start_url)
      const found = await under.store.get(runs, run.benchmark_run_id)
      if (found === undefined) throw new Error('The run is gone.')
      await under.store.commit([update(runs, { ...found.doc, cancelled: true }, found.revision)])
      if (how === 'background') await under.service.settleDue()
      if (how === 'list') await call('GET', '/benchmark-runs')
      if (how === 'start') {
        for (const { start_url } of run.task_runs) await asAgent('POST', start_url)
      }
      const owned = { filter: { name: 'run', value: run.benchmark_run_id }, limit: 10 }
      const stored = await under.store.page(taskRuns, owned)
      expect(stored.docs.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    }
  })

  it('and completing concurrently agree on the end', async () => {
    const { first, second, asAgent, cancel, call, target } = await begin()
    await asAgent('POST', first.start_url)
    const [completed, cancelled] = await Promise.all([asAgent('POST', first.complete_url), cancel()])
    expect(cancelled.status).toBe(200)
    const { body } = await call('GET', target)
    expect(body).toEqual(cancelled.body)
    const expected = completed.status === 200 ? 'completed' : 'cancelled'
    expect(body).toMatchObject({ status: 'cancelled', task_runs: [{ status: expected }, { status: 'cancelled' }] })
    expect((await asAgent('POST', second.start_url)).status).toBe(409)
  })
})

describe('a run of an organization', () => {
  it('has no Solver and is unscored [runs.authoring, runs.authoring-own-only]', async () => {
    const { call, own, other, under } = await begin()
    const created = await call('POST', '/benchmark-runs', { benchmark: own.reference })
    expect([created.status, created.body]).toMatchObject([
      201,
      { phase: 'created', status: 'active', scored: false, solver_id: null, version: 1, task_runs: [{}, {}] },
    ])
    const { status, body: read, text } = await call('GET', `/runs/${created.body.id}`)
    expect(status).toBe(200)
    expect(created.body).toMatchObject(read)
    expect(text).not.toContain('vrl_run_')
    // An organization key reaches what the organization owns, a Solver key also what is Public.
    const visible = { visibility: 'Public' }
    await under.call(other.organizationKey, 'PATCH', `/benchmarks/${other.ids.benchmark_id}`, visible)
    expect((await under.createRun('other@1')).task_runs).toHaveLength(2)
    for (const [benchmark, status] of [
      ['own', 400],
      ['own@2', 404],
      ['other@1', 404],
    ] as const) {
      expect((await call('POST', '/benchmark-runs', { benchmark })).status).toBe(status)
    }
    expect((await call('POST', '/benchmark-runs', { benchmark: own.reference, scored: true })).status).toBe(400)
  })

  it('is listed in its current state: overdue task runs have timed out', async () => {
    const { call, first, asAgent, under, run } = await begin()
    await asAgent('POST', first.start_url)
    under.clock.advance(60_000)
    const { body } = await call('GET', '/benchmark-runs?limit=1')
    expect(body).toMatchObject({
      data: [{ id: run.benchmark_run_id, task_runs: [{ status: 'timed_out', score: 0 }, { status: 'active' }] }],
    })
  })

  it('is listed as ended once its token has expired, even if nothing was started', async () => {
    const { call, under, run } = await begin()
    under.clock.advance(Date.parse(run.bearer_token_expires_at) - under.clock.now() - 1)
    const listed = async () => (await call('GET', '/benchmark-runs?limit=1')).body
    expect(await listed()).toMatchObject({ data: [{ status: 'active' }] })
    under.clock.advance(1)
    expect(await listed()).toMatchObject({
      data: [{ id: run.benchmark_run_id, status: 'completed', verdict: 'fail', score: 0 }],
    })
  })

  it('has its current criterion runs listed', async () => {
    const { call, first, asAgent, under } = await begin()
    await asAgent('POST', first.start_url)
    const listed = async () => (await call('GET', `/criterion-runs?task_run_id=${first.id}`)).body.data
    under.clock.advance(59_999)
    expect(await listed()).toEqual([])
    under.clock.advance(1)
    expect(await listed()).toMatchObject([{ details: 'not verified' }, { details: 'not verified' }])
  })
})
