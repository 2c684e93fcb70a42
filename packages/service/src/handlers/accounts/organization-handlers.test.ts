import { describe, expect, it } from 'vitest'
import { createOperatorKey, createService } from '../../service.js'
import { createServiceUnderTest, operatorKey } from '../../testing/service-under-test.js'
import { smallBenchmark } from '../../testing/small-benchmark.js'

async function createOrganization() {
  const under = await createServiceUnderTest()
  const created = await under.call(operatorKey, 'POST', '/organizations', { name: 'Lakeside Clinic' })
  const path = `/organizations/${created.body.id}/api-keys`
  return { under, created, path }
}

describe('an organization', () => {
  it('is created by the operator, with keys of its own [organizations.create, organizations.create-key]', async () => {
    const { under, created, path } = await createOrganization()
    expect([created.status, created.body]).toEqual([
      201,
      { id: expect.stringMatching(/^org_/), name: 'Lakeside Clinic', created_at: expect.any(String) },
    ])
    const key = await under.call(operatorKey, 'POST', path, { name: 'first' })
    expect([key.status, key.body]).toMatchObject([
      201,
      { key: expect.stringMatching(/^vk_/), prefix: 'vk_', name: 'first' },
    ])
    expect((await under.call(String(key.body.key), 'GET', '/benchmarks')).body.data).toEqual([])
  })

  it('sees nothing of another organization, but can run its Public benchmarks', async () => {
    const { under, path } = await createOrganization()
    const reference = await under.publish(smallBenchmark())
    const { key } = (await under.call(operatorKey, 'POST', path, { name: 'first' })).body
    const [benchmark] = (await under.call(under.organizationKey, 'GET', '/benchmarks')).body.data as [{ id: string }]
    expect((await under.call(String(key), 'GET', `/benchmarks/${benchmark.id}`)).status).toBe(404)
    const solver = await under.call(String(key), 'POST', '/solvers', { alias: 'agent', name: 'Agent' })
    const solverKey = await under.call(String(key), 'POST', `/solvers/${solver.body.id}/api-keys`, { name: 'agent' })
    const run = () => under.call(String(solverKey.body.key), 'POST', '/v1/benchmark-runs', { benchmark: reference })
    expect((await run()).status).toBe(404)
    await under.call(under.organizationKey, 'PATCH', `/benchmarks/${benchmark.id}`, { visibility: 'Public' })
    expect((await run()).status).toBe(201)
  })

  it('is listed with all others, newest first, page by page [organizations.list]', async () => {
    const { under } = await createOrganization()
    for (const name of ['second', 'third']) await under.call(operatorKey, 'POST', '/organizations', { name })
    const names: unknown[] = []
    for (let cursor = ''; ; ) {
      const { body } = await under.call(operatorKey, 'GET', `/organizations?limit=1${cursor}`)
      const { data, _meta } = body as { data: { name: string }[]; _meta: { next: string | null } }
      names.push(...data.map(({ name }) => name))
      if (_meta.next === null) break
      cursor = `&cursor=${_meta.next}`
    }
    expect(names).toEqual(['third', 'second', 'Lakeside Clinic', 'Test organization'])
  })

  it('that does not exist gets no key', async () => {
    const { under } = await createOrganization()
    const refused = await under.call(operatorKey, 'POST', '/organizations/org_none/api-keys', { name: 'x' })
    expect([refused.status, refused.body]).toMatchObject([404, { error: { code: 'RESOURCE_NOT_FOUND' } }])
  })
})

describe('the operator key', () => {
  it('gives access to organizations only, as no other key does [organizations.operator-key]', async () => {
    const { under, path } = await createOrganization()
    const run = await under.createRun(await under.publish(smallBenchmark()))
    const others = [under.organizationKey, under.solverKey, run.bearer_token, createOperatorKey(), null]
    for (const token of others) {
      for (const [method, target] of [
        ['GET', '/organizations'],
        ['POST', '/organizations'],
        ['POST', path],
      ] as const) {
        expect((await under.call(token, method, target, { name: 'x' })).status).toBe(401)
      }
    }
    for (const target of ['/benchmarks', '/api-keys', `/v1/benchmark-runs/${run.benchmark_run_id}`, '/mcp']) {
      expect((await under.call(operatorKey, 'GET', target)).status).toBeOneOf([401, 405])
    }
    expect((await under.call(operatorKey, 'POST', '/v1/benchmark-runs', { benchmark: 'small@1' })).status).toBe(401)
  })

  it('is rejected if it is malformed, before the service exists', () => {
    const make = (key: string) => () => createService({ operatorKey: key } as Parameters<typeof createService>[0])
    for (const key of ['', 'vop_', 'vk_'.padEnd(46, '0'), 'vop_'.padEnd(48, '0')]) expect(make(key)).toThrow(TypeError)
  })

  it('is different each time', () => {
    expect(createOperatorKey()).toMatch(/^vop_[A-Za-z0-9]{43}$/)
    expect(createOperatorKey()).not.toBe(createOperatorKey())
  })
})
