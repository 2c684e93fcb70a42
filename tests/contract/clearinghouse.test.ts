import type { BenchmarkDefinition } from '@carebench/protocol'
import { beforeEach, expect, it } from 'vitest'
import { type AgentRun, at, type ContractTestbed, createContractTestbed, listAt, textAt } from './contract-testbed.js'

// The clearinghouse as an agent reaches it, with the record and the payer that it calls.

const patient = {
  resourceType: 'Patient',
  id: 'p1',
  name: [{ use: 'official', family: 'Okafor', given: ['Ada'] }],
  birthDate: '1980-01-01',
  gender: 'female',
}
function coverage(id: string, status: string, subscriberId: string, more: object = {}) {
  return {
    resourceType: 'Coverage',
    id,
    status,
    subscriberId,
    beneficiary: { reference: 'Patient/p1' },
    payor: [{ display: 'Sample Plan' }],
    ...more,
  }
}

const plan = {
  period: { start: '2026-01-01', end: '2026-12-31' },
  class: [{ type: { coding: [{ code: 'plan' }] }, value: 'G1', name: 'GOLD' }],
  costToBeneficiary: [
    { type: { coding: [{ code: 'spvisit' }] }, valueMoney: { value: 40, currency: 'USD' } },
    { type: { coding: [{ code: 'copaypct' }] }, valueQuantity: { value: 20 } },
  ],
}

function benchmark(): BenchmarkDefinition {
  return {
    name: 'front-desk',
    timeout: 600,
    environment: {
      name: 'Front desk',
      simulators: [
        { type: 'FHIR', name: 'Record' },
        {
          type: 'Payer',
          name: 'Plan',
          config: {
            accept_unknown_members: true,
            determinations: [
              { procedure_code: '72148', status: 'approved', requires: ['imaging_report'] },
              { procedure_code: '70551', status: 'approved', delay_seconds: 5 },
              { procedure_code: 'E0601', status: 'denied', reason: 'Not necessary.' },
            ],
          },
        },
        {
          type: 'X12',
          name: 'Clearinghouse',
          config: {
            payer: { name: 'SAMPLE PLAN', id: 'PLAN1' },
            members: [{ member_id: 'M-9', last_name: 'Lindqvist' }],
            default_adjudication: { status: 'paid', allowed: 0.5, delay_seconds: 20 },
          },
        },
      ],
      datasets: [
        {
          type: 'FHIR',
          name: 'patients',
          config: {
            bundle: {
              resourceType: 'Bundle',
              type: 'collection',
              entry: [patient, coverage('c0', 'cancelled', 'M-OLD'), coverage('c1', 'active', 'M-1001', plan)].map(
                (resource) => ({ resource }),
              ),
            },
          },
        },
        { type: 'X12', name: 'mail', config: { transactions: ['ST*999*0001*005010X231A1~SE*2*0001~'] } },
      ],
    },
    tasks: [
      {
        name: 'verify coverage',
        criteria: [
          {
            label: 'The 271 of the patient was got',
            assertion: {
              assert: 'x12-response',
              transaction: '271',
              correlate_by: { 'NM1[1=IL].9': 'M-1001' },
              fields: [
                { path: 'EB[1=1].3', expected: '30' },
                { path: 'EB[1=B,3=98].7', expected: '40' },
              ],
            },
          },
          {
            label: 'The claim was sent and paid',
            assertion: {
              assert: 'x12-response',
              transaction: '835',
              correlate_by: { 'CLP.1': 'A-1' },
              fields: [{ path: 'CLP.4', expected: { $gte: 50 } }],
            },
          },
          {
            label: 'The inquiry was sent',
            assertion: {
              assert: 'x12-response',
              transaction: '270',
              direction: 'sent',
              correlate_by: { 'NM1[1=IL].9': 'M-1001' },
              fields: [{ path: 'EQ.1', expected: '30' }],
            },
          },
        ],
      },
    ],
  }
}

let testbed: ContractTestbed
let run: AgentRun
beforeEach(async () => {
  testbed = await createContractTestbed()
  run = await testbed.createRun(await testbed.publish(benchmark()))
  await run.start()
})

const call: AgentRun['call'] = (method, path, body, headers) =>
  run.call(method, `/v1/benchmark-runs/${run.id}/clearinghouse/${path}`, body, headers)
const edi = { 'content-type': 'application/edi-x12' }
function bytes(text: string) {
  return new TextEncoder().encode(text)
}

const claim = {
  patient_id: 'p1',
  patient_account: 'A-1',
  diagnosis_codes: ['E11.9'],
  lines: [{ procedure_code: '99213', charge: 100, date: '2026-03-02' }],
}
const request = {
  patient_id: 'p1',
  procedure_code: '72148',
  diagnosis_codes: ['M54.16'],
  service_date: '2026-04-01',
}

it('answers from the Coverage of the record, in JSON and in EDI, and its answers are verified \
[x12.eligibility, kinds.x12-response]', async () => {
  const { status, body } = await call('POST', 'eligibility', { patient_id: 'p1' })
  expect([status, body]).toMatchObject([
    200,
    {
      status: 'active',
      member: { member_id: 'M-1001', last_name: 'Okafor', first_name: 'Ada', birth_date: '1980-01-01' },
      plan: { begin: '2026-01-01', end: '2026-12-31' },
      benefits: [
        { code: '1', service_types: ['30'], plan: 'GOLD' },
        { code: 'B', service_types: ['98'], amount: 40 },
        { code: 'A', service_types: ['30'], percent: 0.2 },
        { code: '1', service_types: ['98'] },
      ],
    },
  ])
  const [, inquiry] = listAt((await call('GET', 'transactions')).body, 'data')
  const raw = await call('POST', 'eligibility', bytes(textAt(inquiry, 'payload')), edi)
  expect([raw.status, raw.headers['content-type'], raw.text]).toEqual([
    200,
    'application/edi-x12',
    expect.stringContaining('~EB*B*IND*98****40~'),
  ])
  await call('POST', 'claims', claim)
  testbed.clock.advance(20_000)
  const completed = await run.complete()
  expect(completed.body).toMatchObject({ verdict: 'pass', score: 1 })
})

it('uses the record as changed by the agent, and not its own members where the payer has a system', async () => {
  const status = async (patient_id: string) => at((await call('POST', 'eligibility', { patient_id })).body, 'status')
  expect(await status('M-9')).toBe('rejected')
  expect(await status('M-OLD')).toBe('inactive')
  expect(await status('p2')).toBe('rejected')
  const path = `/v1/benchmark-runs/${run.id}/fhir/Coverage/c1`
  await run.call('PUT', path, { ...coverage('c1', 'cancelled', 'M-1001'), period: { end: '2026-02-01' } })
  expect(await status('p1')).toBe('inactive')
  const events = listAt((await testbed.call('GET', `/sandboxes/${await sandbox()}/events`)).body, 'data')
  expect(new Set(events.map((event) => at(event, 'type')))).toEqual(new Set(['x12.sent', 'x12.received']))
})

/** The sandbox of the clearinghouse, as its organization reads it. */
async function sandbox(): Promise<string> {
  const [playground] = listAt((await testbed.call('GET', '/playgrounds')).body, 'data')
  const { body } = await testbed.call('GET', `/sandboxes?playground_id=${textAt(playground, 'id')}`)
  const found = listAt(body, 'data').find((candidate) => at(candidate, 'type') === 'X12')
  return textAt(found, 'id')
}

it('submits authorizations to the payer, whose portal shows the same request [x12.authorizations]', async () => {
  const asked = await call('POST', 'authorizations', request)
  const number = textAt(asked.body, 'auth_number')
  expect([asked.status, asked.body]).toMatchObject([
    201,
    { status: 'more_information', action: 'A4', reason: expect.stringContaining('imaging_report'), errors: [] },
  ])
  expect(textAt(asked.body, 'x12')).toContain(`~HCR*A4*${number}*0U~`)
  const portal = async (method: string, path: string, body?: unknown) =>
    run.call(method, `/v1/benchmark-runs/${run.id}/portal/prior-auths${path}`, body)
  expect((await portal('GET', `/${number}`)).body).toMatchObject({
    patient_member_id: 'M-1001',
    patient_name: 'Ada Okafor',
    patient_dob: '1980-01-01',
    diagnosis_codes: ['M54.16'],
    service_date: '2026-04-01',
  })
  await portal('POST', `/${number}/attachments`, { document_type: 'imaging_report', text: 'Seen.' })
  expect((await portal('PATCH', `/${number}`, {})).body).toMatchObject({ status: 'approved' })
  const status = async (changes: object) => {
    const { body } = await call('POST', 'authorizations', { ...request, ...changes })
    return [at(body, 'status'), at(body, 'action'), at(body, 'errors', 0, 'code')]
  }
  expect(await status({ procedure_code: '70551' })).toEqual(['pending', 'A4', undefined])
  expect(await status({ procedure_code: 'E0601' })).toEqual(['denied', 'A3', undefined])
  // The patient is unknown, so the payer has no date of birth.
  expect(await status({ patient_id: 'nobody' })).toEqual(['rejected', null, '58'])
  expect(await status({ procedure_code: 'ABC' })).toEqual(['rejected', null, 'AG'])
  expect(listAt((await portal('GET', '')).body, 'data')).toHaveLength(3)
})

it('gives the status of an authorization for its member only, in JSON and in EDI', async () => {
  const asked = await call('POST', 'authorizations', request)
  const auth_number = textAt(asked.body, 'auth_number')
  const inquire = async (body: object) => (await call('POST', 'authorization-inquiries', body)).body
  const answer = await inquire({ patient_id: 'p1', auth_number })
  expect(answer).toMatchObject({ status: 'more_information', action: 'A4', auth_number, errors: [] })
  expect(textAt(answer, 'x12')).toContain(`~HCR*A4*${auth_number}*0U~REF*BB*${auth_number}~`)
  const transactions = listAt((await call('GET', 'transactions')).body, 'data')
  expect(transactions.slice(0, 2).map((row) => [at(row, 'direction'), at(row, 'transaction')])).toEqual([
    ['received', '278'],
    ['sent', '278'],
  ])
  const written = textAt(transactions[1], 'payload')
  expect(written).toContain('*005010X215~')
  const again = await call('POST', 'authorization-inquiries', bytes(written), edi)
  expect([again.status, again.text.includes(`~HCR*A4*${auth_number}*0U~`)]).toEqual([200, true])
  // The path for requests rejects inquiries, and the path for inquiries rejects requests.
  const misdirected = await call('POST', 'authorizations', bytes(written), edi)
  expect([misdirected.status, misdirected.text]).toEqual([400, expect.stringContaining('BHT02 13, 01, 36, got 28')])
  const refusal = async (body: object) => at(await inquire(body), 'errors', 0, 'code')
  expect(await refusal({ patient_id: 'p1', auth_number: 'PA00000000' })).toBe('AA')
  expect(await refusal({ patient_id: 'nobody', auth_number })).toBe('AA')
})
