import { at } from '../../exchange/exchange.js'
import { each, same } from '../../expectation/pattern.js'
import { writeBenchmark } from '../../scenario/publish.js'
import { scenario } from '../../scenario/scenario.js'

const reported = { problems: each({ path: /^\/config/, message: /./ }, 1) }

export const oddDatasets = scenario({
  name: 'Datasets whose configuration does not match their type',
  ids: [
    'datasets.config-open',
    'datasets.problems',
    'datasets.problems-refuse-publishing',
    'datasets.problems-refuse-seeding',
  ],
  needs: ['organization-key', 'authoring'],
  async run(k) {
    const { call } = k
    for (const config of [null, false, 0, 'text', [], [{ a: null }], { messages: [1], 'a/b': 1.5 }]) {
      const made = await call('POST', '/datasets', { type: 'FHIR', name: k.name('odd'), config })
      k.answer('datasets.config-open', made, { status: 201, body: { config: same(config) } })
      k.answer('datasets.problems', made, { body: reported })
      const read = await call('GET', `/datasets/${String(at(made.body, 'id'))}`)
      k.answer('datasets.config-open', read, { status: 200, body: { config: same(config) } })
      k.answer('datasets.problems', read, { body: reported })
    }

    const plan = {
      name: 'unfit',
      simulators: [{ type: 'HL7', name: 'interface' }],
      datasets: [{ type: 'HL7', name: 'results', config: { messages: [1] } }],
      tasks: [{ criteria: [] }],
    }
    const { benchmark, environment, datasets } = await writeBenchmark(call, k.name, plan)
    const publish = () => call('POST', `/benchmarks/${benchmark}/versions`, { allow_findings: true })
    const play = () => call('POST', '/playgrounds', { environment_id: environment })
    const dataset = datasets[0] ?? ''
    const refused = { status: 409, body: { error: { code: 'CONFLICT', message: new RegExp(dataset) } } }
    k.answer('datasets.problems-refuse-publishing', await publish(), refused)
    k.answer('datasets.problems-refuse-seeding', await play(), refused)
    const corrected = await call('PATCH', `/datasets/${dataset}`, { config: { messages: [] } })
    k.answer('datasets.problems', corrected, { status: 200, body: { problems: [] } })
    k.answer('datasets.problems-refuse-publishing', await publish(), 201)
    k.answer('datasets.problems-refuse-seeding', await play(), 201)
  },
})
