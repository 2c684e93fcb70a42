import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

it('accepts null for the default of a member of a new resource', async () => {
  const { call, ids } = await callAsOrganization()
  const { environment_id } = ids
  const none = { timeout: null, concurrency: null, overrides: null, description: null }
  const made = await call('POST', '/benchmarks', { name: 'nulls', environment_id, ...none })
  expect(made).toMatchObject({
    status: 201,
    body: { timeout: 600, concurrency: 1, overrides: {} },
  })
  const lists = { tags: null, solutions: null, counters: null }
  const task = await call('POST', '/tasks', { benchmark_id: made.body.id, name: 't', ...lists })
  expect(task).toMatchObject({ status: 201, body: { tags: [], solutions: [], counters: [] } })
  const simulator = await call('POST', '/simulators', { type: 'FHIR', name: 'chart', config: null })
  expect(simulator).toMatchObject({ status: 201, body: { config: {} } })
})

describe('deleting a benchmark', () => {
  it('without versions deletes its tasks \
[deletion.benchmark, transport.deleted, transport.deleted-again]', async () => {
    const { call, create, ids } = await callAsOrganization()
    const id = await create('/benchmarks', { name: 'b', environment_id: ids.environment_id })
    const task = await create('/tasks', { benchmark_id: id, name: 't' })
    const { body } = await call('GET', `/criteria/${ids.criterion_id}`)
    const criterion = await create('/criteria', { task_id: task, label: 'c', assertion: body.assertion })
    await call('POST', `/tasks/${task}/entities`, { dataset_entity_id: ids.entity_id })
    const deleted = await call('DELETE', `/benchmarks/${id}`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const [method, target] of [
      ['GET', `/benchmarks/${id}`],
      ['GET', `/tasks?benchmark_id=${id}`],
      ['GET', `/tasks/${task}`],
      ['GET', `/criteria/${criterion}`],
      ['DELETE', `/benchmarks/${id}`],
    ] as const) {
      expect([target, (await call(method, target)).status]).toEqual([target, 404])
    }
    // Its name is available again.
    expect((await call('POST', '/benchmarks', { name: 'b' })).status).toBe(201)
  })

  it('with versions archives it: it can be read but not run [benchmarks.archive]', async () => {
    const { call, ids, own, under } = await callAsOrganization()
    const target = `/benchmarks/${ids.benchmark_id}`
    const before = (await call('GET', target)).body
    expect((await call('DELETE', target)).status).toBe(204)
    expect((await call('DELETE', target)).status).toBe(404)
    expect((await call('GET', target)).body).toMatchObject({
      ...before,
      archived: true,
      updated_at: expect.any(String),
    })
    expect((await call('GET', `${target}/versions/1`)).status).toBe(200)
    expect((await call('GET', `/tasks/${ids.task_id}`)).status).toBe(200)
    expect((await call('POST', `${target}/versions`)).status).toBe(409)
    const started = await under.call(own.solverKey, 'POST', '/v1/benchmark-runs', { benchmark: own.reference })
    expect(started.status).toBe(404)
    // A run that has started continues.
    const completed = await under.call(own.runToken, 'POST', `/v1/task-runs/${ids.task_run_id}/complete`)
    expect(completed.status).toBe(200)
  })

  it('and adding a task concurrently leaves no orphaned task', async () => {
    const { call, create } = await callAsOrganization()
    for (let round = 0; round < 5; round++) {
      const id = await create('/benchmarks', { name: `b${round}` })
      const [added, deleted] = await Promise.all([
        call('POST', '/tasks', { benchmark_id: id, name: 't' }),
        call('DELETE', `/benchmarks/${id}`),
      ])
      expect(deleted?.status).toBe(204)
      if (added?.status === 201) expect((await call('GET', `/tasks/${added.body.id}`)).status).toBe(404)
      else expect(added?.status).toBe(404)
    }
  })
})
