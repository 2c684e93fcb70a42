// How long do a PAS request and a package of questionnaires take, and do they grow with items and documents?
//
// The peer of `$submit` is a transaction of the same resources in the record, which also checks and stores them. Growth
// compares a fourth of the items and of the documents.

import { createSeededRandom, type JsonObject, type SimulatorCall } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import type { Bench } from './src/benchmark.js'

const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }
const npi = 'http://hl7.org/fhir/sid/us-npi'

function concept(system: string, code: string) {
  return { coding: [{ system, code }] }
}

/** The resources of a request: a Claim with items, its parties, and documents. */
function resourcesOf(items: number, documents: number): readonly JsonObject[] {
  const item = Array.from({ length: items }, (_, index) => ({
    sequence: index + 1,
    productOrService: concept('http://www.ama-assn.org/go/cpt', String(97110 + index)),
    servicedDate: '2026-01-20',
  }))
  const files = Array.from({ length: documents }, (_, index) => ({
    resourceType: 'DocumentReference',
    id: `d${index}`,
    status: 'current',
    type: { text: 'clinical note' },
    content: [{ attachment: { contentType: 'text/plain', data: btoa('Six weeks of physical therapy. '.repeat(200)) } }],
  }))
  const category = concept('http://hl7.org/fhir/us/davinci-pas/CodeSystem/PASTempCodes', 'additionalInformation')
  const claim = {
    resourceType: 'Claim',
    id: 'c1',
    identifier: [{ system: 'urn:clinic', value: 'c1' }],
    status: 'active',
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    use: 'preauthorization',
    patient: { reference: 'Patient/p1' },
    created: '2026-01-05T09:00:00Z',
    insurer: { reference: 'Organization/plan' },
    provider: { reference: 'Organization/clinic' },
    priority: concept('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    supportingInfo: files.map(({ id }, index) => ({
      sequence: index + 1,
      category,
      valueReference: { reference: `DocumentReference/${id}` },
    })),
    insurance: [{ sequence: 1, focal: true, coverage: { reference: 'Coverage/v1' } }],
    item,
  }
  return [
    claim,
    { resourceType: 'Patient', id: 'p1', birthDate: '1961-04-30' },
    {
      resourceType: 'Coverage',
      id: 'v1',
      status: 'active',
      subscriberId: 'MBR-1001',
      beneficiary: { reference: 'Patient/p1' },
      payor: [{ reference: 'Organization/plan' }],
    },
    { resourceType: 'Organization', id: 'plan', name: 'Plan' },
    { resourceType: 'Organization', id: 'clinic', name: 'Clinic', identifier: [{ system: npi, value: '1234567893' }] },
    ...files,
  ]
}

function runningOf(type: string, config: JsonObject) {
  const system = defaultSystems.find((one) => one.type === type)
  if (system === undefined) throw new Error(`There is no system ${type}.`)
  return system.seed(config, [], context)
}

function posting(path: string, json: JsonObject): SimulatorCall {
  return { method: 'POST', path, query: '', headers: { 'content-type': 'application/fhir+json' }, body: { json } }
}

const statements = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`s${index}`, { question: `Is statement ${index} so?` }]),
)
const policy = { id: 'many', title: 'Many', version: '1', statements, criteria: { any: Object.keys(statements) } }
const payer = runningOf('Payer', {
  accept_unknown_members: true,
  default_determination: { status: 'approved' },
  policies: [{ ...policy, services: [{ code: '72148' }] }],
})
const record = runningOf('FHIR', {})

const sizes: readonly (readonly [items: number, documents: number])[] = [
  [2, 5],
  [8, 20],
]

export async function run(bench: Bench): Promise<void> {
  for (const [items, documents] of bench.sizes([2, 5], ...sizes)) {
    const resources = resourcesOf(items, documents)
    const fullUrlOf = ({ resourceType, id }: JsonObject) => `urn:clinic/${resourceType}/${id}`
    const request = posting('fhir/Claim/$submit', {
      resourceType: 'Bundle',
      identifier: { value: '1' },
      type: 'collection',
      timestamp: '2026-01-05T09:00:00Z',
      entry: resources.map((resource) => ({ fullUrl: fullUrlOf(resource), resource })),
    })
    const entry = resources.map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
    }))
    const transaction = posting('', { resourceType: 'Bundle', type: 'transaction', entry })
    const submit = () => payer.handle('payer', request, context).response.status
    const store = () => record.handle('fhir', transaction, context).response.status
    await bench.race({
      case: `${items} items, ${documents} documents`,
      expected: 200,
      contenders: [
        { name: '$submit', run: submit, answer: async () => submit() },
        { name: 'transaction', run: store, answer: async () => store() },
      ],
    })
  }
  const coverage = resourcesOf(1, 0)[2] ?? {}
  const parameters = posting('fhir/Questionnaire/$questionnaire-package', {
    resourceType: 'Parameters',
    parameter: [
      { name: 'coverage', resource: coverage },
      { name: 'questionnaire', valueCanonical: 'https://carebench.example.org/payer/Questionnaire/many|1' },
    ],
  })
  const pack = () => payer.handle('payer', parameters, context).response.status
  await bench.race({
    case: 'a package of 20 questions',
    expected: 200,
    contenders: [{ name: '$questionnaire-package', run: pack, answer: async () => pack() }],
  })
}
