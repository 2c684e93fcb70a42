import { at, listAt } from '../../exchange/exchange.js'
import { filled } from '../../expectation/pattern.js'
import { scenario } from '../../scenario/scenario.js'
import { must, textIn } from '../../scenario/unmet.js'

const fax = { to_number: '+15550100', document_type: 'report', text: 'No tear of the meniscus.' }

function sent(label: string, more: object) {
  const correlate_by = { to_number: fax.to_number, document_type: fax.document_type }
  return { label, assertion: { ...more, correlate_by, fields: [{ path: 'text', expected: fax.text }] } }
}

const criteria = [
  sent('the second one has sent it', { assert: 'fax-sent', system: 'imaging' }),
  sent('so do its records say', { assert: 'record-state', collection: 'faxes', system: 'imaging' }),
  sent('the first one has not', { assert: 'record-state', collection: 'faxes', count: 0 }),
  {
    label: 'nothing else',
    guard: true,
    assertion: { assert: 'no-collateral', allow: [{ collection: 'faxes', system: 'imaging' }] },
  },
]

export const severalSystems = scenario({
  name: 'Several systems of one type in one environment',
  ids: [
    'environments.keys',
    'environments.key-unique',
    'systems.keyed-paths',
    'sandboxes.keyed-paths',
    'scenario.system',
    'kinds.system',
    'kinds.record-state',
    'evidence.systems',
  ],
  needs: ['organization-key', 'solver-key', 'authoring'],
  async run(k) {
    const { call } = k
    await k.part(async () => {
      const environment = await k.create('/environments', { name: k.name('keys') })
      const make = () => k.create('/simulators', { type: 'Fax', name: k.name('fax') })
      const target = `/environments/${environment}`
      const link = async (key: unknown) =>
        call('POST', `${target}/simulators/${await make()}`, key === undefined ? undefined : { key })
      k.answer('environments.keys', await link(undefined), { status: 200, body: { simulators: [{ key: 'faxes' }] } })
      k.answer('environments.keys', await link('imaging'), {
        status: 200,
        body: { simulators: [{ key: 'faxes' }, { key: 'imaging' }] },
      })
      k.answer('environments.keys', await call('GET', target), {
        body: { simulators: [{ key: 'faxes' }, { key: 'imaging' }] },
      })
      for (const taken of ['imaging', 'faxes']) k.answer('environments.key-unique', await link(taken), 409)
      for (const wrong of ['Imaging', '1', '', 'a b', `a${'b'.repeat(32)}`, 5]) {
        k.answer('environments.key-unique', await link(wrong), 400)
      }
      k.answer('environments.key-unique', await link(`a${'b'.repeat(31)}`), 200)
    })

    const steps = [{ type: 'receive_fax', system: 'imaging', from: '+15550111', text: 'Please send it.' }]
    const { reference, environment } = await k.publish({
      name: 'two-faxes',
      simulators: [
        { type: 'Fax', name: 'front desk' },
        { type: 'Fax', name: 'imaging center', key: 'imaging' },
      ],
      tasks: [{ scenario: { steps }, criteria }],
    })
    const run = await k.createRun(reference)
    const base = `/v1/benchmark-runs/${run.id}`
    k.answer('systems.keyed-paths', run.created, {
      body: { endpoints: { faxes: `${base}/faxes`, 'faxes@imaging': `${base}/faxes@imaging` } },
    })
    must(await run.start(), 200)
    const received = async (group: string) => listAt((await run.system('GET', group)).body, 'data').length
    k.value('scenario.system', [await received('faxes@imaging'), await received('faxes')], [1, 0])
    k.answer('systems.keyed-paths', await run.system('POST', 'faxes@imaging', fax), { status: 201 })
    k.answer('systems.keyed-paths', await run.system('GET', 'faxes%40imaging'), {
      status: 200,
      body: { data: [{ direction: 'outbound', to_number: fax.to_number }, { direction: 'inbound' }] },
    })
    k.answer('systems.keyed-paths', await run.system('GET', 'faxes'), { status: 200, body: { data: [] } })
    for (const none of ['faxes@other', 'hl7@imaging']) {
      k.answer('systems.keyed-paths', await run.system('GET', none), 404)
    }
    const completed = must(await run.complete(), 200)
    const results = listAt(completed.body, 'checks').map((check) => at(check, 'result'))
    k.value('kinds.system', [results[0], results[3]], ['pass', 'pass'], completed)
    k.value('kinds.record-state', [results[1], results[2]], ['pass', 'pass'], completed)
    const record = await call('GET', `/task-runs/${run.taskRun()}/record`)
    const systems = { imaging: { faxes: [{ text: 'Please send it.' }, { text: fax.text }] } }
    k.answer('evidence.systems', record, {
      status: 200,
      body: {
        evidence: {
          faxes: [],
          systems,
          initial: { faxes: [], systems: { imaging: { faxes: [{ text: 'Please send it.' }] } } },
        },
      },
    })

    const playground = textIn(must(await call('POST', '/playgrounds', { environment_id: environment }), 201), 'id')
    const listed = await call('GET', `/sandboxes?playground_id=${playground}`)
    const sandbox = listAt(listed.body, 'data').find((candidate) => at(candidate, 'key') === 'imaging')
    k.value('sandboxes.keyed-paths', sandbox, { id: filled, type: 'Fax', key: 'imaging' }, listed)
    const path = `/sandboxes/${at(sandbox, 'id')}/faxes@imaging`
    k.value('sandboxes.keyed-paths', at(sandbox, 'endpoints'), { 'faxes@imaging': path }, listed)
    k.answer('sandboxes.keyed-paths', await call('GET', path), { status: 200, body: { data: [] } })
    k.answer('sandboxes.keyed-paths', await call('GET', `${path}x`), 404)
  },
})
