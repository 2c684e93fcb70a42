// How long do a PAS request and a questionnaire package take, beside FHIR, and does that grow with stored requests?
//
// The peer of `$submit` is a transaction of the same resources in a FHIR record, which also checks and stores them.
// Each request is of another member, so that none is answered from an earlier one; each round begins with the same
// payer. With --growth, payers are compared that have stored different numbers of requests: of other members, waiting
// for a decision, or of the same member. The goal of a package is 5 ms.

import { createSeededRandom, type JsonObject, type SimulatorCall } from '@carebench/protocol'
import { defaultSystems } from '@carebench/systems'
import type { Bench } from './src/benchmark.js'
import type { Contender } from './src/race.js'

const context = { at: '2026-01-05T09:00:00.000Z', random: createSeededRandom(1) }
const npi = 'http://hl7.org/fhir/sid/us-npi'

function concept(system: string, code: string) {
  return { coding: [{ system, code }] }
}

/** Returns the resources of a member's request: a Claim with this many items, its parties, and documents. */
function makeResources(items: number, documents: number, member = 'MBR-1001', claimed = 'c1'): readonly JsonObject[] {
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
    identifier: [{ system: 'urn:clinic', value: claimed }],
    status: 'active',
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    use: 'preauthorization',
    patient: { reference: 'Patient/p1' },
    created: '2026-01-05T09:00:00Z',
    insurer: { reference: 'Organization/plan' },
    provider: { reference: 'Organization/clinic' },
    priority: concept('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    ...(files.length > 0 && {
      supportingInfo: files.map(({ id }, index) => ({
        sequence: index + 1,
        category,
        valueReference: { reference: `DocumentReference/${id}` },
      })),
    }),
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
      subscriberId: member,
      beneficiary: { reference: 'Patient/p1' },
      payor: [{ reference: 'Organization/plan' }],
    },
    { resourceType: 'Organization', id: 'plan', name: 'Plan' },
    { resourceType: 'Organization', id: 'clinic', name: 'Clinic', identifier: [{ system: npi, value: '1234567893' }] },
    ...files,
  ]
}

function startSystem(type: string, config: JsonObject) {
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

/** Returns a payer that has decided `stored` requests, either all of one member or each of a different one. */
function payerWith(stored: number, ofOne = false, determination: JsonObject = { status: 'approved' }) {
  const policies = [{ ...policy, services: [{ code: '72148' }] }]
  const config = { accept_unknown_members: true, default_determination: determination, policies }
  const payer = startSystem('Payer', config)
  const memberOf = (number: number) => (ofOne ? 'MBR-1001' : `MBR-${number}`)
  for (let number = 0; number < stored; number++) {
    payer.handle('payer', submission(2, 0, memberOf(number), `stored-${number}`), context)
  }
  return payer
}

/** Returns a contender that submits requests to a payer, whose state is restored at the start of each round. */
function submitting(
  name: string,
  payer: ReturnType<typeof payerWith>,
  items: number,
  documents: number,
  ofOne = false,
) {
  let own = payer.fork()
  // Each call is an object that no payer has read before, about another member unless `ofOne`.
  const make = (number: number) => submission(items, documents, ofOne ? 'MBR-1001' : `NEW-${number}`, `new-${number}`)
  const calls = Array.from({ length: 2_000 }, (_, number) => make(number))
  const sent = new Set<number>()
  const run = (turn: number) => {
    const number = turn % calls.length
    sent.add(number)
    return own.handle('payer', calls[number] ?? packaging, context).response.status
  }
  return {
    name,
    run,
    answer: () => run(0),
    begin() {
      own = payer.fork()
      for (const number of sent) calls[number] = make(number)
      sent.clear()
    },
  }
}

function submission(items: number, documents: number, member: string, claimed: string): SimulatorCall {
  const fullUrlOf = ({ resourceType, id }: JsonObject) => `urn:clinic/${resourceType}/${id}`
  return posting('fhir/Claim/$submit', {
    resourceType: 'Bundle',
    identifier: { value: claimed },
    type: 'collection',
    timestamp: '2026-01-05T09:00:00Z',
    entry: makeResources(items, documents, member, claimed).map((resource) => ({
      fullUrl: fullUrlOf(resource),
      resource,
    })),
  })
}

function asking(name: string, payer: ReturnType<typeof payerWith>, call: SimulatorCall) {
  let own = payer.fork()
  const run = () => own.handle('payer', call, context).response.status
  return {
    name,
    run,
    answer: run,
    begin() {
      own = payer.fork()
    },
  }
}

const packaging = posting('fhir/Questionnaire/$questionnaire-package', {
  resourceType: 'Parameters',
  parameter: [
    { name: 'coverage', resource: makeResources(1, 0)[2] ?? {} },
    { name: 'questionnaire', valueCanonical: 'https://carebench.example.org/payer/Questionnaire/many|1' },
  ],
})

const sizes: readonly (readonly [items: number, documents: number])[] = [
  [2, 5],
  [8, 20],
  [2, 0],
  [20, 0],
]

export async function run(bench: Bench): Promise<void> {
  const payer = payerWith(0)
  for (const [items, documents] of bench.sizes([2, 5], ...sizes)) {
    const entry = makeResources(items, documents).map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
    }))
    const transaction = posting('', { resourceType: 'Bundle', type: 'transaction', entry })
    const empty = startSystem('FHIR', {})
    let record = empty
    const store = () => record.handle('fhir', transaction, context).response.status
    await bench.race({
      case: `${items} items, ${documents} documents`,
      expected: 200,
      contenders: [
        {
          name: 'transaction',
          floor: 'transaction',
          run: store,
          answer: store,
          begin() {
            record = empty.fork()
          },
        },
        { ...submitting('$submit', payer, items, documents), goals: { transaction: 1.5 } },
      ],
    })
  }
  await bench.race({
    case: 'a package of 20 questions',
    expected: 200,
    contenders: [asking('$questionnaire-package', payer, packaging)],
  })
}

const later = { status: 'approved', delay_seconds: 864_000 }
const denied = { status: 'denied', reason: 'Not necessary.' }

export async function grow(bench: Bench): Promise<void> {
  const stored = bench.sizes(10, 100, 1_000, 10_000)
  const smallest = `${stored[0]} requests`
  const race = async (what: string, contenderOf: (name: string, count: number) => Contender) => {
    const contenders = stored.map((count, index) => {
      const name = `${count} requests`
      return { ...contenderOf(name, count), ...(index === 0 ? { floor: name } : { goals: { [smallest]: 1.5 } }) }
    })
    await bench.race({ case: what, expected: 200, contenders })
  }
  await race('$submit', (name, count) => submitting(name, payerWith(count), 2, 1))
  await race('$submit beside requests that wait', (name, count) =>
    submitting(name, payerWith(count, false, later), 2, 1),
  )
  await race('$submit of one member', (name, count) => submitting(name, payerWith(count, true, denied), 2, 1, true))
  await race('$questionnaire-package', (name, count) => asking(name, payerWith(count), packaging))
}
