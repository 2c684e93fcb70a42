import { at } from '../../exchange/exchange.js'
import { anything, each, filled, instant, object, same } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { environmentFields } from './core-authoring.js'

const invalid = { status: 400, body: { error: { code: 'INVALID_REQUEST' } } }

export const environments = scenario({
  name: 'Environments, their simulators and datasets',
  ids: [
    'environments.create',
    'environments.fields',
    'environments.name-length',
    'environments.simulators',
    'environments.datasets',
    'environments.read-configuration',
    'environments.list-configuration',
    'environments.patch-name',
    'environments.patch-description',
    'environments.patch-simulators',
    'environments.patch-shared',
    'environments.patch-atomic',
    'environments.link-simulator',
    'environments.unlink-simulator',
    'environments.link-dataset',
    'environments.unlink-dataset',
    'environments.second-of-a-type',
    'internal.get-environment',
    'internal.update-environment',
    'internal.list-environments',
    'simulators.crud',
    'simulators.fields',
    'simulators.config-checked',
    'transport.created',
    'transport.ok',
    'transport.deleted',
    'transport.deleted-again',
    'transport.linked-again',
    'errors.code-conflict',
    'errors.conflict-names-state',
    'deletion.referenced',
    'json.unset-is-null',
    'json.patch-null',
    'json.patch-absent',
    'json.patch-arrays',
    'json.patch-as-read',
    'json.enum-case',
    'json.simulator-types',
    'json.empty-body',
    'identifiers.times',
    'identifiers.shape',
    'identifiers.monotonic',
    'identifiers.not-dates',
    'order.state-last',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    const made = await call('POST', '/environments', { name: k.name('clinic'), description: 'A small one.' })
    k.answer('environments.create', made, {
      status: 201,
      body: { name: k.name('clinic'), description: 'A small one.', simulators: [], datasets: [] },
    })
    k.answer('environments.fields', made, { body: environmentFields })
    k.answer('transport.created', made, 201)
    k.answer('identifiers.times', made, { body: { created_at: instant } })
    k.answer('identifiers.shape', made, { body: { id: /^env_[0-9a-hjkmnp-tv-z]{26}$/ } })
    k.answer('identifiers.not-dates', made, { body: { id: /^env_/ } })
    const id = String(at(made.body, 'id'))
    const target = `/environments/${id}`
    const bare = await call('POST', '/environments', { name: k.name('bare') })
    k.answer('json.unset-is-null', bare, { status: 201, body: { description: null } })
    for (const [body, status] of [
      [{ name: '' }, 400],
      [{ name: k.name('x').padEnd(200, 'x'), description: 'x'.repeat(1000) }, 201],
      [{ name: 'x'.repeat(201) }, 400],
      [{ name: k.name('x'), description: 'x'.repeat(1001) }, 400],
      [{}, 400],
    ] as const) {
      k.answer('environments.name-length', await call('POST', '/environments', body), status)
    }
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push(await k.create('/environments', { name: k.name(`e${count}`) }))
    k.value('identifiers.monotonic', [...ids].sort(), ids)

    const config = { determinations: [{ procedure_code: '70551', status: 'approved' }] }
    const madeSimulator = await call('POST', '/simulators', { type: 'payer', name: k.name('plan'), config })
    k.answer('simulators.crud', madeSimulator, { status: 201, body: { id: /^sim_/ } })
    k.answer('json.enum-case', madeSimulator, { status: 201, body: { type: 'Payer' } })
    k.answer('simulators.fields', madeSimulator, {
      body: { id: filled, type: 'Payer', name: k.name('plan'), config: same(config), created_at: instant },
    })
    const simulator = String(at(madeSimulator.body, 'id'))
    k.answer('simulators.crud', await call('GET', `/simulators/${simulator}`), {
      status: 200,
      body: same(madeSimulator.body),
    })
    k.answer('simulators.crud', await call('GET', '/simulators?limit=1'), {
      status: 200,
      body: { data: [{ id: simulator }] },
    })
    for (const [sent, path] of [
      [{ type: 'Payer', name: k.name('x'), config: { determination: [] } }, '/config/determination'],
      [{ type: 'Payer', name: k.name('x'), config: { determinations: 1 } }, '/config/determinations'],
    ] as const) {
      k.answer('simulators.config-checked', await call('POST', '/simulators', sent), {
        status: 400,
        body: { error: { code: 'INVALID_REQUEST', errors: each({ path }, 1) } },
      })
    }
    k.answer('json.simulator-types', await call('POST', '/simulators', { type: 'Pager', name: k.name('x') }), {
      status: 400,
      body: { error: { errors: [{ path: '/type' }] } },
    })
    for (const type of ['FHIR', 'HL7', 'X12', 'Files', 'Voice', 'Fax', 'Message']) {
      k.answer('json.simulator-types', await call('POST', '/simulators', { type, name: k.name(type) }), {
        status: 201,
        body: { type },
      })
    }
    const dataset = await k.create('/datasets', { type: 'HL7', name: k.name('results'), config: { messages: [] } })
    for (const [part, own] of [
      [`simulators/${simulator}`, 'environments.link-simulator'],
      [`datasets/${dataset}`, 'environments.link-dataset'],
    ] as const) {
      k.answer(own, await call('POST', `${target}/${part}`), 200)
      k.answer('transport.linked-again', await call('POST', `${target}/${part}`), 200)
    }
    const read = await call('GET', target)
    const simulators = [{ id: simulator, type: 'Payer', name: k.name('plan'), config: same(config) }]
    k.answer('internal.get-environment', read, { status: 200, body: { id } })
    k.answer('transport.ok', read, 200)
    k.answer('environments.simulators', read, { body: { simulators } })
    k.answer('environments.read-configuration', read, { body: { simulators } })
    k.answer('environments.datasets', read, {
      body: { datasets: [{ id: dataset, type: 'HL7', name: k.name('results') }] },
    })
    k.answer('transport.linked-again', read, { body: { simulators: [anything], datasets: [anything] } })
    k.answer('identifiers.not-dates', read, 200)
    const newest = await k.create('/environments', { name: k.name('newest') })
    await call('POST', `/environments/${newest}/simulators/${simulator}`)
    const listed = await call('GET', '/environments?limit=1')
    k.answer('internal.list-environments', listed, {
      status: 200,
      body: { data: [{ id: newest }], _meta: { limit: 1 } },
    })
    k.answer('environments.list-configuration', listed, { body: { data: [{ simulators }] } })

    const renamed = await call('PATCH', target, { name: k.name('ward') })
    k.answer('environments.patch-name', renamed, { status: 200, body: { id, name: k.name('ward') } })
    k.answer('json.patch-absent', renamed, { body: { description: 'A small one.' } })
    const described = await call('PATCH', target, { description: 'Third floor.' })
    k.answer('environments.patch-description', described, {
      status: 200,
      body: { description: 'Third floor.', name: k.name('ward') },
    })
    k.answer('internal.update-environment', described, { status: 200, body: { id } })
    const asRead = await call('GET', target)
    k.answer('json.patch-as-read', await call('PATCH', target, asRead.body), { status: 200, body: same(asRead.body) })
    for (const member of ['id', 'created_at']) {
      k.answer('json.patch-as-read', await call('PATCH', target, { ...Object(asRead.body), [member]: 'other' }), {
        status: 400,
        body: { error: { errors: [{ path: `/${member}` }] } },
      })
    }
    k.answer('json.patch-null', await call('PATCH', target, { description: null }), {
      status: 200,
      body: { description: null },
    })
    k.answer('json.patch-null', await call('PATCH', target, { name: null }), invalid)
    const unchanged = await call('PATCH', target)
    k.answer('json.empty-body', unchanged, { status: 200, body: { name: k.name('ward') } })
    const denied = { default_determination: { status: 'denied' } }
    const configured = await call('PATCH', target, { simulators: [{ id: simulator, config: denied }] })
    k.answer('environments.patch-simulators', configured, {
      status: 200,
      body: { simulators: [{ id: simulator, config: same(denied) }] },
    })
    k.answer('json.patch-arrays', configured, { body: { simulators: [{ config: same(denied) }] } })
    k.answer('environments.patch-shared', await call('GET', `/simulators/${simulator}`), {
      body: { config: same(denied) },
    })
    k.answer('environments.patch-shared', await call('GET', `/environments/${newest}`), {
      body: { simulators: [{ config: same(denied) }] },
    })
    const second = await k.create('/simulators', { type: 'FHIR', name: k.name('record') })
    await call('POST', `${target}/simulators/${second}`)
    const half = await call('PATCH', target, {
      name: k.name('half'),
      simulators: [
        { id: simulator, config: {} },
        { id: second, config: { unheard_of: 1 } },
      ],
    })
    k.answer('environments.patch-atomic', half, 400)
    k.answer('environments.patch-atomic', await call('GET', `/simulators/${simulator}`), {
      body: { config: same(denied) },
    })
    k.answer('environments.patch-atomic', await call('GET', target), { body: { name: k.name('ward') } })
    const third = await k.create('/simulators', { type: 'FHIR', name: k.name('another record') })
    const twice = await call('POST', `${target}/simulators/${third}`)
    k.answer('environments.second-of-a-type', twice, 409)
    k.answer('errors.code-conflict', twice, { status: 409, body: { error: { code: 'CONFLICT' } } })
    k.answer('order.state-last', twice, 409)

    k.answer('simulators.crud', await call('PATCH', `/simulators/${third}`, { name: k.name('chart') }), {
      status: 200,
      body: { name: k.name('chart') },
    })
    const used = await call('DELETE', `/simulators/${simulator}`)
    k.answer('deletion.referenced', used, { status: 409, text: /env_/ })
    const benchmark = await k.create('/benchmarks', { name: k.name('holder'), environment_id: id })
    const held = await call('DELETE', target)
    k.answer('deletion.referenced', held, { status: 409, body: { error: { message: new RegExp(benchmark) } } })
    k.answer('errors.conflict-names-state', held, { status: 409, body: { error: { message: new RegExp(benchmark) } } })
    k.answer('deletion.referenced', await call('DELETE', `/datasets/${dataset}`), { status: 409, text: /env_/ })
    for (const [part, own] of [
      [`simulators/${simulator}`, 'environments.unlink-simulator'],
      [`datasets/${dataset}`, 'environments.unlink-dataset'],
    ] as const) {
      k.answer(own, await call('DELETE', `${target}/${part}`), 204)
      k.answer(own, await call('GET', `/${part}`), 200)
    }
    k.answer('environments.unlink-simulator', await call('GET', target), { body: { simulators: [{ id: second }] } })
    k.answer('environments.unlink-dataset', await call('GET', target), { body: { datasets: [] } })
    const deleted = await call('DELETE', `/simulators/${third}`)
    k.answer('simulators.crud', deleted, 204)
    k.answer('transport.deleted', deleted, { status: 204, text: '' })
    k.answer('simulators.crud', await call('GET', `/simulators/${third}`), 404)
    k.answer('transport.deleted-again', await call('DELETE', `/simulators/${third}`), 404)
    k.value('environments.fields', at(read.body, 'simulators'), each(object, 1), read)
  },
})

export const datasets = scenario({
  name: 'Datasets and their entities',
  ids: [
    'datasets.crud',
    'datasets.fields',
    'datasets.type-fhir',
    'datasets.config-open',
    'datasets.config-fhir',
    'datasets.config-files',
    'datasets.config-hl7',
    'datasets.config-x12',
    'datasets.config-portal',
    'datasets.problems',
    'datasets.parent-same',
    'datasets.parent-no-cycle',
    'datasets.entities',
    'internal.list-datasets',
    'json.dataset-types',
    'json.open-values',
    'json.enum-case',
    'deletion.dataset',
    'errors.code-invalid-request',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    const config = {
      bundle: {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [],
        camelCase: { snake_case: 1.5, Null: null, empty: {} },
      },
    }
    const made = await call('POST', '/datasets', { type: 'FHIR', name: k.name('patients'), config })
    const fields = {
      id: /^ds_/,
      type: 'FHIR',
      name: k.name('patients'),
      description: null,
      parent_id: null,
      created_at: instant,
    }
    k.answer('datasets.type-fhir', made, { status: 201, body: { type: 'FHIR' } })
    k.answer('datasets.fields', made, { body: { ...fields, config: anything } })
    k.answer('datasets.config-open', made, { body: { config: same(config) } })
    k.answer('json.open-values', made, { body: { config: same(config) } })
    const target = `/datasets/${String(at(made.body, 'id'))}`
    k.answer('datasets.crud', await call('GET', target), { status: 200, body: same(made.body) })
    k.answer('datasets.config-open', await call('GET', target), { body: { config: same(config) } })
    const listed = await call('GET', '/datasets?limit=1')
    k.answer('internal.list-datasets', listed, { status: 200, body: { data: [same(made.body)], _meta: { limit: 1 } } })
    k.answer('datasets.crud', await call('PATCH', target, { name: k.name('people') }), {
      status: 200,
      body: { name: k.name('people'), config: same(config) },
    })
    const configs = [
      ['datasets.config-fhir', 'FHIR', { bundle: { resourceType: 'Bundle', type: 'collection' } }],
      ['datasets.config-fhir', 'FHIR', { generator: { seed: 1, patients: 2 } }],
      [
        'datasets.config-files',
        'Files',
        {
          files: [
            { path: 'a.txt', content: 'x' },
            { path: 'b.png', content_base64: 'AA==', media_type: 'image/png' },
          ],
        },
      ],
      ['datasets.config-hl7', 'HL7', { messages: ['MSH|^~\\&|A'] }],
      ['datasets.config-x12', 'X12', { transactions: ['ST*270*0001~SE*2*0001~'] }],
      ['datasets.config-portal', 'Portal', { rows: { patients: [{ member_id: 'M-1' }] } }],
    ] as const
    for (const [id, type, own] of configs) {
      k.answer(id, await call('POST', '/datasets', { type, name: k.name('x'), config: own }), {
        status: 201,
        body: { type, config: same(own) },
      })
      k.answer(
        'json.dataset-types',
        await call('POST', '/datasets', { type: type.toLowerCase(), name: k.name('x'), config: own }),
        { status: 201, body: { type } },
      )
      const other = type === 'HL7' ? { rows: {} } : { messages: [] }
      const written = await call('POST', '/datasets', { type, name: k.name('x'), config: other })
      k.answer('datasets.config-open', written, { status: 201, body: { config: same(other) } })
      const reported = { problems: each({ path: /^\/config/, message: /./ }, 1) }
      k.answer('datasets.problems', written, { body: reported })
      const place = `/datasets/${String(at(written.body, 'id'))}`
      k.answer('datasets.problems', await call('GET', place), { status: 200, body: reported })
      k.answer('datasets.problems', await call('PATCH', place, { config: own }), {
        status: 200,
        body: { problems: [] },
      })
      k.answer('datasets.problems', await call('PATCH', place, { config: other }), { status: 200, body: reported })
    }
    k.answer(
      'json.enum-case',
      await call('POST', '/datasets', { type: 'pOrTaL', name: k.name('x'), config: { rows: {} } }),
      { status: 201, body: { type: 'Portal' } },
    )
    const unknown = await call('POST', '/datasets', { type: 'Voice', name: k.name('x'), config: {} })
    k.answer('json.dataset-types', unknown, 400)
    k.answer('errors.code-invalid-request', unknown, invalid)

    const messages = { messages: [] }
    const parent = await k.create('/datasets', { type: 'HL7', name: k.name('parent'), config: messages })
    const child = await call('POST', '/datasets', {
      type: 'HL7',
      name: k.name('child'),
      config: messages,
      parent_id: parent,
    })
    k.answer('datasets.parent-same', child, { status: 201, body: { parent_id: parent } })
    const files = await k.create('/datasets', { type: 'Files', name: k.name('files'), config: { files: [] } })
    k.answer(
      'datasets.parent-same',
      await call('POST', '/datasets', { type: 'HL7', name: k.name('c'), config: messages, parent_id: files }),
      400,
    )
    k.answer(
      'datasets.parent-same',
      await call('POST', '/datasets', { type: 'HL7', name: k.name('c'), config: messages, parent_id: 'ds_none' }),
      404,
    )
    const cycle = await call('PATCH', `/datasets/${parent}`, { parent_id: String(at(child.body, 'id')) })
    k.value('datasets.parent-no-cycle', cycle.status >= 400 && cycle.status < 500, true, cycle)
    k.answer('datasets.parent-no-cycle', await call('GET', `/datasets/${parent}`), { body: { parent_id: null } })

    const entity = { type: 'patient', ref: 'ida', data: { memberId: 'M-1', snake_case: null } }
    const entities = `/datasets/${parent}/entities`
    const madeEntity = await call('POST', entities, entity)
    k.answer('datasets.entities', madeEntity, {
      status: 201,
      body: {
        id: /^ent_/,
        dataset_id: parent,
        type: 'patient',
        ref: 'ida',
        data: same(entity.data),
        created_at: instant,
      },
    })
    k.answer('datasets.entities', await call('GET', entities), { status: 200, body: { data: [same(madeEntity.body)] } })
    await call('DELETE', `/datasets/${String(at(child.body, 'id'))}`)
    const deleted = await call('DELETE', `/datasets/${parent}`)
    k.answer('datasets.crud', deleted, 204)
    k.answer('deletion.dataset', await call('GET', entities), 404)
    const task_id = await k.create('/tasks', {
      benchmark_id: await k.create('/benchmarks', { name: k.name('binds') }),
      name: 't',
    })
    k.answer(
      'deletion.dataset',
      await call('POST', `/tasks/${task_id}/entities`, { dataset_entity_id: at(madeEntity.body, 'id') }),
      404,
    )
    k.answer('datasets.crud', await call('GET', `/datasets/${parent}`), 404)
  },
})
