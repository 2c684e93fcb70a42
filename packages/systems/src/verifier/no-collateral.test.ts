import type { JsonObject } from '@carebench/protocol'
import type { EvidenceStateSource } from '@carebench/verifier'
import { expect, it } from 'vitest'
import { validateAssertion, verify } from './verify.js'

function patient(id: string, more: JsonObject = {}): JsonObject {
  return { resourceType: 'Patient', id, ...more }
}

const state: EvidenceStateSource = {
  fhir: [patient('p1', { active: true, meta: { versionId: '1' } }), patient('p2')],
  portal: {
    requests: [
      { member_id: 'M-1', status: 'draft' },
      { member_id: 'M-2', status: 'draft' },
    ],
  },
  hl7: [],
}

function run(
  final: EvidenceStateSource,
  allow: readonly object[] = [],
  initial: EvidenceStateSource | undefined = state,
) {
  return verify({
    criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow } }],
    evidence: { ...final, ...(initial && { initial }) },
  }).criterion_runs[0]
}

it('passes if nothing but meta changed', () => {
  expect(run(state)).toMatchObject({ passed: true })
  const touched = [patient('p1', { active: true, meta: { versionId: '2' } }), patient('p2')]
  expect(run({ ...state, fhir: touched })).toMatchObject({ passed: true })
})

it('lists what was added, changed and removed [kinds.no-collateral]', () => {
  const fhir = [patient('p1', { active: false }), patient('p3')]
  expect(run({ ...state, fhir })).toMatchObject({
    outcome: 'failed',
    score: 0,
    details: '3 changes beyond what is allowed: Patient/p1 was changed, Patient/p3 was added, Patient/p2 was removed.',
    evidence: { changes: [{ collection: 'fhir.Patient', reference: 'Patient/p1', change: 'changed' }, {}, {}] },
  })
})

it('compares rows by content, wherever they moved', () => {
  const [first, second] = (state.portal?.requests ?? []) as readonly JsonObject[]
  const rowsTo = (...rows: readonly (JsonObject | undefined)[]) =>
    run({ ...state, portal: { requests: rows.filter((row) => row !== undefined) } })
  expect(rowsTo(second, first)).toMatchObject({ passed: true })
  expect(rowsTo(second)?.details).toContain('requests row 1 was removed')
  expect(rowsTo(first, { ...second, status: 'sent' })?.details).toContain(
    '1 change beyond what is allowed: requests row 2 was changed.',
  )
  expect(rowsTo(first, second, second)?.details).toContain('requests row 3 was added')
})

it('allows the configured changes [kinds.no-collateral]', () => {
  const final = {
    ...state,
    portal: {
      requests: [
        { member_id: 'M-1', status: 'sent' },
        { member_id: 'M-2', status: 'draft' },
      ],
    },
  }
  const allowed = (member: string) => [{ collection: 'portal.requests', where: { member_id: member } }]
  expect(run(final, allowed('M-1'))).toMatchObject({ passed: true, evidence: { changed: 1 } })
  expect(run(final, allowed('M-2'))).toMatchObject({ score: 0 })
  const message = 'MSH|^~\\&|A|B|C|D|20260105||ADT^A01|1|P|2.5.1\rPID|1||77\r'
  const sent = { ...state, hl7: [{ direction: 'outbound' as const, payload: message }] }
  expect(run(sent)).toMatchObject({ score: 0 })
  expect(run(sent, [{ collection: 'hl7.outbound', where: { 'PID-3': '77' } }])).toMatchObject({ passed: true })
})

it('ignores what simulators generate', () => {
  const inbound = {
    ...state,
    hl7: [{ direction: 'inbound' as const, payload: 'MSH|^~\\&|A|B|C|D|20260105||ACK|1|P|2.5.1\r' }],
  }
  expect(run(inbound)).toMatchObject({ passed: true })
})

it('is unsupported without both states', () => {
  const criteria = [{ label: 'x', assertion: { assert: 'no-collateral', allow: [] } }]
  expect(verify({ criteria, evidence: state }).criterion_runs[0]).toMatchObject({ outcome: 'unsupported' })
  const { hl7: _, ...without } = state
  expect(run(state, [], without)).toMatchObject({
    outcome: 'unsupported',
    details: 'Not verified: only one of the initial and the final state has the part "hl7".',
  })
})

it('rejects unknown collections and invalid paths', () => {
  const allow = [
    { collection: 'portal' },
    { collection: 'fhir.Shoe' },
    { collection: 'x12.sent', where: { 'NM1.x': '1' } },
  ]
  expect(validateAssertion({ assert: 'no-collateral', allow: allow.slice(0, 1) })).toMatchObject({
    errors: [{ path: '/allow/0/collection' }],
  })
  expect(validateAssertion({ assert: 'no-collateral', allow: allow.slice(1, 2) })).toMatchObject({
    errors: [{ path: '/allow/0/collection' }],
  })
  expect(validateAssertion({ assert: 'no-collateral', allow: allow.slice(2) })).toMatchObject({
    errors: [{ path: '/allow/0/where/NM1.x' }],
  })
})
