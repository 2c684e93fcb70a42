import type { JsonObject, JsonValue, SimulatorCall } from '@carebench/protocol'
import { parseTransactions, validateTransaction } from '@carebench/x12'
import fc from 'fast-check'
import { Value } from 'typebox/value'
import { describe, expect, inject, it } from 'vitest'
import { assertUntil } from '../testing/assert-until.js'
import { simulatorContract } from '../testing/simulator-contract.js'
import { beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { x12Simulator as simulator } from './behaviour.js'
import { type X12Config, x12ConfigSchema } from './config.js'
import type { X12State } from './state.js'

const numRuns = 20 * inject('scale')

const people = ['p1', 'M1', 'M2', 'M2', 'nobody']
const procedures = ['99213', '83036']
const anOutcome = {
  status: fc.constantFrom('paid', 'denied', 'pending'),
  allowed: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
  patient_responsibility: fc.integer({ min: 0, max: 30_000 }).map((cents) => cents / 100),
  delay_seconds: fc.integer({ min: 0, max: 90 }),
} as const
const aBenefit = fc.record(
  {
    kind: fc.constantFrom('copayment', 'coinsurance', 'deductible', 'out_of_pocket'),
    service_types: fc.subarray(['30', '98', 'UC'], { minLength: 1 }),
    amount: fc.integer({ min: 0, max: 9_999_999 }).map((cents) => cents / 100),
    percent: fc.integer({ min: 0, max: 100 }).map((hundredths) => hundredths / 100),
    in_network: fc.boolean(),
    message: fc.constantFrom('In network', 'A*B~C'),
  },
  { requiredKeys: ['kind'] },
)
const aMember = fc.record(
  {
    last_name: fc.constantFrom('Doe', 'O~Brien', 'Müller'),
    first_name: fc.constantFrom('Jane', 'J:'),
    birth_date: fc.constantFrom('1985-10-31', '1990-02-28'),
    gender: fc.constantFrom('female', 'male', 'unknown'),
    status: fc.constantFrom('active', 'inactive'),
    plan: fc.constant('GOLD 123'),
    begin: fc.constantFrom('2025-01-01', '2026-01-04'),
    end: fc.constantFrom('2026-01-05', '2025-12-31'),
    benefits: fc.array(aBenefit, { maxLength: 3 }),
  },
  { requiredKeys: ['last_name'] },
)
const aConfig: fc.Arbitrary<X12Config> = fc.record(
  {
    payer: fc.constantFrom({ name: 'SAMPLE PLAN', id: 'PLAN1' }, { name: 'A:B', id: 'X2' }),
    acknowledge: fc.boolean(),
    members: fc.tuple(aMember, aMember).map(([first, other]) => [
      { member_id: 'M1', patient_id: 'p1', ...first },
      { member_id: 'M2', ...other },
    ]),
    adjudications: fc.array(
      fc.record(
        { procedure_code: fc.constantFrom(...procedures), member_id: fc.constantFrom('M1', 'M2'), ...anOutcome },
        { requiredKeys: ['status'] },
      ),
      { maxLength: 2 },
    ),
    default_adjudication: fc.record(anOutcome, { requiredKeys: ['status'] }),
  },
  { requiredKeys: ['members'] },
)

function posting(path: string, json: JsonValue): SimulatorCall {
  return {
    method: 'POST',
    path,
    query: '',
    headers: { 'content-type': 'application/json' },
    body: { json },
  }
}

function sending(path: string, text: string): SimulatorCall {
  return {
    method: 'POST',
    path,
    query: '',
    headers: { 'content-type': 'application/edi-x12' },
    body: { text },
  }
}

const aPatient = fc.constantFrom(...people)
const aLine = fc.record({
  procedure_code: fc.constantFrom(...procedures),
  charge: fc.integer({ min: 0, max: 50_000 }).map((cents) => cents / 100),
  date: fc.constantFrom('2026-01-02', '2026-01-05'),
})
const aClaim = fc.record({
  patient_id: aPatient,
  patient_account: fc.constantFrom('A-1', 'A-2', 'A-3'),
  diagnosis_codes: fc.subarray(['E11.9', 'I10'], { minLength: 1 }),
  lines: fc.array(aLine, { minLength: 1, maxLength: 3 }),
})
const aRequest: fc.Arbitrary<readonly [path: string, json: JsonObject]> = fc.oneof(
  fc
    .record({ patient_id: aPatient, service_type: fc.constantFrom('30', '98') })
    .map((json) => ['eligibility', json] as const),
  fc
    .record({ patient_account: fc.constantFrom('A-1', 'A-2'), patient_id: aPatient })
    .map((json) => ['claim-status', json] as const),
  fc
    .record({
      patient_id: aPatient,
      procedure_code: fc.constantFrom(...procedures),
      diagnosis_codes: fc.constant(['M54.16']),
      service_date: fc.constant('2026-02-14'),
    })
    .map((json) => ['authorizations', json] as const),
  aClaim.map((json) => ['claims', json] as const),
)

function makeSeed(config: X12Config) {
  return simulator.fork(simulator.seed(config, [], contextAt(beginning)))
}

function writtenBy([path, json]: readonly [string, JsonObject]): string {
  const state = makeSeed({})
  const { effects } = simulator.handle(state, 'clearinghouse', posting(path, json), contextAt(beginning))
  for (const effect of effects) simulator.apply(state, effect)
  return simulator.evidence(state).x12?.find(({ direction }) => direction === 'sent')?.payload ?? ''
}

const anInterchange = fc.constantFrom(
  ...fc.sample(aRequest, { numRuns: 12, seed: 1 }).map((request) => [request[0], writtenBy(request)] as const),
)
const host = createSimulatorHost(simulator)

function walk(state: X12State) {
  return [[...state.claims.values()], [...state.waiting.keys()].sort()]
}

simulatorContract('the X12 simulator', {
  simulator,
  group: 'clearinghouse',
  config: aConfig,
  datasets: fc.subarray(['ST*999*0001~SE*2*0001~']).map((transactions) => [{ type: 'X12', config: { transactions } }]),
  calls: fc.oneof(
    { weight: 4, arbitrary: aRequest.map(([path, json]) => posting(path, json)) },
    { weight: 2, arbitrary: anInterchange.map(([path, text]) => sending(path, text)) },
    { weight: 1, arbitrary: fc.constant({ ...posting('transactions', null), method: 'GET', body: null }) },
  ),
  observe: walk,
  schedules: true,
  hostile: fc
    .tuple(anInterchange, fc.nat(900), fc.string({ unit: 'binary', maxLength: 5 }), fc.nat(4))
    .map(([[path, text], at, noise, cut]) => sending(path, text.slice(0, at) + noise + text.slice(at + cut))),
  statuses: [200, 201, 400, 404, 405],
  rareStatuses: [415],
  answered: ({ response, effects, events }) => {
    const status = response?.status ?? 0
    const body = response?.body ?? null
    const json = body !== null && 'json' in body ? body.json : undefined
    if (status >= 400) expect(json).toEqual({ error: { code: expect.any(String), message: expect.any(String) } })
    // A rejected interchange is never recorded as sent, and only the rejection is received.
    const rejected = events.some(({ data }) => (data as JsonObject).accepted === false)
    const rows = effects.flatMap((effect) =>
      effect.op === 'record' ? [`${effect.row.direction} ${effect.row.transaction}`] : [],
    )
    if (rejected) expect([effects.length, rows]).toEqual([1, [expect.stringMatching(/^received (999|TA1)$/)]])
    else if (effects.length > 0) expect(rows[0]).toMatch(/^sent (270|276|278|837)$/)
  },
})

/** The JSON of an answer, and the segments of its transactions except those that depend on randomness and time. */
function essence(call: SimulatorCall, config: X12Config, before: readonly SimulatorCall[]) {
  const state = makeSeed(config)
  const { end } = host.run(
    state,
    before.map((earlier) => ({ wait: 0, group: 'clearinghouse', call: earlier })),
  )
  const asJson = { ...call, headers: { ...call.headers, accept: 'application/json' } }
  const { outcomes } = host.run(state, [{ wait: 0, group: 'clearinghouse', call: asJson }], end)
  const body = outcomes[0]?.response?.body
  const { x12, ...json } = (body && 'json' in body ? body.json : {}) as JsonObject
  const chance = /^(ST|SE|BHT|TRN|AK1|REF\*1K)\b/
  const segments = parseTransactions(String(x12 || 'ST*0*1~SE*2*1~')).map((transaction) =>
    transaction.segments().flatMap(({ text }) => (chance.test(text) ? [] : text)),
  )
  const answered = JSON.stringify([outcomes[0]?.response?.status, json, segments])
  return { answered: answered.replaceAll(/CL\d{8}/g, 'CL'), state }
}

describe('laws of the clearinghouse', () => {
  it('gives the same answer to JSON and to the equivalent interchange', () => {
    fc.assert(
      fc.property(aConfig, fc.array(aClaim, { maxLength: 3 }), aRequest, (config, claimed, [path, json]) => {
        const before = claimed.map((claim) => posting('claims', claim))
        const asJson = essence(posting(path, json), config, before)
        const sent = simulator
          .evidence(asJson.state)
          .x12?.filter(({ direction }) => direction === 'sent')
          .at(-1)
        fc.pre(sent !== undefined && asJson.answered.startsWith('[20'))
        expect(essence(sending(path, sent.payload), config, before).answered).toBe(asJson.answered)
      }),
      { numRuns },
    )
  })

  it('writes transactions that conform to their sets, with correct numbers and counts', () => {
    let remittances = 0
    assertUntil(
      fc.property(aConfig, fc.array(aRequest, { maxLength: 12 }), (config, requests) => {
        const state = makeSeed(config)
        const acts = requests.map(([path, json]) => ({
          wait: 20_000,
          group: 'clearinghouse',
          call: posting(path, json),
        }))
        host.run(state, acts)
        host.advance(state, { time: beginning.time + 1_000_000, seq: 99 })
        const { x12 = [] } = simulator.evidence(state)
        for (const { payload } of x12) {
          for (const transaction of parseTransactions(payload)) expect(validateTransaction(transaction)).toEqual([])
        }
        const times = x12.map(({ at }) => at ?? '')
        expect(times).toEqual([...times].sort())
        expect(new Set(state.claims.keys()).size).toBe(state.claims.size)
        const paid = x12.filter(({ transaction }) => transaction === '835')
        remittances += paid.length
        expect(paid).toHaveLength([...state.claims.values()].filter(({ decision }) => decision !== null).length)
        for (const { status, decision, charge } of state.claims.values()) {
          expect(status).toBe(decision?.status ?? 'pending')
          expect(decision?.paid ?? 0).toBeLessThanOrEqual(charge)
          if (status === 'denied') expect(decision?.paid).toBe(0)
        }
        expect(state.waiting.size).toBe(0)
      }),
      numRuns,
      () => remittances >= 5,
    )
  })

  it('draws distinct numbers even if randomness repeats', () => {
    const state = makeSeed({ members: [{ member_id: 'M1', last_name: 'Doe' }] })
    const [claim] = fc.sample(aClaim, { numRuns: 1, seed: 1 })
    const random = { uint32: () => 0xffffffff }
    for (let count = 0; count < 3; count++) {
      const call = posting('claims', { ...claim, patient_id: 'M1' } as JsonObject)
      const { effects } = simulator.handle(state, 'clearinghouse', call, { ...contextAt(beginning), random })
      for (const effect of effects) simulator.apply(state, effect)
    }
    expect([...state.claims.keys()]).toEqual(['CL99999999', 'CL00000000', 'CL00000001'])
  })
})

describe('configuration', () => {
  it.each([
    {},
    { payer: { name: 'SAMPLE PLAN', id: 'PLAN1' }, acknowledge: false },
    { provider: { name: 'SAMPLE CLINIC', npi: '1234567893' }, members: [] },
    { members: [{ member_id: 'M1', last_name: 'Doe', benefits: [{ kind: 'copayment', amount: 25 }] }] },
    {
      adjudications: [{ procedure_code: '99213', status: 'paid', allowed: 0.8 }],
      default_adjudication: { status: 'denied' },
    },
  ])('accepts %j', (config) => expect(Value.Check(x12ConfigSchema, config)).toBe(true))

  it.each([
    { payer: { name: 'SAMPLE PLAN' } },
    { payer: { name: 'SAMPLE PLAN', id: 'A PLAN' } },
    { payer: { name: 'SAMPLE PLAN', id: 'P' } },
    { acknowledge: 'yes' },
    { members: [{ member_id: 'M1' }] },
    { members: [{ member_id: 'M*1', last_name: 'Doe' }] },
    { members: [{ member_id: 'M1', last_name: 'Doe', birth_date: '31.10.1985' }] },
    { members: [{ member_id: 'M1', last_name: 'Doe', benefits: [{ kind: 'gift' }] }] },
    { adjudications: [{ status: 'lost' }] },
    { default_adjudication: { status: 'paid', allowed: 2 } },
    { default_adjudication: { status: 'paid', procedure_code: '99213' } },
    { receiver: 'x' },
  ])('rejects %j', (config) => expect(Value.Check(x12ConfigSchema, config)).toBe(false))
})
