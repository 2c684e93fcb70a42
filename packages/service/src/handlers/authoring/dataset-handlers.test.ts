import { describe, expect, it } from 'vitest'
import { callAsOrganization } from '../../testing/call-as-organization.js'

const config = { messages: [] }

describe('changing a dataset', () => {
  it('replaces its configuration entirely, with any JSON value [datasets.config-open]', async () => {
    const { call, ids } = await callAsOrganization()
    const target = `/datasets/${ids.spare_dataset_id}`
    const before = (await call('GET', target)).body
    expect((await call('PATCH', target)).body).toEqual(before)
    const changes = { name: 'Another', description: 'x', config: { messages: ['MSH|^~\\&|A'] } }
    const changed = await call('PATCH', target, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...before, ...changes }])
    const refused = await call('PATCH', target, { type: 'FHIR' })
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('"/type"')])
    expect((await call('GET', target)).body).toEqual({ ...before, ...changes })
    for (const config of [null, true, 1.5, 'text', [[]], { rows: {} }]) {
      const odd = await call('PATCH', target, { config })
      expect([odd.status, odd.body.config]).toEqual([200, config])
      expect(odd.body.problems).not.toEqual([])
      expect((await call('GET', target)).body).toEqual(odd.body)
    }
  })

  it('reports where its configuration does not match its type, until it does [datasets.problems]', async () => {
    const { call, ids } = await callAsOrganization()
    const target = `/datasets/${ids.spare_dataset_id}`
    for (const [config, path] of [
      [{ rows: {} }, '/config/messages'],
      [{ messages: [1] }, '/config/messages/0'],
      [7, '/config'],
    ] as const) {
      const changed = await call('PATCH', target, { config })
      expect([changed.status, changed.body.problems]).toMatchObject([
        200,
        expect.arrayContaining([expect.objectContaining({ path })]),
      ])
      expect((await call('PATCH', target, { name: 'Other' })).body.problems).toEqual(changed.body.problems)
    }
    expect((await call('PATCH', target, { config })).body.problems).toEqual([])
  })

  it('prevents publishing and seeding, with its name and the first place, while there are any \
[datasets.problems-refuse-publishing, datasets.problems-refuse-seeding]', async () => {
    const { call, create, ids } = await callAsOrganization()
    const { config } = (await call('GET', `/datasets/${ids.dataset_id}`)).body
    const empty = { bundle: { resourceType: 'Bundle', type: 'collection', entry: [] } }
    const parent_id = await create('/datasets', { type: 'FHIR', name: 'Parent', config: empty })
    await call('PATCH', `/datasets/${ids.dataset_id}`, { parent_id })
    const publish = () => call('POST', `/benchmarks/${ids.benchmark_id}/versions`, { allow_findings: true })
    const play = () => call('POST', '/playgrounds', { environment_id: ids.environment_id })
    for (const [id, fault, correction] of [
      [ids.dataset_id, { bundle: 1 }, config],
      [parent_id, 'none', empty],
      // The message of this fault is a sentence.
      [
        parent_id,
        { bundle: { ...empty.bundle, entry: [{ resource: { resourceType: 'Patient', gender: 'f' } }] } },
        empty,
      ],
    ] as const) {
      expect((await call('PATCH', `/datasets/${id}`, { config: fault })).status).toBe(200)
      for (const refused of [await publish(), await play()]) {
        expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
        expect(refused.text).not.toMatch(/\.[.,]/)
        expect(refused.text).toContain(id)
        expect(refused.text).toContain('/config')
      }
      expect((await call('PATCH', `/datasets/${id}`, { config: correction })).body.problems).toEqual([])
      expect((await publish()).status).toBe(201)
      expect((await play()).status).toBe(201)
    }
  })

  it('reports FHIR resources that a chart would reject, with the path of each error', async () => {
    const { call } = await callAsOrganization()
    const resource = { resourceType: 'Patient', gender: 'Female' }
    const bundle = { resourceType: 'Bundle', type: 'collection', entry: [{ resource }] }
    const made = await call('POST', '/datasets', { type: 'FHIR', name: 'a', config: { bundle } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      config: { bundle },
      problems: [{ path: '/config/bundle/entry/0/resource/gender', message: expect.stringContaining('female') }],
    })
  })

  it('does not change published versions', async () => {
    const { call, ids, own, under } = await callAsOrganization()
    const empty = { bundle: { resourceType: 'Bundle', type: 'collection', entry: [] } }
    expect((await call('PATCH', `/datasets/${ids.dataset_id}`, { config: empty })).status).toBe(200)
    const run = await under.createRun(own.reference)
    await under.call(run.bearer_token, 'POST', run.task_runs[0]?.start_url ?? '')
    expect((await under.call(run.bearer_token, 'GET', `${run.endpoints.fhir}/Patient/p1`)).status).toBe(200)
  })
})

describe('the parent of a dataset', () => {
  it('must have its type and not be a descendant of it [datasets.parent-no-cycle]', async () => {
    const { call, create, ids } = await callAsOrganization()
    const a = await create('/datasets', { type: 'HL7', name: 'a', config })
    const b = await create('/datasets', { type: 'HL7', name: 'b', config, parent_id: a })
    const c = await create('/datasets', { type: 'HL7', name: 'c', config, parent_id: b })
    for (const parent_id of [a, b, c, ids.dataset_id]) {
      const refused = await call('PATCH', `/datasets/${a}`, { parent_id })
      expect([refused.status, refused.body]).toMatchObject([400, { error: { errors: [{ path: '/parent_id' }] } }])
    }
    expect((await call('PATCH', `/datasets/${a}`, { parent_id: 'ds_none' })).status).toBe(404)
    expect((await call('PATCH', `/datasets/${c}`, { parent_id: a })).body.parent_id).toBe(a)
    expect((await call('PATCH', `/datasets/${b}`, { parent_id: c })).body.parent_id).toBe(c)
    expect((await call('PATCH', `/datasets/${b}`, { parent_id: null })).body.parent_id).toBe(null)
  })

  it('does not become a cycle when two are changed concurrently', async () => {
    const { call, create } = await callAsOrganization()
    const [a, b] = [
      await create('/datasets', { type: 'HL7', name: 'a', config }),
      await create('/datasets', { type: 'HL7', name: 'b', config }),
    ]
    const answers = await Promise.all([
      call('PATCH', `/datasets/${a}`, { parent_id: b }),
      call('PATCH', `/datasets/${b}`, { parent_id: a }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

describe('deleting a dataset', () => {
  it('deletes its entities [deletion.dataset]', async () => {
    const { call, create, ids } = await callAsOrganization()
    const target = `/datasets/${ids.spare_dataset_id}`
    const entity = await create(`${target}/entities`, { type: 'p', data: 1 })
    expect((await call('DELETE', target)).status).toBe(204)
    for (const [method, path] of [
      ['GET', target],
      ['GET', `${target}/entities`],
      ['DELETE', target],
    ] as const) {
      expect((await call(method, path)).status).toBe(404)
    }
    const bound = await call('POST', `/tasks/${ids.task_id}/entities`, { dataset_entity_id: entity })
    expect(bound.status).toBe(404)
  })

  it('is rejected while something refers to it or to one of its entities; the message names it \
[deletion.referenced]', async () => {
    const { call, create, ids } = await callAsOrganization()
    const target = `/datasets/${ids.dataset_id}`
    const child = await create('/datasets', {
      type: 'FHIR',
      name: 'c',
      config: { bundle: {} },
      parent_id: ids.dataset_id,
    })
    await call('PATCH', `/criteria/${ids.criterion_id}`, { input_entity_id: ids.entity_id })
    for (const [named, method, path, body] of [
      [ids.environment_id, 'DELETE', `/environments/${ids.environment_id}${target}`, undefined],
      [child, 'DELETE', `/datasets/${child}`, undefined],
      [ids.task_id, 'DELETE', `/tasks/${ids.task_id}/entities/${ids.entity_id}`, undefined],
      [ids.criterion_id, 'PATCH', `/criteria/${ids.criterion_id}`, { input_entity_id: null }],
    ] as const) {
      const refused = await call('DELETE', target)
      expect([refused.status, refused.body]).toMatchObject([409, { error: { code: 'CONFLICT' } }])
      expect(refused.text).toContain(named)
      expect((await call(method, path, body)).status).toBeLessThan(300)
    }
    expect((await call('DELETE', target)).status).toBe(204)
  })

  it('and referring to it concurrently leaves no unresolved reference', async () => {
    const { call, create, ids } = await callAsOrganization()
    const make = () => create('/datasets', { type: 'HL7', name: 'd', config })
    const race = async (id: string, refer: () => Promise<{ readonly status: number }>) => {
      const [referred, deleted] = await Promise.all([refer(), call('DELETE', `/datasets/${id}`)])
      expect(deleted.status).toBe(referred.status === 404 ? 204 : 409)
    }
    const linked = await make()
    await race(linked, () => call('POST', `/environments/${ids.environment_id}/datasets/${linked}`))
    const parent = await make()
    await race(parent, () => call('POST', '/datasets', { type: 'HL7', name: 'c', config, parent_id: parent }))
    const owner = await make()
    const entity = await create(`/datasets/${owner}/entities`, { type: 'p', data: 1 })
    await race(owner, () => call('POST', `/tasks/${ids.task_id}/entities`, { dataset_entity_id: entity }))
    expect((await call('GET', `/tasks/${ids.task_id}/entities`)).status).toBe(200)
  })
})
