import type { JsonObject, JsonValue, RecordedBody } from '@carebench/protocol'
import {
  buildEligibilityInquiry,
  buildInterchange,
  parseTransactions,
  readValue,
  validateTransaction,
} from '@carebench/x12'
import { describe, expect, it } from 'vitest'
import type { SeedDataset } from '../simulator.js'
import { beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { x12Simulator as simulator } from './behaviour.js'
import type { X12Config } from './config.js'

const host = createSimulatorHost(simulator)
const payer = { name: 'SAMPLE PLAN', id: 'PLAN1' }
const jane = {
  member_id: 'M12345',
  patient_id: 'p1',
  last_name: 'Doe',
  first_name: 'Jane',
  birth_date: '1985-10-31',
  plan: 'GOLD 123',
  begin: '2026-01-01',
  benefits: [
    { kind: 'copayment', service_types: ['98'], amount: 25 },
    { kind: 'coinsurance', percent: 0.2, in_network: true },
    { kind: 'deductible', service_types: ['86'], amount: 500, message: 'Per stay' },
  ],
} satisfies NonNullable<X12Config['members']>[number]
const john = { member_id: 'M777', last_name: 'Roe', status: 'inactive' } as const

interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly json: JsonObject & { x12: string }
  readonly events: readonly unknown[]
}

function open(config: X12Config = {}, datasets: readonly SeedDataset[] = []) {
  const state = simulator.fork(
    simulator.seed({ payer, members: [jane, john], ...config }, datasets, contextAt(beginning)),
  )
  let end = beginning
  const call = (
    method: string,
    path: string,
    body: RecordedBody | null = null,
    headers: Readonly<Record<string, string>> = {},
    wait = 0,
  ): Reply => {
    const ran = host.run(
      state,
      [{ wait, group: 'clearinghouse', call: { method, path, query: '', headers, body } }],
      end,
    )
    end = ran.end
    const response = ran.outcomes[0]?.response
    const answer = response?.body ?? null
    return {
      status: response?.status ?? 0,
      headers: response?.headers ?? {},
      text: answer !== null && 'text' in answer ? answer.text : '',
      json: (answer !== null && 'json' in answer ? answer.json : {}) as Reply['json'],
      events: ran.events,
    }
  }
  const post = (path: string, json: JsonValue, wait = 0) => call('POST', path, { json }, {}, wait)
  const send = (path: string, text: string, headers = {}) =>
    call('POST', path, { text }, { 'content-type': 'application/edi-x12', ...headers })
  const evidence = () => simulator.evidence(state).x12 ?? []
  const seen = () => evidence().map(({ direction, transaction }) => `${direction} ${transaction}`)
  return { call, post, send, evidence, seen }
}

const at = beginning.time

function inquiry(changes: object = {}) {
  return buildInterchange({ sender: { id: 'CLINIC' }, receiver: { id: 'CLEARINGHOUSE' }, at, controlNumber: 7 }, [
    buildEligibilityInquiry({
      payer,
      provider: { name: 'SAMPLE CLINIC', id: '1234567893' },
      subscriber: { lastName: 'DOE', firstName: 'JANE', memberId: 'M12345', birthDate: '1985-10-31' },
      serviceTypes: ['30'],
      reference: 'ASK-1',
      originator: '9123456789',
      at,
      ...changes,
    }),
  ])
}

function subscriber(changes: object) {
  return {
    subscriber: { lastName: 'DOE', memberId: 'M12345', birthDate: '1985-10-31', ...changes },
  }
}

function only(edi: string) {
  const transactions = parseTransactions(edi)
  expect(transactions).toHaveLength(1)
  const [transaction] = transactions
  if (transaction === undefined) throw new Error('One transaction was expected.')
  expect(validateTransaction(transaction)).toEqual([])
  return transaction
}

const claim = {
  patient_id: 'p1',
  patient_account: 'A-1',
  diagnosis_codes: ['E11.9'],
  lines: [
    { procedure_code: '99213', charge: 100.1, date: '2026-01-03' },
    { procedure_code: '83036', charge: 25.2, date: '2026-01-02' },
  ],
}

describe('eligibility', () => {
  it('answers a 270 with a 271 of the policy [x12.eligibility]', () => {
    const { send, evidence } = open()
    const { status, headers, text, events } = send('eligibility', inquiry())
    expect([status, headers['content-type']]).toEqual([200, 'application/edi-x12'])
    const response = only(text)
    expect(response.id).toBe('271')
    expect(response.segments('EB').map(({ text: eb }) => eb)).toEqual([
      'EB*1*IND*30**GOLD 123',
      'EB*B*IND*98****25',
      'EB*A*IND*30*****0.2****Y',
      'EB*C*IND*86****500',
      'EB*1*IND*86^98',
    ])
    expect(
      [
        'BHT.3',
        'TRN.2',
        'TRN.3',
        'NM1[1=PR].9',
        'NM1[1=1P].9',
        'NM1[1=IL].3',
        'NM1[1=IL].9',
        'DTP[1=346].3',
        'MSG.1',
      ].map((path) => readValue(response, path)),
    ).toEqual(['ASK-1', 'ASK-1', '9123456789', 'PLAN1', '1234567893', 'Doe', 'M12345', '20260101', 'Per stay'])
    const [sent, received] = evidence()
    expect(sent).toEqual({
      direction: 'sent',
      transaction: '270',
      payload: inquiry(),
      at: '2026-01-05T09:00:00.000Z',
    })
    expect(received).toMatchObject({ direction: 'received', transaction: '271', payload: text })
    expect(events).toEqual([
      {
        type: 'x12.sent',
        data: { transaction: '270', control_number: '000000007', accepted: true, reason: null },
        outward: [
          {
            collection: 'x12.sent',
            record: { direction: 'sent', transaction: '270', payload: inquiry(), at: '2026-01-05T09:00:00.000Z' },
            key: expect.any(String),
          },
        ],
      },
      { type: 'x12.received', data: { transaction: '271', control_number: expect.stringMatching(/^\d{9}$/) } },
    ])
  })

  it('gives the same answer in JSON, for a patient, a member id or an inquiry', () => {
    const { post, seen } = open()
    const { status, json } = post('eligibility', { patient_id: 'p1', service_type: '98' })
    expect(status).toBe(200)
    expect(json).toMatchObject({
      status: 'active',
      member: { member_id: 'M12345', last_name: 'Doe', birth_date: '1985-10-31' },
      plan: { begin: '2026-01-01', end: null },
      benefits: [
        { code: '1', service_types: ['98'], plan: 'GOLD 123' },
        { code: 'B', service_types: ['98'], amount: 25 },
        { code: 'A', service_types: ['30'], percent: 0.2, in_network: true },
      ],
      errors: [],
    })
    expect(only(json.x12).segments('EB')).toHaveLength(3)
    expect(post('eligibility', { patient_id: 'M12345' }).json.status).toBe('active')
    expect(post('eligibility', { patient_id: 'Patient/p1' }).json.member).toMatchObject({ member_id: 'M12345' })
    expect(seen()).toEqual(Array.from({ length: 3 }, () => ['sent 270', 'received 271']).flat())
  })

  it.each([
    ['75', 'a member that nobody is', subscriber({ memberId: 'M99999' })],
    ['72', 'no member id', subscriber({ memberId: undefined })],
    ['73', 'another name', subscriber({ lastName: 'ROE' })],
    ['71', 'another date of birth', subscriber({ birthDate: '1985-10-30' })],
    ['79', 'another payer', { payer: { name: 'OTHER', id: 'OTHER' } }],
  ])('rejects with AAA %s %s', (code, _what, changes) => {
    const { send, call } = open()
    const refused = only(send('eligibility', inquiry(changes)).text)
    expect(readValue(refused, 'AAA.3')).toBe(code)
    expect(refused.segments('EB')).toEqual([])
    const asJson = call('POST', 'eligibility', { text: inquiry(changes) }, { accept: 'application/json' })
    expect(asJson.json).toMatchObject({
      status: 'rejected',
      benefits: [],
      errors: [{ code, message: expect.stringMatching(/\.$/) }],
    })
  })

  it('rejects an unknown patient in JSON as it does in EDI [x12.unknown-member]', () => {
    const { json } = open().post('eligibility', { patient_id: 'nobody' })
    expect(json).toMatchObject({ status: 'rejected', errors: [{ code: '75' }] })
    expect(readValue(only(json.x12), 'AAA.3')).toBe('75')
  })

  it('reports inactive coverage, by its status and by the requested day', () => {
    const { send, post } = open({ members: [{ ...jane, end: '2026-06-30' }, john] })
    expect(post('eligibility', { patient_id: 'M777' }).json).toMatchObject({
      status: 'inactive',
      benefits: [{ code: '6' }],
    })
    const first = (changes: object) => readValue(only(send('eligibility', inquiry(changes)).text), 'EB.1')
    expect(['2025-12-31', '2026-01-01', '2026-06-30', '2026-07-01'].map((date) => first({ date }))).toEqual([
      '6',
      '1',
      '1',
      '6',
    ])
  })

  it('answers in the format of the call, or of the accept header', () => {
    const { call } = open()
    const edi = { text: inquiry() }
    const json = { json: { patient_id: 'p1' } }
    const type = (body: RecordedBody, headers = {}) =>
      call('POST', 'eligibility', body, headers).headers['content-type']
    expect(type(edi)).toBe('application/edi-x12')
    expect(type(json)).toBe('application/json')
    expect(type(edi, { accept: 'application/json' })).toBe('application/json')
    expect(type(json, { accept: 'text/html, Application/EDI-X12;q=1' })).toBe('application/edi-x12')
    expect(type(edi, { accept: '*/*' })).toBe('application/edi-x12')
  })
})

describe('claims', () => {
  it('acknowledges an 837 with 999 and 277CA, and pays it by the clock [x12.claims, x12.remittance]', () => {
    const { post, call, seen, evidence } = open({
      default_adjudication: { status: 'paid', allowed: 0.8, patient_responsibility: 25, delay_seconds: 30 },
    })
    const { status, json } = post('claims', claim)
    const [accepted, acknowledged, ...more] = parseTransactions(json.x12)
    expect([status, accepted?.id, acknowledged?.id, more]).toEqual([201, '999', '277', []])
    if (accepted === undefined || acknowledged === undefined) throw new Error('Two transactions were expected.')
    expect(validateTransaction(acknowledged)).toEqual([])
    expect([readValue(accepted, 'IK5.1'), readValue(accepted, 'AK9.1')]).toEqual(['A', 'A'])
    const number = readValue(acknowledged, 'REF[1=1K].2')
    expect(number).toMatch(/^CL\d{8}$/)
    expect(readValue(acknowledged, 'STC[1.1=A2].1')).toBe('A2:20')
    expect(json.claims).toEqual([{ patient_account: 'A-1', accepted: true, claim_number: number, errors: [] }])
    expect(seen()).toEqual(['sent 837', 'received 999', 'received 277CA'])
    const early = call('GET', 'transactions', null, {}, 29_999)
    expect(early.events).toEqual([])
    expect(early.json.data).toHaveLength(3)
    const paid = call('GET', 'transactions', null, {}, 1)
    expect(paid.events).toEqual([
      {
        type: 'x12.received',
        data: { transaction: '835', control_number: expect.stringMatching(/^\d{9}$/) },
        at: '2026-01-05T09:00:30.000Z',
      },
    ])
    expect(paid.json.data).toMatchObject([{ transaction: '835', at: '2026-01-05T09:00:30.000Z' }, {}, {}, {}])
    const remittance = only(evidence().at(-1)?.payload ?? '')
    // 125.30 less a fifth (25.06), of which the patient owes 25.
    expect(
      ['BPR.2', 'CLP.1', 'CLP.2', 'CLP.3', 'CLP.4', 'CLP.5', 'CLP.7'].map((path) => readValue(remittance, path)),
    ).toEqual(['75.24', 'A-1', '1', '125.3', '75.24', '25', number])
    expect(remittance.segments('CAS').map(({ text }) => text)).toEqual([
      'CAS*CO*45*20.02',
      'CAS*PR*3*25',
      'CAS*CO*45*5.04',
    ])
    expect(call('GET', 'transactions', null, {}, 1_000_000).events).toEqual([])
  })

  it('decides by the first rule that applies', () => {
    const { post, evidence, seen } = open({
      adjudications: [
        { procedure_code: '83036', member_id: 'M777', status: 'pending' },
        { procedure_code: '83036', status: 'denied', reason: '50', delay_seconds: 0 },
      ],
      default_adjudication: { status: 'pending' },
    })
    post('claims', claim)
    post('claims', { ...claim, patient_account: 'A-2', lines: claim.lines.slice(0, 1) })
    post('claims', { ...claim, patient_account: 'A-3', patient_id: 'M777' })
    post('eligibility', { patient_id: 'p1' }, 100_000)
    expect(seen().filter((entry) => entry === 'received 835')).toHaveLength(1)
    const remittance = only(evidence().find(({ transaction }) => transaction === '835')?.payload ?? '')
    expect(['CLP.1', 'CLP.2', 'CLP.4', 'CAS.1', 'CAS.2', 'BPR.4'].map((path) => readValue(remittance, path))).toEqual([
      'A-1',
      '1',
      '0',
      'CO',
      '50',
      'NON',
    ])
  })

  it('denies services before or after the coverage', () => {
    const { post, evidence } = open({ members: [{ ...jane, begin: '2026-01-03' }] })
    post('claims', claim)
    post('eligibility', { patient_id: 'p1' }, 60_000)
    const remittance = evidence().find(({ transaction }) => transaction === '835')?.payload ?? ''
    expect(readValue(only(remittance), 'CAS.2')).toBe('27')
  })

  it('returns a claim for an unknown person, which is never paid', () => {
    const { post, seen } = open()
    const { status, json } = post('claims', { ...claim, patient_id: 'nobody' })
    expect([status, json.claims]).toMatchObject([
      201,
      [{ accepted: false, claim_number: null, errors: [{ code: '33' }] }],
    ])
    const acknowledged = parseTransactions(json.x12)[1]
    if (acknowledged === undefined) throw new Error('A 277CA was expected.')
    expect(acknowledged.segments('STC').map((stc) => stc.element(1))).toEqual(['A1:20', 'A1:20', 'A3:33'])
    post('eligibility', { patient_id: 'p1' }, 1_000_000)
    expect(seen()).not.toContain('received 835')
  })

  it('accepts a batch of claims, up to a limit', () => {
    const { call, post, evidence, seen } = open()
    post('claims', claim)
    const [edi = ''] = evidence().map(({ payload }) => payload)
    const [, head = '', loop = '', tail = ''] = /^(.*~)(HL\*2\*.*~)SE\*\d+(\*.*)$/.exec(edi) ?? []
    const batch = (count: number) => {
      const loops = Array.from({ length: count }, (_, index) => loop.replace('HL*2*', `HL*${index + 2}*`)).join('')
      const length = (head + loops).split('~').length - 2
      return call('POST', 'claims', { text: `${head}${loops}SE*${length}${tail}` }, { accept: 'application/json' })
    }
    expect(batch(3)).toMatchObject({ status: 201, json: { claims: [{}, {}, {}] } })
    expect(seen()).toHaveLength(6)
    expect(batch(500)).toMatchObject({ status: 201, json: { claims: { length: 500 } } })
    expect(batch(501)).toMatchObject({
      status: 400,
      json: { error: { message: expect.stringContaining('at most 500 claims in a transaction, got 501 claims') } },
    })
    expect(seen()).toHaveLength(9)
  })

  it('acknowledges nothing if so configured, and still pays', () => {
    const { post, seen } = open({ acknowledge: false })
    const { status, json } = post('claims', claim)
    expect([status, json.x12, json.claims]).toMatchObject([201, '', [{ accepted: true }]])
    post('eligibility', { patient_id: 'p1' }, 60_000)
    expect(seen()).toEqual(['sent 837', 'received 835', 'sent 270', 'received 271'])
  })
})

describe('claim status', () => {
  it('answers a 277 with the current status of the claim [x12.claim-status]', () => {
    const { post, call, evidence } = open({ default_adjudication: { status: 'paid', delay_seconds: 10 } })
    const number = String((post('claims', claim).json.claims as JsonObject[])[0]?.claim_number)
    const status = (json: JsonObject, wait = 0) => {
      const { json: answer } = post('claim-status', json, wait)
      const stc = only(answer.x12).segments('STC')[0]
      return [answer.status, stc?.element(1), stc?.element(4), stc?.element(5)]
    }
    expect(status({ claim_number: number })).toEqual(['pending', 'P1:20', '125.3', undefined])
    expect(status({ patient_account: 'A-1' })).toEqual(['pending', 'P1:20', '125.3', undefined])
    expect(status({ claim_number: number }, 10_000)).toEqual(['paid', 'F1:65', '125.3', '125.3'])
    const other = status({ claim_number: number, patient_id: 'M777' })
    const notFound = ['not_found', 'A4:35', undefined, undefined]
    expect([other, status({ claim_number: 'CL1' })]).toEqual([notFound, notFound])
    const asked = evidence().find(({ transaction }) => transaction === '276')?.payload ?? ''
    const raw = only(call('POST', 'claim-status', { text: asked }).text)
    expect([raw.id, readValue(raw, 'STC.1'), readValue(raw, 'REF[1=1K].2')]).toEqual(['277', 'F1:65', number])
  })

  it('reports a denial', () => {
    const { post } = open({ default_adjudication: { status: 'denied', delay_seconds: 0 } })
    post('claims', claim)
    expect(post('claim-status', { patient_account: 'A-1' }).json).toMatchObject({
      status: 'denied',
      category: 'F2',
      paid: 0,
    })
  })
})

describe('rejections', () => {
  it('answers a broken envelope with a TA1, and records nothing as sent [x12.malformed]', () => {
    const { send, evidence, seen } = open()
    const { status, text, events } = send('eligibility', inquiry().replace('IEA*1*000000007', 'IEA*1*000000008'))
    expect(status).toBe(200)
    expect(text).toMatch(/TA1\*000000007\*\d{6}\*\d{4}\*R\*001~/)
    expect(seen()).toEqual(['received TA1'])
    expect(events).toMatchObject([
      { type: 'x12.sent', data: { transaction: '270', control_number: '000000007', accepted: false } },
      { type: 'x12.refused', data: { people: ['M12345', 'JANE DOE'] } },
      { type: 'x12.received', data: { transaction: 'TA1' } },
    ])
    expect(send('claims', 'Dear payer').text).toContain('TA1')
    expect(evidence().filter(({ direction }) => direction === 'sent')).toEqual([])
  })

  it('answers a transaction that violates its set with a 999, and accepts it once corrected', () => {
    const { call, send, seen } = open()
    const wrong = inquiry().replace('NM1*PR*', 'NM1*ZZ*')
    const { status, json } = call('POST', 'eligibility', { text: wrong }, { accept: 'application/json' })
    expect([status, json]).toMatchObject([
      200,
      {
        status: 'rejected',
        errors: [{ code: '999', message: expect.stringContaining('NM101') }],
        x12: expect.stringContaining('IK5*R'),
      },
    ])
    send('eligibility', inquiry())
    expect(seen()).toEqual(['received 999', 'sent 270', 'received 271'])
  })

  it('rejects a call that is not an exchange, and records nothing', () => {
    const { call, post, send, seen } = open()
    const bad = { json: { error: { code: 'INVALID_REQUEST', message: expect.stringMatching(/\.|\}$/) } }, events: [] }
    for (const json of [null, [], 'x', {}, { patient_id: 7 }, { patient_id: '' }, { patient_id: 'p1', more: 1 }]) {
      expect([json, post('eligibility', json)]).toMatchObject([json, { status: 400, ...bad }])
    }
    expect(post('claim-status', {})).toMatchObject({ status: 400, ...bad })
    expect(post('claims', { ...claim, lines: [{ ...claim.lines[0], date: '2026-02-30' }] })).toMatchObject({
      status: 400,
      ...bad,
    })
    expect(call('POST', 'eligibility')).toMatchObject({ status: 400, ...bad })
    expect(call('POST', 'eligibility', { base64: '?' })).toMatchObject({ status: 400, ...bad })
    expect(call('POST', 'eligibility', { text: '<x/>' }, { 'content-type': 'application/xml' }).status).toBe(415)
    expect(call('GET', 'eligibility')).toMatchObject({ status: 405, headers: { allow: 'POST' } })
    expect(call('POST', 'transactions')).toMatchObject({ status: 405, headers: { allow: 'GET' } })
    for (const path of ['', 'remits', 'Eligibility', 'transactions/1']) expect(call('GET', path).status).toBe(404)
    const wrongSet = send('claims', inquiry(), { accept: 'application/json' })
    expect(wrongSet.json).toMatchObject({
      error: { code: 'INVALID_REQUEST', message: 'claims takes one transaction 837, got 270.' },
    })
    expect(seen()).toEqual([])
  })

  it('rejects calls of more than 5,000 values before it examines them', () => {
    const { post } = open()
    const refused = post('authorizations', { diagnosis_codes: Array(5000).fill('M54.16') })
    expect([refused.status, refused.json.error]).toEqual([
      400,
      expect.objectContaining({ message: expect.stringContaining('at most 5000 values') }),
    ])
  })

  it('rejects authorizations if there is no payer', () => {
    const { post } = open()
    const asked = { patient_id: 'p1', procedure_code: '72148', diagnosis_codes: ['M54.16'], service_date: '2026-02-14' }
    const { status, json } = post('authorizations', asked)
    expect([status, json]).toMatchObject([201, { status: 'rejected', auth_number: null, errors: [{ code: '42' }] }])
    expect(readValue(only(json.x12), 'AAA.3')).toBe('42')
  })
})

describe('transactions', () => {
  it('lists sent and received interchanges, newest first, after seeded ones [x12.transactions]', () => {
    const seeded = [
      { type: 'X12' as const, config: { transactions: [inquiry(), 'ST*999*0001~SE*2*0001~'] } },
      { type: 'HL7' as const, config: { messages: [] } },
    ]
    const { post, call } = open({}, seeded)
    post('eligibility', { patient_id: 'p1' })
    const { status, json } = call('GET', 'transactions')
    const rows = json.data as JsonObject[]
    expect(status).toBe(200)
    expect(new Set(rows.slice(0, 2).map(({ control_number }) => control_number)).size).toBe(2)
    for (const { control_number, payload } of rows.slice(0, 2)) expect(payload).toContain(`*00501*${control_number}*`)
    expect(rows.map(({ direction, transaction }) => `${direction} ${transaction}`)).toEqual([
      'received 271',
      'sent 270',
      'received 999',
      'sent 270',
    ])
    expect(rows[3]).toEqual({
      id: expect.stringMatching(/^[a-z0-9]{16}$/),
      direction: 'sent',
      transaction: '270',
      control_number: '000000007',
      payload: inquiry(),
      at: '2026-01-05T09:00:00.000Z',
    })
  })

  it.each([
    [{ transactions: ['hello'] }, /transactions\[0\]: Expected.*ISA/],
    [{ transactions: [7] }, /transactions\[0\]: expected EDI text, got 7/],
    [{ transactions: ['ISA'] }, /transactions\[0\]/],
    [{ messages: [] }, /datasets\[0\]\.config: expected \{"transactions"/],
  ])('rejects seeding with %j', (config, message) => {
    expect(() => open({}, [{ type: 'X12', config }])).toThrow(message)
  })
})

it('recognizes a name with a delimiter, which EDI cannot represent', () => {
  const { post } = open({ members: [{ member_id: 'M3', last_name: 'O~Brien-Ko' }] })
  expect(post('eligibility', { patient_id: 'M3' }).json).toMatchObject({ status: 'active', errors: [] })
})

it('names an invalid date and a duplicate member', () => {
  expect(() => open({ members: [{ ...jane, end: '2026-02-30' }] })).toThrow(/members\[0\]\.end.*2026-02-30/)
  expect(() => open({ members: [john, john] })).toThrow(/members\[1\]\.member_id.*M777/)
  expect(() => open({ members: [jane, { ...jane, member_id: 'M2' }] })).toThrow(/members\[1\]\.patient_id.*p1/)
})

it('refuses an interchange of too many segments before it is parsed, whatever their terminator', () => {
  const { call } = open()
  const header =
    'ISA*00*          *00*          *ZZ*A              *ZZ*B              *260302*1800*^*00501*000000001*0*T*:'
  for (const terminator of ['~', '\n']) {
    const edi = (segments: number) => header + terminator + `HL*1**20*1${terminator}`.repeat(segments)
    const send = (text: string) => call('POST', 'eligibility', { text }, { 'content-type': 'application/edi-x12' })
    const { status, json } = send(edi(8000))
    expect([status, JSON.stringify(json)]).toEqual([413, expect.stringContaining('at most 8000 segments')])
    expect(send(edi(2)).status).toBe(200)
  }
})
