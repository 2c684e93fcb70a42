import type { JsonObject } from '@carebench/protocol'
import { describe, expect, it } from 'vitest'
import { openPayers } from '../../testing/open-payers.js'
import { verify } from '../../verifier/verify.js'
import { payerSimulator } from '../behaviour.js'
import { isGeneratedColumn } from './portal-column.js'

const request = {
  patient_member_id: 'M-100',
  patient_dob: '1985-10-31',
  procedure_code: '97110',
  diagnosis_codes: ['M54.16'],
  provider_npi: '1234567893',
  service_date: '2026-01-20',
}
const contact = { contact_name: 'Dr. Sample', contact_phone: '617-555-0142' }
const note = { document_type: 'clinical_note', text: 'Seen.' }
const encoded = { document_type: 'clinical_note', media_type: 'text/plain', content_base64: 'U2Vlbi4=' }

const precise = { ...request, units: 12, urgency: 'expedited' }

interface Made {
  readonly what: string
  readonly resource: string
  /** What the requester sends for the row, and for the request that it belongs to. */
  readonly input: JsonObject
  readonly submission: JsonObject
  readonly attachments?: readonly JsonObject[]
}

/** The rows after a denied request, a review of it and an appeal were made. */
function rowsAfter(submission: JsonObject, attachments: readonly JsonObject[] = []) {
  const { portal, states } = openPayers({
    Payer: {
      config: {
        members: [{ member_id: 'M-100', last_name: 'Doe', birth_date: '1985-10-31', plan: 'Gold', end: '2026-12-31' }],
        determinations: [{ status: 'denied', reason: 'Not necessary.', reason_code: '0F' }],
        peer_to_peer: [{ status: 'denied', reason: 'Upheld.' }],
        appeals: [{ status: 'denied', reason: 'Still not necessary.' }],
        appeal_levels: 2,
        appeal_days: 30,
      },
    },
  })
  const path = `prior-auths/${portal('POST', 'prior-auths', submission).json.auth_number}`
  const below = [
    ...attachments.map((attachment) => portal('POST', `${path}/attachments`, attachment)),
    portal('POST', `${path}/peer-to-peer`, contact),
    portal('POST', `${path}/appeals`, { reason: 'Look again.' }),
  ]
  expect(below.map(({ status }) => status)).toEqual(below.map(() => 201))
  const state = states.get('Payer')
  if (state === undefined) throw new Error('Expected the state of the payer.')
  return payerSimulator.evidence(state).portal ?? {}
}

/** The details if an entry with exactly these members does not cover the only new row of a resource. */
function findMiss(portal: Record<string, readonly JsonObject[]>, resource: string, input: JsonObject) {
  const allow = [{ collection: `portal.${resource}`, members: Object.keys(input) }]
  const [result] = verify({
    criteria: [{ label: 'x', assertion: { assert: 'no-collateral', allow } }],
    evidence: { portal: { [resource]: portal[resource] ?? [] }, initial: { portal: {} } },
  }).criterion_runs
  return result?.passed ? undefined : result?.details
}

describe('the columns that a requester fills in', () => {
  it.each<Made>([
    { what: 'a request', resource: 'prior_auth_requests', input: request, submission: request },
    { what: 'a request with units', resource: 'prior_auth_requests', input: precise, submission: precise },
    { what: 'a document', resource: 'attachments', input: note, submission: request, attachments: [note] },
    {
      what: 'a document with a request',
      resource: 'attachments',
      input: note,
      submission: { ...request, attachments: [note] },
    },
    {
      what: 'a document in base64',
      resource: 'attachments',
      input: encoded,
      submission: request,
      attachments: [encoded],
    },
    { what: 'a peer-to-peer request', resource: 'peer_to_peer_requests', input: contact, submission: request },
    { what: 'an appeal', resource: 'appeals', input: { reason: 'Look again.' }, submission: request },
  ])('are exactly what it sent: $what', ({ resource, input, submission, attachments }) => {
    const portal = rowsAfter(submission, attachments)
    expect(findMiss(portal, resource, input)).toBe(undefined)
    for (const column of Object.keys(input)) {
      const { [column]: _, ...others } = input
      expect(findMiss(portal, resource, { other: '', ...others })).toContain(`allows no ${column}`)
    }
  })

  it('include columns that the portal does not know, and values other than its defaults', () => {
    const [row = {}] = rowsAfter(request).prior_auth_requests ?? []
    const miss = (more: JsonObject) =>
      findMiss({ prior_auth_requests: [{ ...row, ...more }] }, 'prior_auth_requests', request)
    expect(miss({ remark: 'Denied.' })).toContain('allows no remark "Denied."')
    expect(miss({ constructor: 'x' })).toContain('allows no constructor "x"')
    expect(miss({ units: 2 })).toContain('allows no units 2')
  })
})

describe('a generated column', () => {
  it.each(['history', 'items', 'plan', 'reason_code', 'level', 'size', 'submitted_at', 'requested_at'])(
    'is one that no requester and no judgement determines: %s',
    (column) => expect(isGeneratedColumn(column)).toBe(true),
  )
  it.each(['status', 'auth_number', 'determination_reason', 'procedure_code', 'constructor'])('is not %s', (column) =>
    expect(isGeneratedColumn(column)).toBe(false),
  )
})
