import type { JsonObject } from '@carebench/protocol'
import type { EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { verify } from './verify.js'

function listDetails(assertion: object, evidence: EvidenceSource): string {
  return verify({ criteria: [{ label: 'x', assertion }], evidence }).criterion_runs[0]?.details ?? ''
}

function request(id: string, status: string, patient: string): JsonObject {
  return {
    resourceType: 'ServiceRequest',
    id,
    status,
    subject: { reference: patient },
  }
}

describe('details', () => {
  it('name the search condition that excludes the match', () => {
    const search = { status: 'active', subject: 'Patient/p1' }
    const assertion = { assert: 'fhir-resource-state', resource_type: 'ServiceRequest', search }
    expect(
      listDetails(assertion, { fhir: [request('a', 'draft', 'Patient/p1'), request('b', 'draft', 'Patient/p2')] }),
    ).toBe(
      'There are no ServiceRequest resources with status=active&subject=Patient/p1. The record has 2 ' +
        'ServiceRequests: ServiceRequest/a, ServiceRequest/b. The nearest is found without status=active: ' +
        'ServiceRequest/a (status "draft").',
    )
    expect(listDetails(assertion, { fhir: [request('b', 'draft', 'Patient/p2')] })).not.toContain('nearest')
  })

  it('prefer a record of the right person to one of another', () => {
    const search = { subject: 'Patient/p1', status: 'active', priority: 'urgent' }
    const assertion = { assert: 'fhir-resource-state', resource_type: 'ServiceRequest', search }
    const stranger = { ...request('b', 'active', 'Patient/p2'), priority: 'urgent' }
    expect(listDetails(assertion, { fhir: [stranger, request('a', 'draft', 'Patient/p1')] })).toContain(
      'The nearest is found without status=active&priority=urgent: ServiceRequest/a (status "draft", no priority).',
    )
    expect(listDetails(assertion, { fhir: [stranger] })).toContain(
      'The nearest is found without subject=Patient/p1: ServiceRequest/b (subject "Patient/p2").',
    )
    const byId = { ...assertion, search: { _id: 'c', status: 'active' } }
    expect(listDetails(byId, { fhir: [stranger, request('c', 'draft', 'Patient/p1')] })).toContain(
      'The nearest is found without status=active: ServiceRequest/c (status "draft").',
    )
  })

  it('suggest no initial row of a person', () => {
    const assertion = {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-1042' },
      assertions: [],
    }
    const rows = { requests: [{ member_id: 'M-1024' }] }
    expect(listDetails(assertion, { portal: rows })).toContain('The nearest is "M-1024".')
    expect(listDetails(assertion, { portal: rows, initial: { portal: rows } })).not.toContain('nearest')
  })

  it('name the row that was probably intended', () => {
    const assertion = {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-1042' },
      assertions: [],
    }
    expect(listDetails(assertion, { portal: { requests: [{ member_id: 'M-1024' }, { member_id: 'X' }] } })).toBe(
      'There are no requests rows whose member_id is "M-1042". requests has 2 rows; member_id is "M-1024", "X". ' +
        'The nearest is "M-1024".',
    )
  })

  it('stay short whatever the record contains', () => {
    const long = 'x'.repeat(100_000)
    const fields = Array.from({ length: 50 }, (_, index) => ({ path: `a${index}`, expected: [long] }))
    const output = Object.fromEntries(fields.map(({ path }) => [path, { text: long }]))
    const details = listDetails({ assert: 'output-match', fields }, { output })
    expect(details.length).toBeLessThan(1200)
    expect(details).toContain('…')
    expect(details).toContain('47 more fields failed.')
    const longPath = [{ path: long, expected: 1 }]
    expect(
      listDetails({ assert: 'output-match', fields: longPath }, { output: { [`${long}y`]: 1 } }).length,
    ).toBeLessThan(500)
    const list = { assert: 'message-sent', correlate_by: { body: long, to: long, from: long, channel: long } }
    const message = { direction: 'outbound', channel: 'sms', to: long, from: long, body: long } as const
    expect(listDetails(list, { messages: [message, message, message] }).length).toBeLessThan(3000)
  })
})

it('names the first of many resources, and how many more there are', () => {
  const fhir = Array.from({ length: 20 }, (_, id) => ({ resourceType: 'Task', id: `t${id}`, status: 'requested' }))
  const search = { status: 'requested', owner: 'Practitioner/1' }
  const assertion = { assert: 'fhir-resource-state', resource_type: 'Task', search }
  const [found] = verify({ criteria: [{ label: 'x', assertion }], evidence: { fhir } }).criterion_runs
  expect(found?.details).toContain('The record has 20 Tasks: Task/t0, Task/t1, Task/t2, Task/t3, Task/t4 and 15 more.')
  expect(found?.details).toContain(
    'without owner=Practitioner/1: Task/t0 (no owner), Task/t1 (no owner), Task/t2 (no owner), Task/t3 (no owner), ' +
      'Task/t4 (no owner) and 15 more.',
  )
})
