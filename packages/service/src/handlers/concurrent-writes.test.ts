import { describe, expect, it } from 'vitest'
import type { Answer } from '../testing/service-under-test.js'
import { createTwoOrganizations } from '../testing/two-organizations.js'

function statuses(answers: readonly Answer[]) {
  return answers.map(({ status }) => status).sort()
}

async function begin() {
  const { under, own } = await createTwoOrganizations()
  const call = (method: string, target: string, body?: unknown) => under.call(own.organizationKey, method, target, body)
  return { call, ids: own.ids, own, under }
}

describe('two concurrent writes', () => {
  it('of one unique name: one succeeds, the other gets 409 [benchmarks.name-unique]', async () => {
    const { call } = await begin()
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', '/benchmarks', { name: 'twin' })))
    expect(statuses(answers)).toEqual([201, 409, 409])
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ error: { code: 'CONFLICT' } })
    }
  })

  it('of one resource: each takes effect or gets 503, and none is lost', async () => {
    const { call, ids } = await begin()
    const target = `/environments/${ids.environment_id}`
    const [renamed, described] = await Promise.all([
      call('PATCH', target, { name: 'new' }),
      call('PATCH', target, { description: 'new' }),
    ])
    const { body } = await call('GET', target)
    for (const [answer, member, before] of [
      [renamed, 'name', 'Small clinic'],
      [described, 'description', null],
    ] as const) {
      expect([200, 503]).toContain(answer?.status)
      if (answer?.status === 503) expect(answer.headers['retry-after']).toBe('1')
      expect(body[member]).toBe(answer?.status === 200 ? 'new' : before)
    }
  })

  it('of one link and one binding leave one of each [transport.linked-again]', async () => {
    const { call, ids } = await begin()
    const link = `/environments/${ids.environment_id}/simulators/${ids.simulator_id}`
    expect(statuses(await Promise.all([call('POST', link), call('POST', link)]))).toEqual([200, 200])
    const entity = await call('POST', `/datasets/${ids.dataset_id}/entities`, { type: 'p', data: 1 })
    const bind = () => call('POST', `/tasks/${ids.task_id}/entities`, { dataset_entity_id: entity.body.id })
    expect(statuses(await Promise.all([bind(), bind(), bind()]))).toEqual([200, 200, 200])
    const { body } = await call('GET', `/tasks/${ids.task_id}/entities`)
    const bound = (body.data as { id: unknown }[]).filter(({ id }) => id === entity.body.id)
    expect(bound).toHaveLength(1)
  })

  it('of parts of one benchmark all take effect', async () => {
    const { call, ids } = await begin()
    const names = Array.from({ length: 10 }, (_, index) => `t${index}`)
    const answers = await Promise.all(
      names.map((name) => call('POST', '/tasks', { benchmark_id: ids.benchmark_id, name })),
    )
    expect(statuses(answers)).toEqual(names.map(() => 201))
  })

  it('of one document all take effect, however many there are', async () => {
    const { call } = await begin()
    const names = Array.from({ length: 60 }, (_, index) => `key ${index}`)
    const made = await Promise.all(names.map((name) => call('POST', '/api-keys', { name })))
    // Each of them writes the organization as well, so that the last key stays.
    const revoked = await Promise.all(made.map(({ body }) => call('DELETE', `/api-keys/${body.id}`)))
    expect(statuses(revoked)).toEqual(names.map(() => 204))
  })

  it('that publish get different version numbers', async () => {
    const { call, ids } = await begin()
    const target = `/benchmarks/${ids.benchmark_id}/versions`
    const answers = await Promise.all([1, 2, 3].map(() => call('POST', target)))
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.version)
    expect(made.length).toBeGreaterThan(0)
    expect(new Set(made).size).toBe(made.length)
    for (const { status } of answers) expect([201, 503]).toContain(status)
  })

  it('that complete and cancel one task run agree on its end', async () => {
    const { under, own, ids } = await begin()
    const [completed, cancelled] = await Promise.all([
      under.call(own.runToken, 'POST', `/v1/task-runs/${ids.task_run_id}/complete`),
      under.call(own.organizationKey, 'POST', `/task-runs/${ids.task_run_id}/cancel`),
    ])
    expect([completed?.status, cancelled?.status]).toEqual([200, 200])
    expect(cancelled?.body).toMatchObject({ status: 'cancelled', phase: 'completed', score: completed?.body.score })
  })
})

describe('a change', () => {
  it('keeps absent members and clears members that are null \
[json.patch-absent, json.patch-null, json.empty-body]', async () => {
    const { call, ids } = await begin()
    const target = `/benchmarks/${ids.benchmark_id}`
    await call('PATCH', target, { description: 'x', overrides: { seed: 5, scored_only: true } })
    const before = (await call('GET', target)).body
    expect(before).toMatchObject({ description: 'x', timeout: 60, concurrency: 2 })
    expect((await call('PATCH', target)).body).toEqual(before)
    expect((await call('PATCH', target, {})).body).toEqual(before)
    expect((await call('PATCH', target, { description: null })).body).toEqual({ ...before, description: null })
    // Objects are replaced entirely.
    expect((await call('PATCH', target, { overrides: { seed: 6 } })).body.overrides).toEqual({ seed: 6 })
    expect((await call('PATCH', target, { name: null })).status).toBe(400)
  })

  it('of several simulators changes all of them or none \
[environments.patch-atomic, environments.patch-shared, environments.patch-simulators]', async () => {
    const { call, ids } = await begin()
    const target = `/environments/${ids.environment_id}`
    const before = (await call('GET', target)).body
    const [first, second] = before.simulators as { id: string }[]
    const refused = await call('PATCH', target, {
      name: 'new',
      simulators: [
        { id: second?.id, config: {} },
        { id: first?.id, config: { unknown: 1 } },
        { id: first?.id, config: {} },
        { id: 'sim_none', config: {} },
      ],
    })
    expect(refused.body).toMatchObject({
      error: {
        code: 'INVALID_REQUEST',
        errors: [{ path: '/simulators/1/config/unknown' }, { path: '/simulators/2/id' }, { path: '/simulators/3/id' }],
      },
    })
    expect((await call('GET', target)).body).toEqual(before)
    const changed = await call('PATCH', target, { simulators: [{ id: second?.id, config: {} }] })
    expect(changed.body.simulators).toMatchObject([{ id: first?.id }, { id: second?.id, config: {} }])
    expect((await call('GET', `/simulators/${second?.id}`)).body.config).toEqual({})
  })

  it('to a simulator of another organization is rejected like one to an unknown simulator', async () => {
    const { under, own, other } = await createTwoOrganizations()
    const target = `/environments/${own.ids.environment_id}`
    const edit = (id: string) =>
      under.call(own.organizationKey, 'PATCH', target, { simulators: [{ id, config: {} }] }, { 'x-request-id': 'same' })
    const foreign = await edit(other.ids.simulator_id ?? '')
    expect(foreign.status).toBe(400)
    expect(foreign.text).toBe((await edit('sim_none')).text)
  })
})

describe('a unique name', () => {
  it('that is Public in another organization is taken once it is published [versions.public-name-unique]', async () => {
    const { under, own, other } = await createTwoOrganizations()
    const open = (tenant: typeof own) =>
      under.call(tenant.organizationKey, 'PATCH', `/benchmarks/${tenant.ids.benchmark_id}`, { visibility: 'public' })
    const made = await under.call(other.organizationKey, 'POST', '/benchmarks', {
      name: 'own',
      visibility: 'Public',
      environment_id: other.ids.environment_id,
    })
    expect(made.status).toBe(201)
    await under.call(other.organizationKey, 'POST', '/tasks', { benchmark_id: made.body.id, name: 't' })
    expect((await open(own)).body).toMatchObject({ visibility: 'Public' })
    const refused = await under.call(other.organizationKey, 'POST', `/benchmarks/${made.body.id}/versions`)
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
  })
})
