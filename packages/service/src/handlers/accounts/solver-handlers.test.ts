import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

describe('a Solver', () => {
  it('has an alias that fits into a URL and is unique in its organization \
[solvers.create, solvers.alias-shape, solvers.alias-unique]', async () => {
    const { call, ids, under, other } = await callAsOrganization()
    const created = await call('POST', '/solvers', { alias: 'triage-2', name: 'Triage' })
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^slv_/),
        alias: 'triage-2',
        name: 'Triage',
        description: null,
        created_at: expect.any(String),
      },
    ])
    for (const alias of ['', '-a', 'a b', 'a/b', 'é', 'a?', 'x'.repeat(65)]) {
      const refused = await call('POST', '/solvers', { alias, name: 'x' })
      expect([alias, refused.status, refused.body]).toMatchObject([
        alias,
        400,
        { error: { errors: [{ path: '/alias' }] } },
      ])
    }
    const taken = await call('POST', '/solvers', { alias: 'triage-2', name: 'x' })
    expect([taken.status, taken.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect((await call('PATCH', `/solvers/${ids.solver_id}`, { alias: 'triage-2' })).status).toBe(409)
    const elsewhere = { alias: 'triage-2', name: 'x' }
    expect((await under.call(other.organizationKey, 'POST', '/solvers', elsewhere)).status).toBe(201)
  })

  it('can be changed member by member [solvers.read-change-delete]', async () => {
    const { call, ids } = await callAsOrganization()
    const target = `/solvers/${ids.solver_id}`
    const before = (await call('GET', target)).body
    expect((await call('PATCH', target)).body).toEqual(before)
    const changes = { alias: 'other', name: 'Other', description: 'x' }
    expect((await call('PATCH', target, changes)).body).toEqual({ ...before, ...changes })
    expect((await call('PATCH', target, { description: null })).body).toEqual({
      ...before,
      ...changes,
      description: null,
    })
    expect((await call('PATCH', target, { alias: null })).status).toBe(400)
  })

  it('that is deleted cannot start runs; its existing runs continue [solvers.read-change-delete]', async () => {
    const { call, ids, under, own } = await callAsOrganization()
    const target = `/solvers/${ids.solver_id}`
    const { body } = await call('POST', `${target}/api-keys`, { name: 'agent' })
    const solverKey = String(body.key)
    const run = await under.createRun(own.reference, { solverKey })
    const deleted = await call('DELETE', target)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const [method, path] of [
      ['GET', target],
      ['GET', `${target}/api-keys`],
      ['DELETE', target],
    ] as const) {
      expect((await call(method, path)).status).toBe(404)
    }
    expect((await call('POST', `${target}/api-keys`, { name: 'x' })).status).toBe(404)
    const refused = await under.call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: own.reference })
    expect(refused.status).toBe(401)
    expect((await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')).status).toBe(200)
    const read = await call('GET', `/benchmark-runs/${run.benchmark_run_id}`)
    expect(read.body).toMatchObject({ solver_id: ids.solver_id, phase: 'started' })
    // Its alias is available again.
    expect((await call('POST', '/solvers', { alias: 'second', name: 'x' })).status).toBe(201)
  })

  it('that is deleted while a key is created for it leaves no active key', async () => {
    const { call, ids, under, own } = await callAsOrganization()
    const target = `/solvers/${ids.solver_id}`
    const [created, deleted] = await Promise.all([
      call('POST', `${target}/api-keys`, { name: 'x' }),
      call('DELETE', target),
    ])
    expect(deleted?.status).toBe(204)
    if (created?.status === 201) {
      const key = String(created.body.key)
      const refused = await under.call(key, 'POST', '/v1/benchmark-runs', { benchmark: own.reference })
      expect(refused.status).toBe(401)
    } else expect(created?.status).toBe(404)
  })
})
