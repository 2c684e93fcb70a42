import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

describe('changing a task', () => {
  it('keeps absent members, clears members that are null and replaces lists entirely', async () => {
    const { call, create, ids } = await callAsOrganization()
    const id = await create('/tasks', {
      benchmark_id: ids.benchmark_id,
      name: 'before',
      timeout: 30,
      tags: ['a', 'b'],
      task_item: { instruction: 'x' },
      scenario: { steps: [{ type: 'advance_clock', seconds: 1 }] },
    })
    const before = (await call('GET', `/tasks/${id}`)).body
    const { criteria: _, ...task } = before
    expect((await call('PATCH', `/tasks/${id}`)).body).toEqual(task)
    const changes = { name: 'after', timeout: null, tags: ['c'], task_item: null, scenario: null }
    const changed = await call('PATCH', `/tasks/${id}`, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...task, ...changes }])
    expect((await call('GET', `/tasks/${id}`)).body).toEqual({ ...before, ...changes })
  })

  it('rejects another benchmark, unknown steps and an invalid name [tasks.unknown-step]', async () => {
    const { call, ids } = await callAsOrganization()
    for (const [body, path] of [
      [{ benchmark_id: 'bench_other' }, '/benchmark_id'],
      [{ scenario: { steps: [{ type: 'dance' }] } }, '/scenario/steps/0/type'],
      [{ scenario: { steps: [{ type: 'upsert_fhir' }] } }, '/scenario/steps/0/resource'],
      [{ scenario: { steps: [{ type: 'upsert_fhir', resource: {} }] } }, '/scenario/steps/0/resource/resourceType'],
      [{ scenario: { steps: [{ type: 'drop_file_inbox', path: 'a' }] } }, '/scenario/steps/0/content'],
      [{ scenario: { steps: [{ type: 'drop_file_inbox', path: '../a', content: '' }] } }, '/scenario/steps/0/path'],
      [{ name: null }, '/name'],
      [{ name: ' ' }, '/name'],
      [{ tags: ['a', 'a'] }, '/tags'],
      [{ starts_at: '2026-02-30T08:00:00Z' }, '/starts_at'],
      [{ starts_at: '2026-02-29T23:00:00-05:00' }, '/starts_at'],
    ] as const) {
      const { status, body: answer } = await call('PATCH', `/tasks/${ids.task_id}`, body)
      expect([status, answer]).toMatchObject([400, { error: { errors: [{ path }] } }])
    }
  })

  it('rejects a step that its system cannot run in any state [tasks.steps-checked]', async () => {
    const { call, ids } = await callAsOrganization()
    const patient = { resourceType: 'Patient', id: 'p9', gender: 'Female' }
    for (const [step, path] of [
      [{ type: 'receive_fax', from: 'nobody', text: 'x' }, '/from'],
      [{ type: 'receive_message', channel: 'email', from: '+15550100142', body: 'x' }, '/from'],
      [{ type: 'receive_hl7', payload: 'hello' }, '/payload'],
      [{ type: 'drop_file_inbox', path: 'outbound/a.txt', content: 'x' }, '/path'],
      [{ type: 'drop_file_inbox', path: 'a.txt', content: 'x', content_base64: 'eA==' }, ''],
      [{ type: 'drop_file_inbox', path: 'a.txt', content_base64: 'eA=' }, ''],
      [{ type: 'upsert_fhir', resource: patient }, '/resource/gender'],
      [{ type: 'set_portal_row', resource: 'prior_auth_requests', row: { status: 'approved' } }, '/row'],
      [{ type: 'set_portal_row', resource: 'patients', row: { name: 'x' } }, '/row'],
    ] as const) {
      const steps = [{ type: 'advance_clock', seconds: 1 }, step]
      const { status, body } = await call('PATCH', `/tasks/${ids.task_id}`, { scenario: { steps } })
      expect([status, body]).toMatchObject([400, { error: { errors: [{ path: `/scenario/steps/1${path}` }] } }])
    }
    const row = { auth_number: 'PA9', patient_member_id: 'M-1', procedure_code: '72148' }
    const steps = [
      { type: 'receive_fax', from: '+1 555 010 0142', text: 'x' },
      { type: 'receive_message', channel: 'chat', from: 'front-desk', body: 'x' },
      { type: 'drop_file_inbox', path: 'inbox/a.txt', content_base64: 'eA==' },
      { type: 'upsert_fhir', resource: { ...patient, gender: 'female' } },
      { type: 'set_portal_row', resource: 'prior_auth_requests', row },
      { type: 'set_portal_row', resource: 'notes', row: {} },
    ]
    expect((await call('PATCH', `/tasks/${ids.task_id}`, { scenario: { steps } })).status).toBe(200)
  })

  it('does not change published versions', async () => {
    const { call, ids, own, under } = await callAsOrganization()
    await call('PATCH', `/tasks/${ids.task_id}`, { name: 'renamed', task_item: null })
    const run = await under.createRun(own.reference)
    expect(run.task_runs[0]).toMatchObject({ name: 'finish the task', task_item: { instruction: expect.any(String) } })
  })
})

describe('deleting a task', () => {
  it('deletes its criteria and bindings, and no others [deletion.task]', async () => {
    const { call, ids } = await callAsOrganization()
    const deleted = await call('DELETE', `/tasks/${ids.task_id}`)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    for (const [method, target] of [
      ['GET', `/tasks/${ids.task_id}`],
      ['GET', `/tasks/${ids.task_id}/entities`],
      ['GET', `/criteria/${ids.criterion_id}`],
      ['DELETE', `/tasks/${ids.task_id}`],
    ] as const) {
      expect([target, (await call(method, target)).status]).toEqual([target, 404])
    }
    expect((await call('GET', `/tasks/${ids.spare_task_id}`)).status).toBe(200)
    const entities = await call('GET', `/datasets/${ids.dataset_id}/entities`)
    expect(entities.body).toMatchObject({ data: [{ id: ids.entity_id }] })
  })

  it('does not break published versions and runs [deletion.copies]', async () => {
    const { call, ids, own, under } = await callAsOrganization()
    await call('DELETE', `/tasks/${ids.task_id}`)
    const completed = await under.call(own.runToken, 'POST', `/v1/task-runs/${ids.task_run_id}/complete`)
    expect([completed.status, completed.body.checks]).toMatchObject([200, [{}, {}]])
    expect((await under.createRun(own.reference)).task_runs).toHaveLength(2)
  })

  it('leaves nothing that is added to it concurrently', async () => {
    const { call, ids, create } = await callAsOrganization()
    const { body: criterion } = await call('GET', `/criteria/${ids.criterion_id}`)
    const entity = await create(`/datasets/${ids.dataset_id}/entities`, { type: 'p', data: 1 })
    const add = { task_id: ids.task_id, label: 'x', assertion: criterion.assertion }
    const [deleted, added, bound] = await Promise.all([
      call('DELETE', `/tasks/${ids.task_id}`),
      call('POST', '/criteria', add),
      call('POST', `/tasks/${ids.task_id}/entities`, { dataset_entity_id: entity }),
    ])
    expect(deleted?.status).toBe(204)
    expect([200, 404]).toContain(bound?.status)
    expect([201, 404]).toContain(added?.status)
    if (added?.status === 201) expect((await call('GET', `/criteria/${added.body.id}`)).status).toBe(404)
  })
})

describe('the tags of tasks', () => {
  it('filter the list: several must all match [tasks.filter-tags]', async () => {
    const { call, create, ids } = await callAsOrganization()
    const make = (name: string, tags: string[]) => create('/tasks', { benchmark_id: ids.benchmark_id, name, tags })
    const [a, b, both] = [await make('a', ['a']), await make('b', ['b']), await make('both', ['a', 'b', 'a/b'])]
    const list = async (query: string) => {
      const { body } = await call('GET', `/tasks?benchmark_id=${ids.benchmark_id}${query}`)
      return (body.data as { id: string }[]).map(({ id }) => id)
    }
    expect(await list('&tag=a')).toEqual([both, a])
    expect(await list('&tag=b')).toEqual([both, b])
    expect(await list('&tag=a&tag=b')).toEqual([both])
    expect(await list('&tag=a%2Fb&tag=a')).toEqual([both])
    expect(await list('&tag=c')).toEqual([])
    expect(await list('&tag=a&tag=c')).toEqual([])
    await call('PATCH', `/tasks/${both}`, { tags: ['c'] })
    expect(await list('&tag=a')).toEqual([a])
    expect(await list('&tag=c')).toEqual([both])
  })

  it('are part of a cursor, in any order [pagination.cursor-other-filter]', async () => {
    const { call, create, ids } = await callAsOrganization()
    for (const name of ['1', '2', '3']) {
      await create('/tasks', { benchmark_id: ids.benchmark_id, name, tags: ['a', 'b'] })
    }
    const read = (query: string) => call('GET', `/tasks?benchmark_id=${ids.benchmark_id}&limit=1${query}`)
    const { next } = (await read('&tag=a&tag=b')).body._meta as { next: string }
    expect((await read(`&tag=b&tag=a&tag=b&cursor=${next}`)).status).toBe(200)
    for (const query of ['', '&tag=a', '&tag=c']) {
      expect((await read(`${query}&cursor=${next}`)).body).toMatchObject({ error: { code: 'INVALID_CURSOR' } })
    }
  })
})

describe('unbinding an entity', () => {
  it('removes the binding and keeps the entity [internal.unbind-entity]', async () => {
    const { call, ids } = await callAsOrganization()
    const target = `/tasks/${ids.task_id}/entities/${ids.entity_id}`
    expect((await call('DELETE', target)).status).toBe(204)
    expect((await call('DELETE', target)).status).toBe(404)
    expect((await call('GET', `/tasks/${ids.task_id}/entities`)).body).toMatchObject({ data: [] })
    const again = await call('POST', `/tasks/${ids.task_id}/entities`, { dataset_entity_id: ids.entity_id })
    expect([again.status, again.body.id]).toEqual([200, ids.entity_id])
  })
})
