import type { JsonObject, JsonValue } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import type { SeedDataset } from '../simulator.js'
import { dueDeterminations } from './actions/evaluation.js'
import { payerEvidence } from './evidence.js'
import { injectStep } from './scenario.js'
import { applyPayerEffect, forkPayerState, type PayerState, seedPayerState } from './state.js'

function portal(rows: JsonValue): SeedDataset {
  return { type: 'Portal', config: { rows } }
}

function makeEvidence(state: PayerState) {
  return payerEvidence(state).portal ?? {}
}

const request: JsonObject = { auth_number: 'PA00000001', patient_member_id: 'MBR-1001', procedure_code: '72148' }

describe('seedPayerState', () => {
  it('keeps the order of rows; a later dataset replaces a row in its place', () => {
    const state = seedPayerState({}, [
      portal({
        patients: [{ member_id: 'A', name: 'One' }, { member_id: 'B' }],
        notices: [{ text: 'x' }, { text: 'x' }],
      }),
      { type: 'FHIR', config: { bundle: 'not read' } },
      portal({ patients: [{ member_id: 'A', name: 'Two' }, { member_id: 'C' }], prior_auth_requests: [request] }),
    ])
    expect(makeEvidence(state)).toMatchObject({
      prior_auth_requests: [{ ...request, status: 'pending', document_types: [], history: [] }],
      attachments: [],
      appeals: [],
      peer_to_peer_requests: [],
      patients: [{ member_id: 'A', name: 'Two' }, { member_id: 'B' }, { member_id: 'C' }],
      notices: [{ text: 'x' }, { text: 'x' }],
    })
  })

  it.each<[JsonValue, string]>([
    [[], 'needs {"rows"'],
    [{ rows: { patients: {} } }, 'rows.patients of a Portal dataset must be an array'],
    [{ rows: { patients: [1] } }, 'rows.patients[0] of a Portal dataset must be an object, got 1'],
    [{ rows: { patients: [{ name: 'One' }] } }, 'A row of patients needs "member_id", a non-empty string, got nothing'],
    [{ rows: { prior_auth_requests: [{ ...request, status: 'lost' }] } }, 'is invalid at /status'],
    [{ rows: { prior_auth_requests: [{ auth_number: 'PA1' }] } }, 'must have required properties patient_member_id'],
    [{ rows: { prior_auth_requests: [{ auth_number: 1 }] } }, 'needs "auth_number", a non-empty string, got 1'],
    [{ rows: { prior_auth_requests: [{ ...request, decision_due_at: 'soon' }] } }, 'must be a date-time such as'],
    [
      { rows: { prior_auth_requests: [{ ...request, decision_due_at: '2026-01-05T10:00:00' }] } },
      'must be a date-time such as',
    ],
  ])('rejects %j', (config, message) => {
    expect(() => seedPayerState({}, [{ type: 'Portal', config }])).toThrow(message)
  })

  it('decides a seeded request when its determination is due, and only then', () => {
    const due = { ...request, decision_due_at: '2026-01-05T10:00:00Z' }
    const config = { default_determination: { status: 'approved' as const } }
    const state = seedPayerState(config, [portal({ prior_auth_requests: [due, { ...request, auth_number: 'PA2' }] })])
    expect(dueDeterminations(state, '2026-01-05T09:59:59.999Z').effects).toEqual([])
    const { effects, events } = dueDeterminations(state, '2026-01-06T00:00:00.000Z')
    expect(events).toMatchObject([{ type: 'prior_auth.determined', at: '2026-01-05T10:00:00.000Z' }])
    for (const effect of effects) applyPayerEffect(state, effect)
    expect(makeEvidence(state).prior_auth_requests).toMatchObject([{ status: 'approved' }, { status: 'pending' }])
    expect(dueDeterminations(state, '2026-01-06T00:00:00.000Z').effects).toEqual([])
  })
})

describe('dueDeterminations', () => {
  it('returns the earliest first, and the lower number first at equal times', () => {
    const due = (auth_number: string, minute: string) => ({
      ...request,
      auth_number,
      decision_due_at: `2026-01-05T10:${minute}:00Z`,
    })
    const rows = [due('PA4', '30'), due('PA3', '15'), due('PA1', '30'), due('PA2', '00')]
    const state = seedPayerState({ default_determination: { status: 'denied' } }, [
      portal({ prior_auth_requests: rows }),
    ])
    const { effects, events } = dueDeterminations(state, '2026-01-05T11:00:00.000Z')
    expect(effects.map((effect) => effect.row_id)).toEqual(['PA2', 'PA3', 'PA1', 'PA4'])
    expect(events.map((event) => event.at?.slice(14, 16))).toEqual(['00', '15', '30', '30'])
  })

  it('decides overdue requests in order, as if each had been decided in time', () => {
    const day = '2026-01-20'
    const due = (auth_number: string, minute: string) => ({
      ...request,
      auth_number,
      service_date: day,
      units: 2,
      decision_due_at: `2026-01-05T10:${minute}:00Z`,
    })
    const limited = { id: 'p', title: 'P', version: '1', limits: { units: 3, period_days: 30 } }
    const state = seedPayerState({ policies: [limited] }, [
      portal({ prior_auth_requests: [due('PA1', '00'), due('PA2', '01')] }),
    ])
    const { events } = dueDeterminations(state, '2026-01-05T11:00:00.000Z')
    expect(events.map(({ data }) => (data as JsonObject).status)).toEqual(['approved', 'partially_approved'])
  })
})

describe('set_portal_row', () => {
  const step = (more: JsonObject) => ({ type: 'set_portal_row', ...more })

  it('adds rows, and replaces one with the same identity', () => {
    const seeded = seedPayerState({}, [portal({ prior_auth_requests: [request] })])
    const state = forkPayerState(seeded)
    const inject = (more: JsonObject) => {
      for (const effect of injectStep(state, step(more)).effects) applyPayerEffect(state, effect)
    }
    inject({ resource: 'prior_auth_requests', row: { ...request, status: 'denied', payer_note: 'kept' } })
    inject({ resource: 'notices', row: { text: 'x' } })
    inject({ resource: 'notices', row: { text: 'x' } })
    inject({ resource: 'notices', row: { id: 7, text: 'y' } })
    inject({ resource: 'notices', row: { id: 7, text: 'z' } })
    expect(makeEvidence(state)).toMatchObject({
      prior_auth_requests: [{ status: 'denied', urgency: 'standard', payer_note: 'kept' }],
      notices: [{ text: 'x' }, { text: 'x' }, { id: 7, text: 'z' }],
    })
    expect(makeEvidence(seeded)).toMatchObject({ prior_auth_requests: [{ status: 'pending' }] })
    expect(makeEvidence(seeded)).not.toHaveProperty('notices')
  })

  it.each<[JsonObject, string]>([
    [{ type: 'receive_fax' }, 'takes the scenario step "set_portal_row", got "receive_fax"'],
    [{ row: {} }, 'needs "resource", for example "prior_auth_requests", got nothing'],
    [{ resource: 'patients', row: [] }, 'needs "row", an object, got []'],
    [{ resource: 'patients', row: {} }, 'needs "member_id"'],
    [{ resource: 'prior_auth_requests', row: {} }, 'needs "auth_number"'],
    [{ resource: 'prior_auth_requests', row: { ...request, history: 'none' } }, 'is invalid at /history'],
  ])('rejects %j', (more, message) => {
    expect(() => injectStep(seedPayerState({}, []), { ...step({}), ...more })).toThrow(message)
  })
})
