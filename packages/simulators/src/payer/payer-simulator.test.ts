import {
  createSeededRandom,
  formatInstant,
  type JsonObject,
  type JsonValue,
  type RecordedEvent,
  type SimulatorCall,
} from '@carebench/protocol'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PayerConfig } from './config.js'
import { payerSimulator as payer } from './payer-simulator.js'
import type { PriorAuth } from './prior-auth-row.js'
import type { PayerEffect, PayerState } from './state.js'

const start = Date.UTC(2026, 0, 5, 9)
declare const process: { readonly env: Readonly<Record<string, string | undefined>> }

const numRuns = 100 * Number(process.env.CAREBENCH_SCALE ?? 1)

const members = ['MBR-1', 'MBR-2']
const procedures = ['72148', 'E0601']
const documents = ['clinical_note', 'imaging_report']

const anOutcome = {
  status: fc.constantFrom('pending', 'approved', 'denied', 'more_information'),
  reason: fc.constant('As configured.'),
  delay_seconds: fc.integer({ min: 0, max: 90 }),
  requires: fc.uniqueArray(fc.constantFrom(...documents)),
} as const
const aConfig: fc.Arbitrary<PayerConfig> = fc.record({
  determinations: fc.array(
    fc.record(
      {
        procedure_code: fc.constantFrom(...procedures),
        patient_member_id: fc.constantFrom(...members),
        ...anOutcome,
      },
      { requiredKeys: ['status'] },
    ),
    { maxLength: 4 },
  ),
  default_determination: fc.record(anOutcome, { requiredKeys: ['status'] }),
})

/** Something that an agent does. `which` picks a request among those there are. */
interface Step {
  readonly wait: number
  readonly which: number
  readonly action: 'submit' | 'read' | 'patch' | 'attachments' | 'appeals' | 'peer-to-peer'
  readonly body: JsonObject
}

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
  procedure_code: fc.constantFrom(...procedures),
  diagnosis_codes: fc.constant(['M54.16']),
  provider_npi: fc.constant('1234567893'),
  service_date: fc.constant('2026-02-14'),
  attachments: fc.array(anAttachment, { maxLength: 2 }),
})
const doing = (action: Step['action'], body: fc.Arbitrary<JsonObject>): fc.Arbitrary<Step> =>
  fc.record({ wait: fc.nat(60), which: fc.nat(), action: fc.constant(action), body })
const aStep = fc.oneof(
  doing('submit', aSubmission),
  doing('read', fc.constant({})),
  doing('patch', corrections),
  doing('patch', fc.constant({})),
  doing('attachments', anAttachment),
  doing('appeals', fc.constant({ reason: 'Therapy has failed.' })),
  doing('peer-to-peer', fc.constant({ contact_name: 'Dr. Sample', contact_phone: '617-555-0142' })),
)
const steps = fc.array(aStep, { maxLength: 25 })

const requestsOf = (state: PayerState) => (payer.evidence(state).portal?.prior_auth_requests ?? []) as PriorAuth[]
const seedOf = (config: PayerConfig) =>
  payer.seed(config, [], { at: formatInstant(start), random: createSeededRandom(1) })
const observe = (state: PayerState) => JSON.stringify([payer.evidence(state), [...state.waiting].sort()])

function callOf(state: PayerState, step: Step): SimulatorCall {
  const requests = requestsOf(state)
  const number = requests[step.which % Math.max(requests.length, 1)]?.auth_number ?? 'PA00000000'
  const path = step.action === 'submit' ? 'prior-auths' : `prior-auths/${number}`
  const method = step.action === 'read' ? 'GET' : step.action === 'patch' ? 'PATCH' : 'POST'
  const below = ['submit', 'read', 'patch'].includes(step.action) ? '' : `/${step.action}`
  return { method, path: path + below, query: '', headers: {}, body: { json: step.body } }
}

/** Does the host's part of the work, and records it. */
function run(state: PayerState, done: readonly Step[]) {
  let time = start
  const effects: PayerEffect[] = []
  const events: RecordedEvent[] = []
  const responses: JsonValue[] = []
  done.forEach((step, seq) => {
    time += step.wait * 1000
    const context = () => ({ at: formatInstant(time), random: createSeededRandom(5, seq) })
    const due = payer.due(state, context())
    for (const effect of due.effects) payer.apply(state, effect)
    const outcome = payer.handle(state, 'portal', callOf(state, step), context())
    for (const effect of outcome.effects) payer.apply(state, effect)
    effects.push(...due.effects, ...outcome.effects)
    events.push(...due.events, ...outcome.events)
    responses.push({ ...outcome.response })
  })
  return { time, effects, events, responses }
}

function freeze(value: JsonValue): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  Object.values(value).forEach(freeze)
}

describe('laws of the payer', () => {
  it('reads without changing: a call handled twice, and due asked twice, give the same', () => {
    fc.assert(
      fc.property(aConfig, steps, aStep, (config, done, last) => {
        const state = payer.fork(seedOf(config))
        const { time } = run(state, done)
        freeze(payer.evidence(state).portal ?? {})
        const before = observe(state)
        const context = () => ({ at: formatInstant(time + 60_000), random: createSeededRandom(6) })
        const call = callOf(state, last)
        expect(payer.handle(state, 'portal', call, context())).toEqual(payer.handle(state, 'portal', call, context()))
        expect(payer.due(state, context())).toEqual(payer.due(state, context()))
        expect(observe(state)).toBe(before)
      }),
      { numRuns },
    )
  })

  it('replays: the effects, as JSON, over a fork give the state; the calls again give the effects', () => {
    fc.assert(
      fc.property(aConfig, steps, (config, done) => {
        const seeded = seedOf(config)
        const pristine = observe(seeded)
        const state = payer.fork(seeded)
        const first = run(state, done)
        const folded = payer.fork(seeded)
        for (const effect of JSON.parse(JSON.stringify(first.effects)) as PayerEffect[]) payer.apply(folded, effect)
        expect(observe(folded)).toBe(observe(state))
        expect(run(payer.fork(seeded), done)).toEqual(first)
        expect(observe(seeded)).toBe(pristine)
      }),
      { numRuns },
    )
  })

  it('keeps forks apart', () => {
    fc.assert(
      fc.property(aConfig, steps, steps, (config, done, more) => {
        const state = payer.fork(seedOf(config))
        run(state, done)
        const before = observe(state)
        const fork = payer.fork(state)
        expect(observe(fork)).toBe(before)
        run(fork, more)
        expect(observe(state)).toBe(before)
      }),
      { numRuns },
    )
  })

  it('decides the same in one jump as in small steps', () => {
    fc.assert(
      fc.property(aConfig, steps, fc.array(fc.nat(45_000), { maxLength: 8 }), (config, done, gaps) => {
        const jumping = payer.fork(seedOf(config))
        const { time } = run(jumping, done)
        const stepping = payer.fork(jumping)
        const end = gaps.reduce((sum, gap) => sum + gap, time)
        const advance = (state: PayerState, to: number) => {
          const due = payer.due(state, { at: formatInstant(to), random: createSeededRandom(6) })
          for (const effect of due.effects) payer.apply(state, effect)
          return due
        }
        const jump = advance(jumping, end)
        let present = time
        const small = gaps.map((gap) => {
          present += gap
          return advance(stepping, present)
        })
        expect({
          effects: small.flatMap(({ effects }) => effects),
          events: small.flatMap(({ events }) => events),
        }).toEqual(gaps.length > 0 ? jump : { effects: [], events: [] })
        if (gaps.length > 0) expect(observe(stepping)).toBe(observe(jumping))
        expect(advance(jumping, end).effects).toEqual([])
      }),
      { numRuns },
    )
  })

  it('follows its state chart, and its rows agree with one another', () => {
    const sent = ['submitted', 'corrected', 'resubmitted']
    fc.assert(
      fc.property(aConfig, steps, (config, done) => {
        const state = payer.fork(seedOf(config))
        const { time, events } = run(state, done)
        const portal = payer.evidence(state).portal ?? {}
        const numbers = requestsOf(state).map(({ auth_number }) => auth_number)
        expect(new Set(numbers).size).toBe(numbers.length)
        for (const request of requestsOf(state)) {
          let status = 'none'
          for (const entry of request.history) {
            if (entry.event === 'submitted') expect(status).toBe('none')
            else if (entry.event === 'corrected' || entry.event === 'determined') expect(status).toBe('pending')
            else if (entry.event === 'resubmitted') expect(status).toBe('more_information')
            else if (entry.event === 'appealed') expect(status).toBe('denied')
            else expect(status).not.toBe('approved')
            if (sent.includes(entry.event)) expect(entry.status).toBe('pending')
            else if (entry.event !== 'determined') expect(entry.status).toBe(status)
            status = entry.status
          }
          expect(status).toBe(request.status)
          expect(request.resubmission_count).toBe(request.history.filter(({ event }) => event === 'resubmitted').length)
          const own = (resource: string) =>
            (portal[resource] ?? []).filter(({ auth_number }) => auth_number === request.auth_number)
          expect(request.document_types).toEqual([
            ...new Set(own('attachments').map(({ document_type }) => document_type)),
          ])
          expect(own('appeals')).toHaveLength(request.appeal_status === null ? 0 : 1)
          expect(own('peer_to_peer_requests')).toHaveLength(request.peer_to_peer_status === null ? 0 : 1)
          expect(events.filter(({ data }) => (data as JsonObject).auth_number === request.auth_number)).toHaveLength(
            request.history.length,
          )
          if (request.decision_due_at !== null) expect(Date.parse(request.decision_due_at)).toBeGreaterThan(time - 1)
        }
      }),
      { numRuns },
    )
  })

  it('decides by the first rule that applies', () => {
    fc.assert(
      fc.property(aConfig, aSubmission, (config, submission) => {
        const state = payer.fork(seedOf(config))
        run(state, [
          { wait: 0, which: 0, action: 'submit', body: submission },
          { wait: 100, which: 0, action: 'read', body: {} },
        ])
        const rule =
          config.determinations?.filter(
            (candidate) =>
              [undefined, submission.procedure_code].includes(candidate.procedure_code) &&
              [undefined, submission.patient_member_id].includes(candidate.patient_member_id),
          )[0] ?? config.default_determination
        const attached = submission.attachments.map(({ document_type }) => document_type)
        const missing = rule?.requires?.filter((type) => !attached.includes(type)) ?? []
        expect(requestsOf(state)).toMatchObject([
          { status: missing.length > 0 ? 'more_information' : rule?.status, missing_documents: missing },
        ])
      }),
      { numRuns },
    )
  })

  it('answers anything, and what it refuses changes nothing', () => {
    const aKey = fc.oneof(fc.constantFrom('patient_member_id', 'attachments', '__proto__', 'reason'), fc.string())
    const json = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(aKey, fc.jsonValue()),
      fc.tuple(aSubmission, aKey, fc.jsonValue()).map(([good, key, value]) => ({ ...good, [key]: value })),
    ) as fc.Arbitrary<JsonValue>
    const aBody = fc.oneof(
      fc.constant(null),
      fc.record({ json }),
      fc.record({ text: fc.string() }),
      fc.record({ base64: fc.base64String() }),
    )
    const aPath = fc.oneof(
      fc.string(),
      fc.constantFrom('prior-auths', 'patients', 'providers', 'prior-auths/PA00000001'),
      fc
        .tuple(fc.string(), fc.constantFrom('', '/attachments', '/appeals', '/peer-to-peer'))
        .map(([number, below]) => `prior-auths/${number}${below}`),
      fc.constantFrom('attachments', 'appeals', 'peer-to-peer').map((below) => `prior-auths/PA00000001/${below}`),
    )
    const row = { auth_number: 'PA00000001', patient_member_id: 'MBR-1', procedure_code: '72148', status: 'denied' }
    const seeded = payer.seed({}, [{ type: 'Portal', config: { rows: { prior_auth_requests: [row] } } }], {
      at: formatInstant(start),
      random: createSeededRandom(1),
    })
    const statuses = new Set<number>()
    fc.assert(
      fc.property(
        fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'BREW'),
        aPath,
        fc.oneof(fc.string(), fc.constantFrom('status=denied', 'name=x', '%', 'status=%E0%A4%A')),
        aBody,
        (method, path, query, body) => {
          const call: SimulatorCall = { method, path, query, headers: {}, body }
          const context = { at: formatInstant(start), random: createSeededRandom(6) }
          const { response, effects, events } = payer.handle(payer.fork(seeded), 'portal', call, context)
          statuses.add(response.status)
          expect([200, 201, 400, 404, 405, 409, 422]).toContain(response.status)
          const answer = response.body && 'json' in response.body ? response.body.json : undefined
          expect(JSON.parse(JSON.stringify(answer))).toEqual(answer)
          if (response.status >= 400) {
            expect({ effects, events }).toEqual({ effects: [], events: [] })
            const { errors } = answer as { errors: { field: string; message: string }[] }
            expect(errors.length).toBeGreaterThan(0)
            for (const error of errors) {
              expect(error).toEqual({ field: expect.any(String), message: expect.stringMatching(/\.$/) })
            }
          }
        },
      ),
      { numRuns: 10 * numRuns },
    )
    expect([...statuses].sort()).toEqual(expect.arrayContaining([200, 400, 404, 405, 422]))
  })

  it('draws numbers that differ even where chance repeats itself', () => {
    const state = payer.fork(seedOf({}))
    const [body] = fc.sample(aSubmission, { numRuns: 1, seed: 1 })
    for (let count = 0; count < 3; count++) {
      const call: SimulatorCall = {
        method: 'POST',
        path: 'prior-auths',
        query: '',
        headers: {},
        body: { json: body ?? {} },
      }
      const random = { uint32: () => 0xffffffff }
      const { effects } = payer.handle(state, 'portal', call, { at: formatInstant(start), random })
      for (const effect of effects) payer.apply(state, effect)
    }
    expect(requestsOf(state).map(({ auth_number }) => auth_number)).toEqual(['PA99999999', 'PA00000000', 'PA00000001'])
  })
})
