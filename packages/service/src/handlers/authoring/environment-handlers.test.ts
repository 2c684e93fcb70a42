import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

describe('deleting an environment', () => {
  it('is rejected while a benchmark refers to it; the message names the benchmark', async () => {
    const { call, create, ids } = await callAsOrganization()
    const id = await create('/environments', { name: 'e' })
    await call('POST', `/environments/${id}/simulators/${ids.simulator_id}`)
    const benchmark = await create('/benchmarks', { name: 'b', environment_id: id })
    const refused = await call('DELETE', `/environments/${id}`)
    expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
    expect(refused.text).toContain(benchmark)
    await call('PATCH', `/benchmarks/${benchmark}`, { environment_id: null })
    expect((await call('DELETE', `/environments/${id}`)).status).toBe(204)
    for (const method of ['GET', 'PATCH', 'DELETE']) {
      expect((await call(method, `/environments/${id}`)).status).toBe(404)
    }
    expect((await call('GET', `/simulators/${ids.simulator_id}`)).status).toBe(200)
  })

  it('of an archived benchmark affects no version', async () => {
    const { call, ids, own, under } = await callAsOrganization()
    expect((await call('DELETE', `/environments/${ids.environment_id}`)).status).toBe(409)
    await call('DELETE', `/benchmarks/${ids.benchmark_id}`)
    await call('POST', `/playgrounds/${ids.playground_id}/teardown`)
    expect((await call('DELETE', `/environments/${ids.environment_id}`)).status).toBe(204)
    const completed = await under.call(own.runToken, 'POST', `/v1/task-runs/${ids.task_run_id}/complete`)
    expect(completed.status).toBe(200)
  })

  it('and referring to it concurrently leaves no unresolved reference', async () => {
    const { call, create } = await callAsOrganization()
    for (let round = 0; round < 5; round++) {
      const id = await create('/environments', { name: 'e' })
      const [referred, deleted] = await Promise.all([
        call('POST', '/benchmarks', { name: `b${round}`, environment_id: id }),
        call('DELETE', `/environments/${id}`),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([referred?.status, deleted?.status])
    }
  })
})

describe('unlinking', () => {
  it('removes a simulator and a dataset from the environment without deleting them \
[environments.unlink-simulator, environments.unlink-dataset]', async () => {
    const { call, ids } = await callAsOrganization()
    const target = `/environments/${ids.environment_id}`
    for (const [part, other] of [
      [`/simulators/${ids.simulator_id}`, `/simulators/${ids.spare_simulator_id}`],
      [`/datasets/${ids.dataset_id}`, `/datasets/${ids.spare_dataset_id}`],
    ] as const) {
      expect((await call('DELETE', target + other)).status).toBe(404)
      const before = (await call('GET', target)).text
      expect(before).toContain(part.split('/')[2])
      const unlinked = await call('DELETE', target + part)
      expect([unlinked.status, unlinked.text]).toEqual([204, ''])
      expect((await call('GET', target)).text).not.toContain(part.split('/')[2])
      expect((await call('DELETE', target + part)).status).toBe(404)
      expect((await call('GET', part)).status).toBe(200)
      expect((await call('POST', target + part)).status).toBe(200)
    }
    const { body } = await call('GET', target)
    expect([(body.simulators as unknown[]).length, (body.datasets as unknown[]).length]).toEqual([2, 1])
  })
})
