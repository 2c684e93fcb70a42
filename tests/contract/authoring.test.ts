import { beforeEach, describe, expect, it } from 'vitest'
import { at, type ContractTestbed, create, createContractTestbed, listAt, textAt } from './contract-testbed.js'

// The internal API as used by an author of benchmarks. Expected values are literals, as on the wire.

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

let testbed: ContractTestbed
beforeEach(async () => {
  testbed = await createContractTestbed()
})

describe('environments', () => {
  it('are created empty, with the fields that were sent [environments.create, environments.fields, transport.created, identifiers.times]', async () => {
    const made = await testbed.call('POST', '/environments', { name: 'Clinic', description: 'A small one.' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^env_[0-9a-z]{26}$/),
        name: 'Clinic',
        description: 'A small one.',
        simulators: [],
        datasets: [],
        created_at: expect.stringMatching(time),
      },
    ])
    expect((await testbed.call('GET', `/environments/${textAt(made.body, 'id')}`)).body).toEqual(made.body)
  })

  it('have null for a missing description [json.unset-is-null]', async () => {
    const made = await testbed.call('POST', '/environments', { name: 'Clinic' })
    expect(made.body).toMatchObject({ description: null })
  })

  it('accept names of 1 to 200 and descriptions of up to 1000 characters [environments.name-length]', async () => {
    for (const [body, status] of [
      [{ name: '' }, 400],
      [{ name: 'x'.repeat(200), description: 'x'.repeat(1000) }, 201],
      [{ name: 'x'.repeat(201) }, 400],
      [{ name: 'x', description: 'x'.repeat(1001) }, 400],
      [{}, 400],
    ] as const) {
      expect((await testbed.call('POST', '/environments', body)).status).toBe(status)
    }
  })

  it('show their simulators and datasets, when read and when listed [environments.read-configuration, environments.list-configuration, environments.simulators, environments.datasets, environments.link-simulator, environments.link-dataset, internal.get-environment, internal.list-environments, transport.ok]', async () => {
    const id = await create(testbed.call, '/environments', { name: 'Clinic' })
    const config = { determinations: [{ procedure_code: '70551', status: 'approved' }] }
    const simulator = await create(testbed.call, '/simulators', { type: 'Payer', name: 'Plan', config })
    const dataset = await create(testbed.call, '/datasets', { type: 'HL7', name: 'results', config: { messages: [] } })
    for (const part of [`simulators/${simulator}`, `datasets/${dataset}`]) {
      expect((await testbed.call('POST', `/environments/${id}/${part}`)).status).toBe(200)
    }
    const { status, body } = await testbed.call('GET', `/environments/${id}`)
    expect([status, body]).toMatchObject([
      200,
      {
        simulators: [{ id: simulator, type: 'Payer', name: 'Plan', config }],
        datasets: [{ id: dataset, type: 'HL7', name: 'results' }],
      },
    ])
    const listed = await testbed.call('GET', '/environments?limit=5')
    expect(listed.body).toEqual({ data: [body], _meta: { next: null, prev: null, limit: 5 } })
  })

  it('are updated member by member [environments.patch-name, environments.patch-description, internal.update-environment, environments.patch-simulators]', async () => {
    const id = await create(testbed.call, '/environments', { name: 'Clinic' })
    const simulator = await create(testbed.call, '/simulators', { type: 'Payer', name: 'Plan' })
    await testbed.call('POST', `/environments/${id}/simulators/${simulator}`)
    const renamed = await testbed.call('PATCH', `/environments/${id}`, { name: 'Ward' })
    expect([renamed.status, renamed.body]).toMatchObject([200, { id, name: 'Ward', description: null }])
    const described = await testbed.call('PATCH', `/environments/${id}`, { description: 'Third floor.' })
    expect(described.body).toMatchObject({ name: 'Ward', description: 'Third floor.' })
    const config = { default_determination: { status: 'denied' } }
    const configured = await testbed.call('PATCH', `/environments/${id}`, { simulators: [{ id: simulator, config }] })
    expect(configured.body).toMatchObject({ name: 'Ward', simulators: [{ id: simulator, config }] })
  })

  it('have one simulator of a type without a key [environments.second-of-a-type, errors.code-conflict]', async () => {
    const id = await create(testbed.call, '/environments', { name: 'Clinic' })
    for (const [name, status] of [
      ['first', 200],
      ['second', 409],
    ] as const) {
      const simulator = await create(testbed.call, '/simulators', { type: 'FHIR', name })
      const linked = await testbed.call('POST', `/environments/${id}/simulators/${simulator}`)
      expect(linked.status).toBe(status)
      if (status === 409) expect(linked.body).toMatchObject({ error: { code: 'CONFLICT' } })
    }
  })
})

describe('simulators', () => {
  it('are made, read, listed, changed and deleted [simulators.crud, simulators.fields, json.enum-case]', async () => {
    const made = await testbed.call('POST', '/simulators', { type: 'fhir', name: 'Record' })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^sim_/),
        type: 'FHIR',
        name: 'Record',
        config: expect.anything(),
        created_at: expect.stringMatching(time),
      },
    ])
    const target = `/simulators/${textAt(made.body, 'id')}`
    expect((await testbed.call('GET', target)).body).toEqual(made.body)
    expect((await testbed.call('GET', '/simulators')).body).toMatchObject({ data: [made.body] })
    expect((await testbed.call('PATCH', target, { name: 'Chart' })).body).toMatchObject({ name: 'Chart' })
    expect((await testbed.call('DELETE', target)).status).toBe(204)
    expect((await testbed.call('GET', target)).status).toBe(404)
  })

  it('of an unknown type are refused', async () => {
    for (const type of ['FHIR', 'HL7', 'Payer', 'Files']) {
      expect((await testbed.call('POST', '/simulators', { type, name: 'x' })).status).toBe(201)
    }
    const refused = await testbed.call('POST', '/simulators', { type: 'Pager', name: 'x' })
    expect([refused.status, refused.body]).toMatchObject([400, { error: { errors: [{ path: '/type' }] } }])
  })
})

describe('datasets', () => {
  it('are made, read, listed, changed and deleted [datasets.crud, datasets.fields, datasets.type-fhir, datasets.config-open, internal.list-datasets]', async () => {
    const config = { bundle: { resourceType: 'Bundle', type: 'collection', entry: [], camelCase: { snake_case: 1.5 } } }
    const made = await testbed.call('POST', '/datasets', { type: 'FHIR', name: 'patients', config })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^ds_/),
        type: 'FHIR',
        name: 'patients',
        description: null,
        parent_id: null,
        config,
        problems: [],
        created_at: expect.stringMatching(time),
      },
    ])
    const target = `/datasets/${textAt(made.body, 'id')}`
    expect((await testbed.call('GET', target)).body).toEqual(made.body)
    const listed = await testbed.call('GET', '/datasets?limit=1')
    expect(listed.body).toEqual({ data: [made.body], _meta: { next: null, prev: null, limit: 1 } })
    expect((await testbed.call('PATCH', target, { name: 'people' })).body).toMatchObject({ name: 'people', config })
    expect((await testbed.call('DELETE', target)).status).toBe(204)
    expect((await testbed.call('GET', target)).status).toBe(404)
  })

  it('have a parent of the same organization and type [datasets.parent-same]', async () => {
    const config = { messages: [] }
    const parent = await create(testbed.call, '/datasets', { type: 'HL7', name: 'p', config })
    const child = { type: 'HL7', name: 'c', config }
    const made = await testbed.call('POST', '/datasets', { ...child, parent_id: parent })
    expect([made.status, at(made.body, 'parent_id')]).toEqual([201, parent])
    const files = await create(testbed.call, '/datasets', { type: 'Files', name: 'f', config: { files: [] } })
    expect((await testbed.call('POST', '/datasets', { ...child, parent_id: files })).status).toBe(400)
    expect((await testbed.other.call('POST', '/datasets', { ...child, parent_id: parent })).status).toBe(404)
  })

  it('have a known type, and a configuration of that type [json.dataset-types, datasets.config-fhir, datasets.config-files, datasets.config-hl7, datasets.config-x12, datasets.config-portal, datasets.config-open, datasets.problems]', async () => {
    const configs = {
      FHIR: [{ bundle: { resourceType: 'Bundle', type: 'collection' } }, { generator: { seed: 1, patients: 2 } }],
      Files: [
        {
          files: [
            { path: 'a.txt', content: 'x' },
            { path: 'b.png', content_base64: 'AA==', media_type: 'image/png' },
          ],
        },
      ],
      HL7: [{ messages: ['MSH|^~\\&|A'] }],
      X12: [{ transactions: ['ST*270*0001~SE*2*0001~'] }],
      Portal: [{ rows: { patients: [{ member_id: 'M-1' }] } }],
    }
    for (const [type, all] of Object.entries(configs)) {
      for (const config of all) {
        const made = await testbed.call('POST', '/datasets', { type, name: 'x', config })
        expect([type, made.status, at(made.body, 'config')]).toEqual([type, 201, config])
        expect(at(made.body, 'problems')).toEqual([])
      }
      for (const other of [type === 'HL7' ? { rows: {} } : { messages: [] }, 'text', null]) {
        const made = await testbed.call('POST', '/datasets', { type, name: 'x', config: other })
        expect([type, made.status, at(made.body, 'config')]).toEqual([type, 201, other])
        const fault = { path: expect.stringMatching(/^\/config/), message: expect.any(String) }
        expect(at(made.body, 'problems')).toEqual(expect.arrayContaining([fault]))
        expect((await testbed.call('GET', `/datasets/${textAt(made.body, 'id')}`)).body).toEqual(made.body)
      }
    }
    expect((await testbed.call('POST', '/datasets', { type: 'Voice', name: 'x', config: {} })).status).toBe(400)
  })

  it('have entities [datasets.entities]', async () => {
    const id = await create(testbed.call, '/datasets', { type: 'HL7', name: 'd', config: { messages: [] } })
    const entity = { type: 'patient', ref: 'ada', data: { memberId: 'M-1' } }
    const made = await testbed.call('POST', `/datasets/${id}/entities`, entity)
    expect([made.status, made.body]).toEqual([
      201,
      { id: expect.stringMatching(/^ent_/), dataset_id: id, ...entity, created_at: expect.stringMatching(time) },
    ])
    expect((await testbed.call('GET', `/datasets/${id}/entities`)).body).toMatchObject({ data: [made.body] })
  })
})

describe('benchmarks', () => {
  it('return the fields that they were created with [benchmarks.fields, benchmarks.create-fields, benchmarks.extra-fields, internal.create-benchmark, internal.list-benchmarks, benchmarks.read-change-delete]', async () => {
    const fields = {
      name: 'prior-auth',
      description: 'Asks a payer.',
      timeout: 300,
      concurrency: 2,
      overrides: { pass_threshold: 0.8, seed: 7, axis_weights: { safety: 2 } },
    }
    const made = await testbed.call('POST', '/benchmarks', fields)
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        id: expect.stringMatching(/^bench_/),
        ...fields,
        environment_id: null,
        visibility: 'Private',
        archived: false,
        created_at: expect.stringMatching(time),
        updated_at: expect.stringMatching(time),
      },
    ])
    const target = `/benchmarks/${textAt(made.body, 'id')}`
    expect((await testbed.call('GET', target)).body).toEqual(made.body)
    const listed = await testbed.call('GET', '/benchmarks?limit=3')
    expect(listed.body).toEqual({ data: [made.body], _meta: { next: null, prev: null, limit: 3 } })
    expect((await testbed.call('PATCH', target, { timeout: 5 })).body).toMatchObject({ timeout: 5, concurrency: 2 })
    expect((await testbed.call('DELETE', target)).status).toBe(204)
  })

  it('need only a name [benchmarks.only-name-required, benchmarks.defaults]', async () => {
    const made = await testbed.call('POST', '/benchmarks', { name: 'x' })
    expect([made.status, made.body]).toMatchObject([201, { timeout: 600, concurrency: 1, visibility: 'Private' }])
    expect((await testbed.call('POST', '/benchmarks', { timeout: 5 })).status).toBe(400)
  })

  it('are Public or Private [benchmarks.visibility]', async () => {
    const made = await testbed.call('POST', '/benchmarks', { name: 'x', visibility: 'Public' })
    expect([made.status, at(made.body, 'visibility')]).toEqual([201, 'Public'])
    expect((await testbed.call('POST', '/benchmarks', { name: 'y', visibility: 'Secret' })).status).toBe(400)
  })

  it('refuse malformed names, and timeouts and concurrencies out of bounds [benchmarks.name-shape, benchmarks.timeout-bounds, benchmarks.concurrency-bounds, overrides.unknown]', async () => {
    let count = 0
    for (const [change, status] of [
      [{ name: 'x'.repeat(100) }, 201],
      [{ name: 'x'.repeat(101) }, 400],
      [{ name: '' }, 400],
      [{ name: 'a@1' }, 400],
      [{ name: 'a/b' }, 400],
      [{ name: 'a\nb' }, 400],
      [{ timeout: 1 }, 201],
      [{ timeout: 86_400 }, 201],
      [{ timeout: 0 }, 400],
      [{ timeout: 86_401 }, 400],
      [{ timeout: 1.5 }, 400],
      [{ concurrency: 64 }, 201],
      [{ concurrency: 0 }, 400],
      [{ concurrency: 65 }, 400],
      [{ overrides: { pass_threshold: 0 } }, 400],
      [{ overrides: { pass_threshold: 1.1 } }, 400],
      [{ overrides: { unheard_of: 1 } }, 400],
    ] as const) {
      const made = await testbed.call('POST', '/benchmarks', { name: `n${++count}`, ...change })
      expect([change, made.status]).toEqual([change, status])
    }
  })

  it('refer to an environment of the same organization [benchmarks.environment-unknown]', async () => {
    const foreign = await create(testbed.other.call, '/environments', { name: 'theirs' })
    for (const environment_id of [foreign, 'env_none']) {
      expect((await testbed.call('POST', '/benchmarks', { name: 'x', environment_id })).status).toBe(404)
    }
  })
})

describe('tasks', () => {
  const begin = async () => {
    const benchmark_id = await create(testbed.call, '/benchmarks', { name: 'b' })
    const sent = {
      benchmark_id,
      name: 'Ask the payer',
      task_item: { instruction: 'Ask.', dueDate: '2026-03-02', nested: { snake_case: [1, null] } },
      tags: ['payer', 'easy'],
    }
    const made = await testbed.call('POST', '/tasks', sent)
    return { benchmark_id, sent, made, target: `/tasks/${textAt(made.body, 'id')}` }
  }

  it('return the fields that they were created with [internal.create-task, tasks.fields, tasks.tags, tasks.task-item, tasks.timeout, json.open-values]', async () => {
    const { made, sent } = await begin()
    expect([made.status, made.body]).toMatchObject([
      201,
      {
        ...sent,
        id: expect.stringMatching(/^task_/),
        timeout: null,
        scenario: null,
        created_at: expect.stringMatching(time),
      },
    ])
    expect(at(made.body, 'task_item')).toEqual(sent.task_item)
    const timed = await testbed.call('POST', '/tasks', { ...sent, timeout: 30 })
    expect(at(timed.body, 'timeout')).toBe(30)
  })

  it('are read with their criteria, oldest first [internal.get-task, tasks.criteria, lists.nested-oldest-first]', async () => {
    const { made, target } = await begin()
    expect((await testbed.call('GET', target)).body).toEqual({ ...(made.body as object), criteria: [] })
    const assertion = { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] }
    const ids: string[] = []
    for (const label of ['one', 'two', 'three']) {
      testbed.clock.advance(1)
      ids.push(await create(testbed.call, '/criteria', { task_id: at(made.body, 'id'), label, assertion }))
    }
    const { body } = await testbed.call('GET', target)
    expect(listAt(body, 'criteria').map((criterion) => at(criterion, 'id'))).toEqual(ids)
  })

  it('are listed by benchmark [internal.list-tasks]', async () => {
    const { benchmark_id, made } = await begin()
    const elsewhere = await create(testbed.call, '/benchmarks', { name: 'other' })
    await create(testbed.call, '/tasks', { benchmark_id: elsewhere, name: 'not this' })
    const { body } = await testbed.call('GET', `/tasks?benchmark_id=${benchmark_id}`)
    expect(listAt(body, 'data').map((item) => at(item, 'id'))).toEqual([at(made.body, 'id')])
  })

  it('are updated and deleted [internal.update-task, internal.delete-task]', async () => {
    const { target, sent } = await begin()
    const changed = await testbed.call('PATCH', target, { name: 'Ask again', tags: ['hard'] })
    expect([changed.status, changed.body]).toMatchObject([200, { ...sent, name: 'Ask again', tags: ['hard'] }])
    expect((await testbed.call('DELETE', target)).status).toBe(204)
    expect((await testbed.call('GET', target)).status).toBe(404)
  })

  it('are bound to entities [tasks.entities, tasks.bind-body, internal.bind-entity, internal.list-entities]', async () => {
    const { target } = await begin()
    const dataset = await create(testbed.call, '/datasets', { type: 'HL7', name: 'd', config: { messages: [] } })
    const made = await testbed.call('POST', `/datasets/${dataset}/entities`, { type: 'p', data: { a: 1 } })
    const dataset_entity_id = textAt(made.body, 'id')
    const bound = await testbed.call('POST', `${target}/entities`, { dataset_entity_id })
    expect([bound.status, bound.body]).toEqual([200, made.body])
    expect((await testbed.call('GET', `${target}/entities`)).body).toMatchObject({ data: [made.body] })
    expect((await testbed.call('DELETE', `${target}/entities/${dataset_entity_id}`)).status).toBe(204)
    expect((await testbed.call('GET', `${target}/entities`)).body).toMatchObject({ data: [] })
  })

  it('store recorded solutions [tasks.solutions]', async () => {
    const { target } = await begin()
    const solutions = [{ name: 'good', calls: [{ method: 'GET', path: 'fhir/Patient' }] }]
    expect((await testbed.call('PATCH', target, { solutions })).body).toMatchObject({ solutions })
  })

  it('store recorded harm [tasks.counters]', async () => {
    const { target } = await begin()
    const counters = [{ name: 'bad', after: 'good', calls: [{ method: 'GET', path: 'fhir/Patient' }], fails: ['a'] }]
    expect((await testbed.call('PATCH', target, { counters })).body).toMatchObject({ counters })
    expect((await testbed.call('GET', target)).body).toMatchObject({ counters })
    for (const wrong of [{ fails: [] }, { fails: ['a'], weight: 1 }, {}]) {
      const refused = await testbed.call('PATCH', target, { counters: [{ name: 'bad', calls: [], ...wrong }] })
      expect(refused.status).toBe(400)
    }
  })
})

describe('criteria', () => {
  const assertion = {
    assert: 'portal-state-match',
    correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-1' },
    assertions: [{ path: 'status', expected: 'approved' }],
  }
  const begin = async () => {
    const benchmark_id = await create(testbed.call, '/benchmarks', { name: 'b' })
    return create(testbed.call, '/tasks', { benchmark_id, name: 't' })
  }

  it('are made, read, listed, changed and deleted [criteria.crud, criteria.fields, criteria.assertion, criteria.portal-state-match]', async () => {
    const task_id = await begin()
    const made = await testbed.call('POST', '/criteria', { task_id, label: 'Approved', assertion, weight: 2 })
    expect([made.status, made.body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^crit_/),
        task_id,
        label: 'Approved',
        assertion,
        weight: 2,
        axis: null,
        guard: false,
        severity: null,
        harm: null,
        input_entity_id: null,
        created_at: expect.stringMatching(time),
      },
    ])
    const target = `/criteria/${textAt(made.body, 'id')}`
    expect((await testbed.call('GET', target)).body).toEqual(made.body)
    expect((await testbed.call('GET', `/criteria?task_id=${task_id}`)).body).toMatchObject({ data: [made.body] })
    expect((await testbed.call('PATCH', target, { label: 'Yes' })).body).toMatchObject({ label: 'Yes', weight: 2 })
    expect((await testbed.call('DELETE', target)).status).toBe(204)
    expect((await testbed.call('GET', target)).status).toBe(404)
  })

  it('have an axis, a weight within bounds, and may be guards [criteria.axis, criteria.weight, criteria.guard]', async () => {
    const task_id = await begin()
    for (const [change, status] of [
      [{}, 201],
      [{ axis: 'safety_2-b' }, 201],
      [{ axis: 'Safety' }, 400],
      [{ axis: '' }, 400],
      [{ axis: '2nd' }, 400],
      [{ weight: 0 }, 201],
      [{ weight: -1 }, 400],
      [{ weight: '1' }, 400],
      [{ guard: true }, 201],
    ] as const) {
      const made = await testbed.call('POST', '/criteria', { task_id, label: 'c', assertion, ...change })
      expect([change, made.status]).toEqual([change, status])
      if (status === 201) expect(made.body).toMatchObject({ weight: 1, axis: null, guard: false, ...change })
    }
  })

  it('name entities of the same organization [criteria.input-entity]', async () => {
    const task_id = await begin()
    const entityOf = async ({ call }: { call: ContractTestbed['call'] }) => {
      const dataset = await create(call, '/datasets', { type: 'HL7', name: 'd', config: { messages: [] } })
      return create(call, `/datasets/${dataset}/entities`, { type: 'p', data: 1 })
    }
    for (const [input_entity_id, status] of [
      [await entityOf(testbed), 201],
      [await entityOf(testbed.other), 404],
      ['ent_none', 404],
    ] as const) {
      const made = await testbed.call('POST', '/criteria', { task_id, label: 'c', assertion, input_entity_id })
      expect(made.status).toBe(status)
    }
  })

  it('are refused if a search parameter is unknown [kinds.fhir-search-checked]', async () => {
    const task_id = await begin()
    const search = { shoe_size: '44' }
    const refused = await testbed.call('POST', '/criteria', {
      task_id,
      label: 'c',
      assertion: { assert: 'fhir-resource-state', resource_type: 'Patient', search },
    })
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { error: { code: 'INVALID_REQUEST', errors: [{ path: '/assertion/search/shoe_size' }] } },
    ])
  })
})

describe('ids', () => {
  it('have a prefix for each kind of resource, and increase [identifiers.shape, identifiers.monotonic, identifiers.not-dates]', async () => {
    const ids: string[] = []
    for (let count = 0; count < 20; count++) ids.push(await create(testbed.call, '/environments', { name: 'e' }))
    for (const id of ids) expect(id).toMatch(/^env_[0-9a-hjkmnp-tv-z]{26}$/)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
