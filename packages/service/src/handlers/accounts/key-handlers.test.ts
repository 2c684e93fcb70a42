import { describe, expect, it } from 'vitest'
import { keys } from '../../documents/collections/access.js'
import { callAsOrganization } from '../../testing/call-as-organization.js'

const calls = callAsOrganization

describe('an API key', () => {
  it('is shown once; lists show its prefix and its last four characters \
[keys.create, keys.list, authentication.key-shown-once, authentication.organization-key-prefix, \
authentication.token-shape]', async () => {
    const { call, under, ids } = await calls()
    const created = await call('POST', '/api-keys', { name: 'CI' })
    expect([created.status, created.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^key_/),
        name: 'CI',
        key: expect.stringMatching(/^vk_[A-Za-z0-9]{43}$/),
        prefix: 'vk_',
        suffix: String(created.body.key).slice(-4),
        created_at: expect.any(String),
        last_used_on: null,
      },
    ])
    const { key, ...shown } = created.body
    const listed = await call('GET', '/api-keys')
    expect(listed.body.data).toEqual([shown, expect.objectContaining({ id: ids.spare_api_key_id }), expect.anything()])
    expect(listed.text).not.toContain(String(key))
    // Keys of Solvers are listed with their Solver only.
    expect(listed.text).not.toContain('vrl_slv_')
    const stored = await under.store.get(keys, String(created.body.id))
    expect(JSON.stringify(stored)).not.toContain(String(key))
    expect((await under.call(String(key), 'GET', '/benchmarks')).status).toBe(200)
  })

  it('that is revoked stops working at once, and is no longer listed [keys.revoke]', async () => {
    const { call, under } = await calls()
    const { body } = await call('POST', '/api-keys', { name: 'x' })
    const revoked = await call('DELETE', `/api-keys/${body.id}`)
    expect([revoked.status, revoked.text]).toEqual([204, ''])
    const refused = await under.call(String(body.key), 'GET', '/benchmarks')
    expect(refused.body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    expect((await call('DELETE', `/api-keys/${body.id}`)).status).toBe(404)
    expect((await call('GET', '/api-keys')).text).not.toContain(String(body.id))
  })

  it('that is the last of its organization is kept, also if the last two are revoked at once [keys.last]', async () => {
    const { call, under, ids } = await calls()
    const [newest, first] = (await call('GET', '/api-keys')).body.data as [{ id: string }, { id: string }]
    expect(newest.id).toBe(ids.spare_api_key_id)
    const answers = await Promise.all([newest, first].map(({ id }) => call('DELETE', `/api-keys/${id}`)))
    expect(answers.map(({ status }) => status)).toEqual([204, 409])
    expect(answers[1]?.body).toMatchObject({ error: { code: 'CONFLICT' } })
    expect((await under.call(under.organizationKey, 'GET', '/api-keys')).body.data).toMatchObject([{ id: first.id }])
  })

  it('shows the day of its last use, which is written once a day', async () => {
    const { call, under } = await calls()
    const { body } = await call('POST', '/api-keys', { name: 'x' })
    const [id, key] = [String(body.id), String(body.key)]
    const read = async () => {
      const listed = (await call('GET', '/api-keys')).body.data as readonly { id: string; last_used_on: unknown }[]
      const stored = await under.store.get(keys, id)
      return [listed.find((one) => one.id === id)?.last_used_on, stored?.revision]
    }
    const [, created] = await read()
    await Promise.all([1, 2, 3].map(() => under.call(key, 'GET', '/benchmarks')))
    const [day, used] = await read()
    expect(day).toBe('2026-01-05')
    expect(used).not.toBe(created)
    under.clock.advance(3_600_000)
    await under.call(key, 'GET', '/benchmarks')
    expect(await read()).toEqual([day, used])
    under.clock.advance(24 * 3_600_000)
    await under.call(key, 'GET', '/benchmarks')
    expect((await read())[0]).toBe('2026-01-06')
  })

  it('stays revoked if it is used at the moment of its revocation', async () => {
    const { call, under } = await calls()
    const { body } = await call('POST', '/api-keys', { name: 'x' })
    const [used, revoked] = await Promise.all([
      under.call(String(body.key), 'GET', '/benchmarks'),
      call('DELETE', `/api-keys/${body.id}`),
    ])
    expect([[200, 401].includes(used.status), revoked.status]).toEqual([true, 204])
    expect((await under.call(String(body.key), 'GET', '/benchmarks')).status).toBe(401)
  })

  it('can revoke itself', async () => {
    const { call, under } = await calls()
    const { body } = await call('POST', '/api-keys', { name: 'x' })
    expect((await under.call(String(body.key), 'DELETE', `/api-keys/${body.id}`)).status).toBe(204)
    expect((await under.call(String(body.key), 'DELETE', `/api-keys/${body.id}`)).status).toBe(401)
  })
})

describe('a key of a Solver', () => {
  it('starts runs of its Solver until it is revoked; existing runs continue \
[solvers.keys, solvers.revoke-key, solvers.revoked-key-keeps-runs, authentication.solver-key-prefix]', async () => {
    const { call, under, own, ids } = await calls()
    const target = `/solvers/${ids.solver_id}/api-keys`
    const created = await call('POST', target, { name: 'agent' })
    expect(created.body).toMatchObject({ key: expect.stringMatching(/^vrl_slv_/), prefix: 'vrl_slv_' })
    const solverKey = String(created.body.key)
    const listed = await call('GET', target)
    expect(listed.body.data).toMatchObject([{ id: created.body.id }, { id: ids.key_id }])
    expect(listed.text).not.toContain(solverKey)
    const run = await under.createRun(own.reference, { solverKey })
    const read = await call('GET', `/benchmark-runs/${run.benchmark_run_id}`)
    expect(read.body.solver_id).toBe(ids.solver_id)

    expect((await call('DELETE', `${target}/${created.body.id}`)).status).toBe(204)
    expect((await call('DELETE', `${target}/${created.body.id}`)).status).toBe(404)
    const refused = await under.call(solverKey, 'POST', '/v1/benchmark-runs', { benchmark: own.reference })
    expect(refused.status).toBe(401)
    const started = await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    expect(started.status).toBe(200)
  })

  it('belongs to one Solver, and is not an API key of the organization', async () => {
    const { call, ids } = await calls()
    for (const target of [
      `/solvers/${ids.spare_solver_id}/api-keys/${ids.key_id}`,
      `/solvers/${ids.solver_id}/api-keys/${ids.spare_api_key_id}`,
      `/api-keys/${ids.key_id}`,
    ]) {
      expect([target, (await call('DELETE', target)).status]).toEqual([target, 404])
    }
    expect((await call('GET', '/api-keys')).text).toContain(ids.spare_api_key_id)
  })
})
