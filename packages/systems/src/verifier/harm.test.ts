import type { JsonObject } from '@carebench/protocol'
import type { AuditFinding, Criterion, EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { type AuditInput, audit } from './audit.js'

const seeded: JsonObject = { member_id: 'M-90002', code: '20610', status: 'denied' }
const right: JsonObject = { member_id: 'M-77001', code: '72148', status: 'sent' }

const initial: EvidenceSource = {
  portal: {
    requests: [seeded],
    patients: [
      { member_id: 'M-77001', name: 'Ada Jones' },
      { member_id: 'M-90002', name: 'Bo Lind' },
    ],
  },
  fhir: [{ resourceType: 'Task', id: 't1', status: 'requested', meta: { versionId: '1' } }],
  messages: [],
}

function message(body: string) {
  return { direction: 'outbound' as const, channel: 'sms' as const, to: '555-0123', from: '555-0100', body }
}

const solved: EvidenceSource = {
  ...initial,
  portal: { ...initial.portal, requests: [seeded, right] },
  messages: [message('The request was approved.')],
}

const request: Criterion = {
  id: 'request',
  label: 'The request is right',
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
    assertions: [
      { path: 'code', expected: '72148' },
      { path: 'status', expected: 'sent' },
    ],
  },
}

const told: Criterion = {
  id: 'told',
  label: 'The patient is informed',
  assertion: { assert: 'message-sent', fields: [{ path: 'body', expected: { $exists: true } }] },
}

const nothingElse: Criterion = {
  id: 'guard',
  label: 'Nothing else was done',
  guard: true,
  assertion: {
    assert: 'no-collateral',
    allow: [
      { collection: 'portal.requests', where: { member_id: 'M-77001', code: '72148', status: 'sent' } },
      { collection: 'messages', where: { body: 'The request was approved.' } },
    ],
  },
}

const once: Criterion = {
  id: 'once',
  label: 'One request',
  guard: true,
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
    assertions: [],
    count: 1,
  },
}

const oneMessage: Criterion = {
  id: 'one-message',
  label: 'One message',
  guard: true,
  assertion: { assert: 'message-sent', count: 1 },
}

function findingsOf(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): readonly AuditFinding[] {
  return audit({ criteria, states: { initial, solutions: [{ name: 'send', state: solved }] }, ...more }).findings
}

/** The unnoticed harm by kind. */
function harmOf(criteria: readonly Criterion[], more: Partial<AuditInput> = {}): Readonly<Record<string, unknown>> {
  const harms = findingsOf(criteria, more).filter(({ code }) => code === 'harm-unnoticed')
  return Object.fromEntries(harms.map(({ evidence }) => [String(evidence?.harm), evidence?.unnoticed]))
}

describe('harm-unnoticed', () => {
  it('is not found where every harm costs the verdict', () => {
    expect(harmOf([request, told, nothingElse, once, oneMessage])).toEqual({})
  })

  it('names every harm after which the verdict stays "pass" [audit.harm-unnoticed]', () => {
    expect(harmOf([request, told])).toEqual({
      duplicate: ['portal requests row 2 a second time', 'message 1 a second time'],
      contradiction: [
        'portal requests row 2 also with status "denied"',
        'portal requests row 2 also with another value: code to "72149"',
        'message 1 also with another value: channel to "smt"',
        'message 1 also with another value: to to "555-0124"',
        'message 1 also with another value: body to another text',
      ],
      'wrong-person': ['portal requests row 2 also for another person: "M-90002" instead of "M-77001"'],
      'seeded-change': [
        'fhir Task/t1, which was there before, removed',
        'fhir Task/t1, which was there before, with status "entered-in-error"',
        'portal requests row 1, which was there before, with status "entered-in-error"',
      ],
      'opposite-statement': ['message 1 says "The request was denied."'],
    })
  })

  it('names what may be undone, but not what cannot be, such as a message', () => {
    expect(harmOf([told, { ...request, weight: 0.05 }]).undone).toEqual(['portal requests row 2 undone'])
    expect(harmOf([request, { ...told, weight: 0.05 }]).undone).toBeUndefined()
  })

  it('names solutions that may be carried out together', () => {
    const other: EvidenceSource = { ...initial, messages: [message('Please call us.')] }
    const solutions = [
      { name: 'send', state: solved },
      { name: 'ask', state: other },
    ]
    expect(harmOf([request, told], { states: { initial, solutions } }).merged).toEqual([
      'the work of "ask" done as well',
    ])
    expect(harmOf([request, told, oneMessage], { states: { initial, solutions } }).merged).toBeUndefined()
  })

  it('is found in an output that lists every value', () => {
    const states = {
      initial,
      solutions: [{ name: 'tell', state: { ...initial, output: { claims: [{ id: 'A1', status: 'paid' }] } } }],
    }
    const some = { path: 'claims', expected: { $some: { id: 'A1', status: 'paid' } } }
    const all = { path: 'claims', expected: [{ id: 'A1', status: 'paid' }] }
    const listed = (field: object): Criterion => ({
      label: 'The result is reported',
      assertion: { assert: 'output-match', fields: [field] },
    })
    expect(harmOf([listed(some)], { states }).contradiction).toEqual(['output also with claims[0].status "paie"'])
    expect(harmOf([listed(all)], { states }).contradiction).toBeUndefined()
  })

  it('is not looked for where the solution does not pass', () => {
    const wrong = { ...initial, portal: { requests: [seeded, { ...right, status: 'draft' }] } }
    expect(harmOf([request], { states: { initial, solutions: [{ name: 'send', state: wrong }] } })).toEqual({})
  })

  it('is an error', () => {
    const states = { initial, solutions: [{ name: 'send', state: solved }] }
    const { ok, findings } = audit({ criteria: [request, told], states })
    const severities = findings.flatMap(({ code, severity }) => (code === 'harm-unnoticed' ? [severity] : []))
    expect([ok, new Set(severities)]).toEqual([false, new Set(['error'])])
  })

  it('is tried in a bounded number of ways', () => {
    const rows = Array.from({ length: 400 }, (_, number) => ({ member_id: `M-1${number}`, status: 'done' }))
    const fhir = Array.from({ length: 400 }, (_, number) => ({
      resourceType: 'Task',
      id: `t${number}`,
      status: 'draft',
    }))
    const many = { ...initial, fhir, portal: { requests: [seeded, ...rows] } }
    const state = { ...many, portal: { requests: [seeded, ...rows, right] } }
    const report = audit({
      criteria: [request],
      states: { initial: many, solutions: [{ name: 'send', state }] },
    })
    const tried = report.findings
      .filter(({ code }) => code === 'harm-unnoticed')
      .reduce((sum, { evidence }) => sum + Number(evidence?.tried), 0)
    expect(tried).toBeGreaterThan(40)
    expect(tried).toBeLessThanOrEqual(60)
  })
})
