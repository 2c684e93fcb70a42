import { at } from '../../exchange/exchange.js'
import { anything, each, either, filled, instant, orNull, same } from '../../expectation/pattern.js'
import { idsIn } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'

const invalid = { status: 400, body: { error: { code: 'INVALID_REQUEST' } } }

export const benchmarks = scenario({
  name: 'Benchmarks, their names and bounds',
  ids: [
    'benchmarks.create-fields',
    'benchmarks.extra-fields',
    'benchmarks.only-name-required',
    'benchmarks.defaults',
    'benchmarks.visibility',
    'benchmarks.name-shape',
    'benchmarks.name-unique',
    'benchmarks.timeout-bounds',
    'benchmarks.concurrency-bounds',
    'benchmarks.read-change-delete',
    'benchmarks.environment-unknown',
    'overrides.unknown',
    'overrides.pass-threshold',
    'json.enum-case',
    'json.open-values',
    'errors.code-conflict',
    'deletion.benchmark',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    const fields = {
      name: k.name('full'),
      description: 'Asks a payer.',
      timeout: 300,
      concurrency: 2,
      overrides: { pass_threshold: 0.8, seed: 7, axis_weights: { safety: 2 } },
    }
    const made = await call('POST', '/benchmarks', fields)
    k.answer('benchmarks.create-fields', made, { status: 201, body: { ...fields, overrides: same(fields.overrides) } })
    k.answer('json.open-values', made, { body: { overrides: same(fields.overrides) } })
    k.answer('benchmarks.extra-fields', made, {
      body: { environment_id: null, visibility: 'Private', archived: false, updated_at: instant },
    })
    const target = `/benchmarks/${String(at(made.body, 'id'))}`
    k.answer('benchmarks.read-change-delete', await call('GET', target), { status: 200, body: same(made.body) })
    k.answer('benchmarks.read-change-delete', await call('PATCH', target, { timeout: 5 }), {
      status: 200,
      body: { timeout: 5, concurrency: 2, description: 'Asks a payer.' },
    })
    const task = await k.create('/tasks', { benchmark_id: String(at(made.body, 'id')), name: 't' })
    k.answer('benchmarks.read-change-delete', await call('DELETE', target), 204)
    k.answer('benchmarks.read-change-delete', await call('GET', target), 404)
    k.answer('deletion.benchmark', await call('GET', `/tasks/${task}`), 404)
    const bare = await call('POST', '/benchmarks', { name: k.name('bare') })
    k.answer('benchmarks.only-name-required', bare, 201)
    k.answer('benchmarks.only-name-required', await call('POST', '/benchmarks', { timeout: 5 }), 400)
    k.answer('benchmarks.defaults', bare, { body: { timeout: 600, concurrency: 1, visibility: 'Private' } })
    const again = await call('POST', '/benchmarks', { name: k.name('bare') })
    k.answer('benchmarks.name-unique', again, 409)
    k.answer('errors.code-conflict', again, { status: 409, body: { error: { code: 'CONFLICT' } } })
    const open = await call('POST', '/benchmarks', { name: k.name('open'), visibility: 'public' })
    k.answer('benchmarks.visibility', open, { status: 201, body: { visibility: 'Public' } })
    k.answer('json.enum-case', open, { status: 201, body: { visibility: 'Public' } })
    k.answer(
      'benchmarks.visibility',
      await call('POST', '/benchmarks', { name: k.name('secret'), visibility: 'Secret' }),
      400,
    )
    let count = 0
    for (const [id, change, status] of [
      ['benchmarks.name-shape', { name: k.name('y').padEnd(100, 'y') }, 201],
      ['benchmarks.name-shape', { name: k.name('y').padEnd(101, 'y') }, 400],
      ['benchmarks.name-shape', { name: '' }, 400],
      ['benchmarks.name-shape', { name: k.name('a@1') }, 400],
      ['benchmarks.name-shape', { name: k.name('a/b') }, 400],
      ['benchmarks.name-shape', { name: k.name('a\nb') }, 400],
      ['benchmarks.timeout-bounds', { timeout: 1 }, 201],
      ['benchmarks.timeout-bounds', { timeout: 86_400 }, 201],
      ['benchmarks.timeout-bounds', { timeout: 0 }, 400],
      ['benchmarks.timeout-bounds', { timeout: 86_401 }, 400],
      ['benchmarks.timeout-bounds', { timeout: 1.5 }, 400],
      ['benchmarks.concurrency-bounds', { concurrency: 64 }, 201],
      ['benchmarks.concurrency-bounds', { concurrency: 0 }, 400],
      ['benchmarks.concurrency-bounds', { concurrency: 65 }, 400],
      ['overrides.pass-threshold', { overrides: { pass_threshold: 1 } }, 201],
      ['overrides.pass-threshold', { overrides: { pass_threshold: 0 } }, 400],
      ['overrides.pass-threshold', { overrides: { pass_threshold: 1.1 } }, 400],
      ['overrides.unknown', { overrides: { unheard_of: 1 } }, 400],
    ] as const) {
      k.answer(id, await call('POST', '/benchmarks', { name: k.name(`n${++count}`), ...change }), status)
    }
    k.answer(
      'benchmarks.environment-unknown',
      await call('POST', '/benchmarks', { name: k.name('lost'), environment_id: 'env_none' }),
      404,
    )
  },
})

const portalAssertion = {
  assert: 'portal-state-match',
  correlate_by: { resource: 'prior_auth_requests', key: 'patient_member_id', value: 'M-1' },
  assertions: [{ path: 'status', expected: 'approved' }],
}

export const tasksAndCriteria = scenario({
  name: 'Tasks, their entities and criteria',
  ids: [
    'tasks.entities',
    'tasks.bind-body',
    'tasks.filter-tags',
    'tasks.solutions',
    'tasks.counters',
    'tasks.unknown-step',
    'tasks.steps-checked',
    'tasks.scenario',
    'tasks.criteria',
    'internal.bind-entity',
    'internal.list-entities',
    'internal.unbind-entity',
    'internal.get-task',
    'criteria.crud',
    'criteria.fields',
    'criteria.assertion',
    'criteria.portal-state-match',
    'criteria.axis',
    'criteria.weight',
    'criteria.guard',
    'criteria.input-entity',
    'criteria.assertion-checked',
    'kinds.fhir-search-checked',
    'matchers.unknown',
    'lists.nested-oldest-first',
    'deletion.task',
    'transport.linked-again',
    'json.patch-null',
    'json.unset-is-null',
    'identifiers.prefixes',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    const benchmark_id = await k.create('/benchmarks', { name: k.name('tasks') })
    const make = (fields: object) => call('POST', '/tasks', { benchmark_id, name: 't', ...fields })
    const made = await make({ tags: ['a', 'b'] })
    k.answer('json.unset-is-null', made, { body: { timeout: null, task_item: null, scenario: null } })
    const task_id = String(at(made.body, 'id'))
    const target = `/tasks/${task_id}`
    const other = String(at((await make({ tags: ['a'] })).body, 'id'))
    const tagged = await call('GET', `/tasks?benchmark_id=${benchmark_id}&tag=a&tag=b`)
    k.answer('tasks.filter-tags', tagged, { status: 200, body: { data: [{ id: task_id }] } })
    const both = await call('GET', `/tasks?benchmark_id=${benchmark_id}&tag=a`)
    k.value('tasks.filter-tags', [...idsIn(both)].sort(), [task_id, other].sort(), both)
    k.answer('json.patch-null', await call('PATCH', target, { timeout: 30 }), { status: 200, body: { timeout: 30 } })
    k.answer('json.patch-null', await call('PATCH', target, { timeout: null }), {
      status: 200,
      body: { timeout: null },
    })
    const steps = { steps: [{ type: 'advance_clock', seconds: 5 }] }
    k.answer('tasks.scenario', await call('PATCH', target, { scenario: steps }), {
      status: 200,
      body: { scenario: same(steps) },
    })
    k.answer('tasks.scenario', await call('GET', target), { body: { scenario: same(steps) } })
    k.answer(
      'tasks.unknown-step',
      await call('PATCH', target, { scenario: { steps: [{ type: 'ring_a_bell' }] } }),
      invalid,
    )
    for (const [step, path] of [
      [{ type: 'receive_fax', from: 'nobody', text: 'x' }, '/scenario/steps/0/from'],
      [{ type: 'receive_hl7', payload: 'hello' }, '/scenario/steps/0/payload'],
    ] as const) {
      const refused = { status: 400, body: { error: { errors: [{ path }] } } }
      k.answer('tasks.steps-checked', await call('PATCH', target, { scenario: { steps: [step] } }), refused)
      k.answer('tasks.steps-checked', await make({ scenario: { steps: [step] } }), refused)
    }
    k.answer('tasks.unknown-step', await make({ scenario: { steps: [{ type: 'ring_a_bell' }] } }), invalid)
    const solutions = [{ name: 'good', calls: [{ method: 'GET', path: 'fhir/Patient' }] }]
    k.answer('tasks.solutions', await call('PATCH', target, { solutions }), {
      status: 200,
      body: { solutions: [{ name: 'good', calls: [{ method: 'GET', path: 'fhir/Patient' }] }] },
    })
    const counter = { name: 'bad', after: 'good', calls: [{ method: 'GET', path: 'fhir/Patient' }], fails: ['a'] }
    for (const answer of [await call('PATCH', target, { counters: [counter] }), await call('GET', target)]) {
      k.answer('tasks.counters', answer, { status: 200, body: { counters: [counter] } })
    }
    for (const wrong of [{ fails: [] }, { fails: ['a'], weight: 1 }, {}]) {
      k.answer(
        'tasks.counters',
        await call('PATCH', target, { counters: [{ name: 'bad', calls: [], ...wrong }] }),
        invalid,
      )
    }

    const dataset = await k.create('/datasets', { type: 'HL7', name: k.name('entities'), config: { messages: [] } })
    const entity = await call('POST', `/datasets/${dataset}/entities`, { type: 'p', data: { a: 1 } })
    const dataset_entity_id = String(at(entity.body, 'id'))
    const bound = await call('POST', `${target}/entities`, { dataset_entity_id })
    k.answer('tasks.bind-body', bound, { status: 200, body: same(entity.body) })
    k.answer('internal.bind-entity', bound, { status: either(200, 201) })
    k.answer('transport.linked-again', await call('POST', `${target}/entities`, { dataset_entity_id }), 200)
    const entities = await call('GET', `${target}/entities`)
    k.answer('internal.list-entities', entities, { status: 200, body: { data: [{ id: dataset_entity_id }] } })
    k.answer('internal.bind-entity', entities, { body: { data: [{ id: dataset_entity_id }] } })
    k.answer('tasks.entities', entities, { body: { data: [{ id: dataset_entity_id }] } })
    k.answer('internal.unbind-entity', await call('DELETE', `${target}/entities/${dataset_entity_id}`), {
      status: either(200, 204),
    })
    const unbound = await call('GET', `${target}/entities`)
    k.answer('internal.unbind-entity', unbound, { status: 200, body: { data: [] } })
    k.answer('tasks.entities', unbound, { body: { data: [] } })

    const crit = (fields: object) =>
      call('POST', '/criteria', { task_id, label: 'c', assertion: portalAssertion, ...fields })
    const criterion = await crit({ label: 'Approved', weight: 2 })
    const fields = {
      id: /^crit_/,
      task_id,
      label: 'Approved',
      assertion: same(portalAssertion),
      weight: 2,
      created_at: instant,
    }
    k.answer('criteria.fields', criterion, { status: 201, body: fields })
    k.answer('criteria.assertion', criterion, { body: { assertion: { assert: 'portal-state-match' } } })
    k.answer('criteria.portal-state-match', criterion, { status: 201, body: { assertion: same(portalAssertion) } })
    const criterionPath = `/criteria/${String(at(criterion.body, 'id'))}`
    k.answer('criteria.crud', await call('GET', criterionPath), { status: 200, body: same(criterion.body) })
    k.answer('criteria.crud', await call('GET', `/criteria?task_id=${task_id}`), {
      status: 200,
      body: { data: [same(criterion.body)] },
    })
    k.answer('criteria.crud', await call('PATCH', criterionPath, { label: 'Yes' }), {
      status: 200,
      body: { label: 'Yes', weight: 2 },
    })
    for (const [id, change, status] of [
      ['criteria.axis', {}, 201],
      ['criteria.axis', { axis: 'safety_2-b' }, 201],
      ['criteria.axis', { axis: 'Safety' }, 400],
      ['criteria.axis', { axis: '' }, 400],
      ['criteria.axis', { axis: '2nd' }, 400],
      ['criteria.weight', {}, 201],
      ['criteria.weight', { weight: 0 }, 201],
      ['criteria.weight', { weight: 0.25 }, 201],
      ['criteria.weight', { weight: -1 }, 400],
      ['criteria.weight', { weight: '1' }, 400],
      ['criteria.guard', { guard: true }, 201],
      ['criteria.guard', { guard: 'yes' }, 400],
    ] as const) {
      const answer = await crit(change)
      k.answer(
        id,
        answer,
        status === 201 ? { status, body: { weight: 1, axis: null, guard: false, ...change } } : status,
      )
    }
    for (const [input_entity_id, status] of [
      [dataset_entity_id, 201],
      ['ent_none', 404],
    ] as const) {
      k.answer('criteria.input-entity', await crit({ input_entity_id }), status)
    }
    for (const [assertion, path] of [
      [{ assert: 'unheard-of' }, /^\/assertion/],
      [{ assert: 'portal-state-match', assertions: [] }, /^\/assertion/],
      [{ assert: 'output-match', fields: [{ path: 1, expected: 1 }] }, /^\/assertion\/fields\/0\/path/],
      [{}, /^\/assertion/],
    ] as const) {
      k.answer('criteria.assertion-checked', await crit({ assertion }), {
        status: 400,
        body: { error: { errors: each({ path }, 1) } },
      })
    }
    const search = { assert: 'fhir-resource-state', resource_type: 'Patient', search: { shoe_size: '44' } }
    k.answer('kinds.fhir-search-checked', await crit({ assertion: search }), {
      status: 400,
      body: { error: { errors: [{ path: '/assertion/search/shoe_size' }] } },
    })
    for (const expected of [{ $near: 1 }, { $eq: 1, $size: 1 }, { $eq: 1, a: 1 }]) {
      k.answer(
        'matchers.unknown',
        await crit({ assertion: { assert: 'output-match', fields: [{ path: 'a', expected }] } }),
        invalid,
      )
    }
    const ids: string[] = []
    for (const label of ['one', 'two', 'three'])
      ids.push(await k.create('/criteria', { task_id: other, label, assertion: portalAssertion }))
    const read = await call('GET', `/tasks/${other}`)
    k.answer('internal.get-task', read, { status: 200, body: { id: other, criteria: ids.map((id) => ({ id })) } })
    k.answer('tasks.criteria', read, {
      body: {
        criteria: each(
          { id: filled, task_id: other, label: filled, assertion: anything, weight: 1, created_at: instant },
          3,
        ),
      },
    })
    k.answer('lists.nested-oldest-first', read, { body: { criteria: ids.map((id) => ({ id })) } })
    k.answer('criteria.crud', await call('DELETE', `/criteria/${ids[0]}`), 204)
    k.answer('criteria.crud', await call('GET', `/criteria/${ids[0]}`), 404)
    k.answer('deletion.task', await call('DELETE', `/tasks/${other}`), 204)
    for (const id of ids.slice(1)) k.answer('deletion.task', await call('GET', `/criteria/${id}`), 404)
    k.value(
      'identifiers.prefixes',
      [benchmark_id, task_id, dataset, dataset_entity_id, at(criterion.body, 'id')],
      [/^bench_[0-9a-z]{26}$/, /^task_[0-9a-z]{26}$/, /^ds_[0-9a-z]{26}$/, /^ent_[0-9a-z]{26}$/, /^crit_[0-9a-z]{26}$/],
    )
    k.answer('criteria.fields', await call('GET', criterionPath), { body: { weight: 2, label: orNull('Yes') } })
  },
})

export const foreignParents = scenario({
  name: 'References into another organization',
  ids: [
    'benchmarks.environment-unknown',
    'datasets.parent-same',
    'criteria.input-entity',
    'authentication.organization-scope',
    'lists.parent-unknown',
    'versions.public-name-unique',
    'benchmarks.name-unique',
  ],
  needs: ['organization-key', 'second-organization', 'authoring'],
  async run(k) {
    const { call: theirs } = k.other
    const environment_id = await k.create('/environments', { name: k.name('theirs') }, theirs)
    k.answer(
      'benchmarks.environment-unknown',
      await k.call('POST', '/benchmarks', { name: k.name('borrows'), environment_id }),
      404,
    )
    const parent_id = await k.create(
      '/datasets',
      { type: 'HL7', name: k.name('theirs'), config: { messages: [] } },
      theirs,
    )
    k.answer(
      'datasets.parent-same',
      await k.call('POST', '/datasets', { type: 'HL7', name: k.name('c'), config: { messages: [] }, parent_id }),
      404,
    )
    const input_entity_id = await k.create(`/datasets/${parent_id}/entities`, { type: 'p', data: 1 }, theirs)
    const benchmark_id = await k.create('/benchmarks', { name: k.name('own') })
    const task_id = await k.create('/tasks', { benchmark_id, name: 't' })
    k.answer(
      'criteria.input-entity',
      await k.call('POST', '/criteria', { task_id, label: 'c', assertion: portalAssertion, input_entity_id }),
      404,
    )
    k.answer(
      'authentication.organization-scope',
      await k.call('POST', `/tasks/${task_id}/entities`, { dataset_entity_id: input_entity_id }),
      404,
    )
    k.answer(
      'authentication.organization-scope',
      await theirs('PATCH', `/benchmarks/${benchmark_id}`, { timeout: 5 }),
      404,
    )
    k.answer('authentication.organization-scope', await theirs('DELETE', `/benchmarks/${benchmark_id}`), 404)
    k.answer('authentication.organization-scope', await k.call('DELETE', `/environments/${environment_id}`), 404)
    k.answer('lists.parent-unknown', await theirs('GET', `/criteria?task_id=${task_id}`), 404)
    // The same name in two organizations does not conflict.
    const same = await theirs('POST', '/benchmarks', { name: k.name('own') })
    k.answer('benchmarks.name-unique', same, 201)
    const open = await k.publish({
      name: 'open name',
      visibility: 'Public',
      tasks: [
        { criteria: [{ label: 'c', assertion: { assert: 'output-match', fields: [{ path: 'a', expected: 1 }] } }] },
      ],
    })
    const environment = await k.create('/environments', { name: k.name('empty') }, theirs)
    const taken = await theirs('POST', '/benchmarks', {
      name: open.name,
      visibility: 'Public',
      environment_id: environment,
    })
    // Refused at creation or at publication.
    let refused = taken
    if (taken.status === 201) {
      const id = String(at(taken.body, 'id'))
      const theirTask = await k.create('/tasks', { benchmark_id: id, name: 't' }, theirs)
      await k.create('/criteria', { task_id: theirTask, label: 'c', assertion: portalAssertion }, theirs)
      refused = await theirs('POST', `/benchmarks/${id}/versions`, { allow_findings: true })
    }
    k.answer('versions.public-name-unique', refused, { status: 409, body: { error: { code: 'CONFLICT' } } })
  },
})
