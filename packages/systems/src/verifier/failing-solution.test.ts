import type { Criterion, EvidenceSource } from '@carebench/verifier'
import { describe, expect, it } from 'vitest'
import { type AuditInput, audit } from './audit.js'

const initial: EvidenceSource = { portal: { requests: [] }, messages: [] }

function requested(code: string): EvidenceSource {
  return { ...initial, portal: { requests: [{ member_id: 'M-77001', code }] } }
}

function request(label: string, code: string): Criterion {
  return {
    label,
    assertion: {
      assert: 'portal-state-match',
      correlate_by: { resource: 'requests', key: 'member_id', value: 'M-77001' },
      assertions: [{ path: 'code', expected: code }],
    },
  }
}

const refused_calls = [
  { number: 2, method: 'POST', path: 'portal/requests', status: 422, reason: 'code must be a CPT code' },
  { number: 3, method: 'GET', path: 'faxes', status: 404 },
]

function found(solutions: AuditInput['states']['solutions'], criteria = [request('The code is right', '72148')]) {
  const { findings } = audit({ criteria, states: { initial, solutions: solutions ?? [] } })
  return findings.filter(({ code }) => code === 'failing-solution')
}

describe('failing-solution', () => {
  const right = { name: 'right', state: requested('72148') }

  it('names the failed criteria of the solution and its refused calls if another solution passes \
[audit.failing-solution]', () => {
    const [finding, ...more] = found([right, { name: 'typo', state: requested('72149'), refused_calls }])
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      severity: 'warning',
      criterion_id: null,
      label: null,
      evidence: {
        solution: 'typo',
        verdict: 'fail',
        score: 0,
        failed: [{ label: 'The code is right', outcome: 'failed' }],
        refused_calls,
      },
    })
    expect(finding?.message).toMatch(
      new RegExp(
        '^The solution "typo" does not pass: its verdict is "fail", with a score of 0\\. ' +
          '"The code is right" failed: .*"72148".*\\. ' +
          'Call 2 was refused: POST portal/requests, status 422: "code must be a CPT code"\\. ' +
          'Call 3 was refused: GET faxes, status 404\\.$',
      ),
    )
  })

  it('gives the reason of the first failed check, after two sentences with counts', () => {
    const assertion = {
      assert: 'fhir-resource-state',
      resource_type: 'Task',
      fields: [{ path: 'description', expected: { $says: { all: [['approved']] } } }],
      count: 1,
    }
    const says = (description: string): EvidenceSource => ({ fhir: [{ resourceType: 'Task', id: 't', description }] })
    const { findings } = audit({
      criteria: [{ label: 'It is said', assertion }],
      states: {
        initial: { fhir: [] },
        solutions: [
          { name: 'right', state: says('It is approved.') },
          { name: 'denial', state: says('It was not approved.') },
        ],
      },
    })
    expect(findings.find(({ code }) => code === 'failing-solution')?.message).toMatch(
      /: \d of \d checks passed on Task\/t\. Found 0 .*\. description does not say "approved"; says "not approved"\.$/,
    )
  })

  it('is not found if every solution passes, or none does', () => {
    expect(found([right])).toEqual([])
    expect(found([{ name: 'typo', state: requested('72149') }])).toEqual([])
  })

  it('is every solution of a task in which each fulfils another part', () => {
    const criteria = [request('One', '72148'), request('Other', '72149')]
    const names = found([right, { name: 'typo', state: requested('72149') }], criteria)
    expect(names.map(({ evidence }) => evidence?.solution)).toEqual(['right', 'typo'])
  })
})
