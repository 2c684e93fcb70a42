import { formatInstant, type JsonObject, type JsonValue, type SimulatorCall } from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, inject, it } from 'vitest'
import { simulatorContract } from '../testing/simulator-contract.js'
import { beginning, contextAt, createSimulatorHost } from '../testing/simulator-host.js'
import { payerSimulator as payer } from './behaviour.js'
import type { PayerConfig } from './config.js'
import type { PriorAuth } from './model/prior-auth-row.js'
import type { PayerState } from './state.js'

const scale = inject('scale')

const numRuns = 20 * scale

const members = ['MBR-1', 'MBR-2']
const procedures = ['72148', 'E0601']
const documents = ['clinical_note', 'imaging_report']

const anOutcome = {
  status: fc.constantFrom('pending', 'approved', 'denied', 'more_information'),
  reason: fc.constant('As configured.'),
  delay_seconds: fc.integer({ min: 0, max: 90 }),
  requires: fc.uniqueArray(fc.constantFrom(...documents)),
} as const
const rules = fc.array(
  fc.record(
    {
      procedure_code: fc.constantFrom(...procedures),
      patient_member_id: fc.constantFrom(...members),
      ...anOutcome,
    },
    { requiredKeys: ['status'] },
  ),
  { maxLength: 4 },
)
const aConfig: fc.Arbitrary<PayerConfig> = fc.record({
  accept_unknown_members: fc.constant(true),
  determinations: rules,
  appeals: rules,
  default_determination: fc.record(anOutcome, { requiredKeys: ['status'] }),
})

const sample = { member_id: 'MBR-1', last_name: 'Sample', birth_date: '1961-04-30', plan: 'Gold' }

/** A configuration with all other options. */
const aFullConfig: fc.Arbitrary<PayerConfig> = fc
  .tuple(
    aConfig,
    fc.record(
      {
        accept_unknown_members: fc.boolean(),
        members: fc.constant(null).map(() => [sample]),
        plans: fc.constantFrom('1234567893', '1245319599').map((npi) => [{ name: 'Gold', network: [npi] }]),
        duplicates: fc.constantFrom('accept', 'deny'),
        default_determination: fc.record({ ...anOutcome, approved_units: fc.nat(3).map((units) => units + 1) }),
        appeal_levels: fc.integer({ min: 1, max: 3 }),
        appeal_days: fc.integer({ min: 1, max: 2 }),
        peer_to_peer: rules,
        peer_to_peer_days: fc.integer({ min: 1, max: 2 }),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([config, more]) => ({ ...config, ...more }))

const anAttachment = fc.record({ document_type: fc.constantFrom(...documents), text: fc.constant('Seen.') })
const corrections = fc.record(
  {
    patient_member_id: fc.constantFrom(...members),
    procedure_code: fc.constantFrom(...procedures),
    urgency: fc.constantFrom('standard', 'expedited', 'now'),
  },
  { requiredKeys: [] },
)
const aSubmission = fc.record({
  patient_member_id: fc.constantFrom(...members),
  patient_dob: fc.constant('1961-04-30'),
  units: fc.integer({ min: 1, max: 6 }),
  procedure_code: fc.constantFrom(...procedures),
  diagnosis_codes: fc.constant(['M54.16']),
  provider_npi: fc.constant('1234567893'),
  service_date: fc.constant('2026-02-14'),
  attachments: fc.array(anAttachment, { maxLength: 2 }),
})
/** The existing request with a given number. */
const aNumber = fc.nat(20).map((which) => `prior-auths/{${which}}`)

function calling(method: string, below: string, body: fc.Arbitrary<JsonObject>): fc.Arbitrary<SimulatorCall> {
  return fc
    .tuple(aNumber, body)
    .map(([path, json]) => ({ method, path: path + below, query: '', headers: {}, body: { json } }))
}

function submitting(json: JsonObject): SimulatorCall {
  return {
    method: 'POST',
    path: 'prior-auths',
    query: '',
    headers: {},
    body: { json },
  }
}

const calls = fc.oneof(
  { weight: 3, arbitrary: aSubmission.map(submitting) },
  calling('GET', '', fc.constant({})),
  calling('PATCH', '', corrections),
  calling('PATCH', '', fc.constant({})),
  calling('PATCH', '', fc.record({ attachments: fc.array(anAttachment, { maxLength: 2 }) })),
  fc.constant({ ...submitting({}), path: 'login' }),
  calling('POST', '/attachments', anAttachment),
  calling('POST', '/appeals', fc.constant({ reason: 'Therapy has failed.' })),
  calling('POST', '/peer-to-peer', fc.constant({ contact_name: 'Dr. Sample', contact_phone: '617-555-0142' })),
)
const acts = fc.array(
  fc.record({ wait: fc.nat(60).map((seconds) => seconds * 1000), group: fc.constant('portal'), call: calls }),
  { maxLength: 25 },
)
const aRow = fc.record(
  {
    auth_number: fc.constantFrom('PA00000001', 'PA00000002', 'PA00000003'),
    patient_member_id: fc.constantFrom(...members),
    procedure_code: fc.constantFrom(...procedures),
    status: fc.constantFrom('pending', 'pending', 'pending', 'denied', 'more_information'),
    appeal_status: fc.constantFrom(null, 'filed', 'more_information'),
    decision_due_at: fc.nat(400).map((seconds) => formatInstant(beginning.time + seconds * 1000)),
  },
  { requiredKeys: ['auth_number', 'patient_member_id', 'procedure_code', 'status'] },
)
const aPatient = fc.record({ member_id: fc.constantFrom(...members), name: fc.constantFrom('Ann', 'Bob') })

function listRequests(state: PayerState) {
  return (payer.evidence(state).portal?.prior_auth_requests ?? []) as PriorAuth[]
}

function resolve(state: PayerState, call: SimulatorCall): SimulatorCall {
  const requests = listRequests(state)
  const readNumber = (which: string) =>
    requests[Number(which) % Math.max(requests.length, 1)]?.auth_number ?? 'PA00000000'
  return { ...call, path: call.path.replace(/\{(\d+)\}/, (_, which: string) => readNumber(which)) }
}

const host = createSimulatorHost(payer, resolve)

function makeSeed(config: PayerConfig) {
  return payer.seed(config, [], contextAt(beginning))
}

simulatorContract('the payer', {
  simulator: payer,
  refusesNoise: (config) => config.accept_unknown_members !== true,
  group: 'portal',
  noiseGroups: ['portal', 'payer'],
  config: aFullConfig,
  datasets: fc
    .array(fc.record({ prior_auth_requests: fc.array(aRow, { maxLength: 3 }), patients: fc.array(aPatient) }), {
      maxLength: 2,
    })
    .map((configs) => configs.map((rows) => ({ type: 'Portal', config: { rows } }))),
  calls,
  steps: fc.oneof(
    aRow.map((row) => ({ type: 'set_portal_row', resource: 'prior_auth_requests', row })),
    aPatient.map((row) => ({ type: 'set_portal_row', resource: 'patients', row })),
    aPatient.map((row) => ({ type: 'set_portal_row', resource: 'notes', row })),
  ),
  resolve,
  observe: ({ waiting }) => [...waiting].sort(),
  schedules: true,
  hostile: fc
    .record({
      method: fc.constantFrom('GET', 'POST', 'PATCH'),
      path: fc.oneof(
        fc.constantFrom('prior-auths', 'patients', 'providers', 'prior-auths/PA00000001'),
        fc
          .tuple(fc.string(), fc.constantFrom('', '/attachments', '/appeals', '/peer-to-peer'))
          .map(([number, below]) => `prior-auths/${number}${below}`),
      ),
      query: fc.oneof(fc.string(), fc.constantFrom('status=denied', 'name=x', '%', 'status=%E0%A4%A')),
      json: fc.dictionary(
        fc.oneof(fc.constantFrom('patient_member_id', 'attachments', '__proto__', 'reason'), fc.string()),
        fc.jsonValue() as fc.Arbitrary<JsonValue>,
      ),
    })
    .map(({ json, ...call }) => ({ ...call, headers: {}, body: { json } })),
  statuses: [200, 201, 400, 404, 405, 409, 422],
  refusals: ['prior_auth.refused'],
  answered: ({ response }) => {
    const answer = response?.body && 'json' in response.body ? response.body.json : undefined
    expect(answer).toBeDefined()
    if ((response?.status ?? 0) < 400) return
    const { errors } = answer as { errors: { field: string; message: string }[] }
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) {
      expect(error).toMatchObject({ field: expect.any(String), message: expect.stringMatching(/\.$/) })
    }
  },
})

describe('laws of the payer', () => {
  it('follows its state chart, and its rows agree with one another', () => {
    const sent = ['submitted', 'corrected', 'expedited', 'resubmitted']
    fc.assert(
      fc.property(aConfig, acts, (config, done) => {
        const state = payer.fork(makeSeed(config))
        const { end, events } = host.run(state, done)
        const portal = payer.evidence(state).portal ?? {}
        const numbers = listRequests(state).map(({ auth_number }) => auth_number)
        expect(new Set(numbers).size).toBe(numbers.length)
        for (const request of listRequests(state)) {
          let status = 'none'
          let appeal: string | null = null
          for (const entry of request.history) {
            if (entry.event === 'submitted') expect(status).toBe('none')
            else if (['corrected', 'expedited', 'determined'].includes(entry.event)) expect(status).toBe('pending')
            else if (entry.event === 'resubmitted') expect(status).toBe('more_information')
            else if (entry.event === 'appealed') {
              expect([status, appeal]).toEqual(['denied', expect.toSatisfy((was) => was === null || was === 'asked')])
              appeal = 'filed'
            } else if (entry.event === 'appeal_determined') {
              expect([status, appeal]).toEqual(['denied', 'filed'])
              appeal = entry.status === 'approved' ? 'approved' : 'asked'
              if (entry.status === 'approved') status = 'approved'
            } else expect(status).not.toBe('approved')
            if (sent.includes(entry.event)) expect(entry.status).toBe('pending')
            else if (entry.event !== 'determined') expect(entry.status).toBe(status)
            status = entry.status
          }
          expect(status).toBe(request.status)
          const appealed = {
            approved: 'approved',
            partially_approved: 'partly',
            filed: 'filed',
            denied: 'asked',
            more_information: 'asked',
          }
          expect(request.appeal_status === null ? null : appealed[request.appeal_status]).toBe(appeal)
          expect(request.resubmission_count).toBe(request.history.filter(({ event }) => event === 'resubmitted').length)
          const own = (resource: string) =>
            (portal[resource] ?? []).filter(({ auth_number }) => auth_number === request.auth_number)
          expect(request.document_types).toEqual([
            ...new Set(own('attachments').map(({ document_type }) => document_type)),
          ])
          const filed = request.history.filter(({ event }) => event === 'appealed')
          expect(own('appeals')).toHaveLength(filed.length)
          expect(own('appeals').at(-1)?.status ?? null).toBe(request.appeal_status)
          expect(own('peer_to_peer_requests')).toHaveLength(request.peer_to_peer_status === null ? 0 : 1)
          expect(events.filter(({ data }) => (data as JsonObject).auth_number === request.auth_number)).toHaveLength(
            request.history.length,
          )
          if (request.decision_due_at !== null)
            expect(Date.parse(request.decision_due_at)).toBeGreaterThan(end.time - 1)
        }
      }),
      { numRuns },
    )
  })

  it('decides by the first rule that applies [payer.determination]', () => {
    fc.assert(
      fc.property(aConfig, aSubmission, (config, submission) => {
        const state = payer.fork(makeSeed(config))
        host.run(state, [
          { wait: 0, group: 'portal', call: submitting(submission) },
          { wait: 100_000, group: 'portal', call: { ...submitting({}), method: 'GET', path: 'prior-auths/{0}' } },
        ])
        const rule =
          config.determinations?.filter(
            (candidate) =>
              [undefined, submission.procedure_code].includes(candidate.procedure_code) &&
              [undefined, submission.patient_member_id].includes(candidate.patient_member_id),
          )[0] ?? config.default_determination
        const attached = submission.attachments.map(({ document_type }) => document_type)
        const missing = rule?.requires?.filter((type) => !attached.includes(type)) ?? []
        expect(listRequests(state)).toMatchObject([
          { status: missing.length > 0 ? 'more_information' : rule?.status, missing_documents: missing },
        ])
      }),
      { numRuns },
    )
  })

  it('draws distinct numbers even if randomness repeats', () => {
    const state = payer.fork(makeSeed({ accept_unknown_members: true }))
    const [body] = fc.sample(aSubmission, { numRuns: 1, seed: 1 })
    for (let count = 0; count < 3; count++) {
      const random = { uint32: () => 0xffffffff }
      const { effects } = payer.handle(state, 'portal', submitting(body ?? {}), { ...contextAt(beginning), random })
      for (const effect of effects) payer.apply(state, effect)
    }
    expect(listRequests(state).map(({ auth_number }) => auth_number)).toEqual([
      'PA99999999',
      'PA00000000',
      'PA00000001',
    ])
  })
})
