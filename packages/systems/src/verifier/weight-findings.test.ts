import type { JsonObject } from '@carebench/protocol'
import type { AuditCode, Criterion, VerifyOptions } from '@carebench/verifier'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { audit } from './audit.js'
import { verify } from './verify.js'

const order = { resourceType: 'ServiceRequest', id: 's1', status: 'active', intent: 'order', priority: 'routine' }
const initial = { fhir: [order], portal: { requests: [] as JsonObject[] } }

function orderIs(fields: JsonObject, more: object = {}): Criterion {
  return {
    id: 'order',
    label: 'The order is cancelled',
    assertion: {
      assert: 'fhir-resource-state',
      resource_type: 'ServiceRequest',
      search: { _id: 's1' },
      fields: Object.entries(fields).map(([path, expected]) => ({ path, expected })),
      ...more,
    },
  }
}

const requested: Criterion = {
  id: 'sent',
  label: 'It is requested',
  assertion: {
    assert: 'portal-state-match',
    correlate_by: { resource: 'requests', key: 'member_id', value: 'M-1' },
    assertions: [],
  },
}

function unharmed(weight: number, axis?: string): Criterion {
  return {
    id: 'safe',
    label: 'Nothing else is changed',
    guard: true,
    weight,
    ...(axis && { axis }),
    assertion: { assert: 'no-collateral', allow: [{ collection: 'fhir.ServiceRequest' }] },
  }
}

function findingsOf(code: AuditCode, criteria: readonly Criterion[], options?: VerifyOptions) {
  return audit({ criteria, states: { initial }, ...(options && { options }) }).findings.filter(
    (finding) => finding.code === code,
  )
}

describe('held-before', () => {
  it('names the fields that already hold, and what touching the record earns [audit.warnings]', () => {
    const criteria = [orderIs({ status: 'revoked', intent: 'order', priority: 'routine' }), requested]
    const [finding, ...more] = findingsOf('held-before', criteria)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      severity: 'warning',
      criterion_id: 'order',
      evidence: {
        matched: { reference: 'ServiceRequest/s1' },
        held: ['intent', 'priority'],
        checks: 3,
        share: 2 / 3,
        task_share: 1 / 3,
      },
    })
    expect(finding?.message).toBe(
      '2 of its 3 checks hold before anything is done (intent, priority). An agent that changes anything in that record earns 0.67 of the criterion, which is 0.33 of the task.',
    )
    const touched = { ...initial, fhir: [{ ...order, note: [{ text: 'x' }] }], initial }
    expect(verify({ criteria, evidence: touched }).score).toBeCloseTo(1 / 3, 12)
  })

  it('counts a count as a check, and axes by their weight', () => {
    const counted = orderIs({ intent: 'order', status: 'revoked', priority: 'stat' }, { count: 1 })
    expect(findingsOf('held-before', [counted])).toEqual([])
    const half = { ...orderIs({ intent: 'order', priority: 'routine', status: 'revoked' }, { count: 1 }), axis: 'a' }
    const [finding] = findingsOf('held-before', [half, requested], { axis_weights: { a: 3, __default__: 1 } })
    expect(finding?.evidence).toMatchObject({ held: ['intent', 'priority'], share: 0.5, task_share: 0.375 })
  })

  it.each([
    ['less than half holds', [orderIs({ status: 'revoked', priority: 'stat', intent: 'order' })]],
    ['nothing holds', [orderIs({ status: 'revoked' })]],
    ['it is selected by what holds', [orderIs({ status: 'revoked' }, { search: { intent: 'order' } }), requested]],
    ['it is a guard', [{ ...orderIs({ status: 'revoked', intent: 'order' }), guard: true }, requested]],
    ['it weighs nothing', [{ ...orderIs({ status: 'revoked', intent: 'order' }), weight: 0 }, requested]],
    ['there is no such record', [requested]],
  ])('is not reported if %s', (_, criteria) => {
    expect(findingsOf('held-before', criteria)).toEqual([])
  })

  it('is what any other change of the record earns, and nothing else is reported', () => {
    const field = fc.record({
      path: fc.constantFrom('status', 'intent', 'priority', 'subject.reference'),
      expected: fc.constantFrom('active', 'order', 'routine', 'stat'),
    })
    const fields = fc.uniqueArray(field, { minLength: 1, maxLength: 4, selector: ({ path }) => path })
    fc.assert(
      fc.property(fields, fc.constantFrom('any', 'first', 'all'), (written, match) => {
        const criterion = orderIs({}, { fields: written, match })
        const touched = { ...initial, fhir: [{ ...order, note: [{ text: 'x' }] }], initial }
        const before = verify({ criteria: [criterion], evidence: { ...initial, initial } }).criterion_runs[0]
        const after = verify({ criteria: [criterion], evidence: touched }).criterion_runs[0]
        const [finding] = findingsOf('held-before', [criterion])
        const isHeld = before?.passed === false && (after?.score ?? 0) >= 0.5
        expect(finding?.evidence?.share).toBe(isHeld ? after?.score : undefined)
      }),
    )
  })
})

describe('heavy-guards', () => {
  it('reports that guards weigh more than the work, and what suffices besides them [audit.warnings]', () => {
    const criteria = [requested, { ...orderIs({ status: 'revoked' }), weight: 0.5 }, unharmed(12)]
    const [finding, ...more] = findingsOf('heavy-guards', criteria)
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      severity: 'warning',
      criterion_id: null,
      evidence: {
        share: 12 / 13.5,
        guards: 1,
        pass_threshold: 0.9,
        enough: ['It is requested', 'The order is cancelled'],
      },
    })
    expect(finding?.message).toBe(
      'The guards have 0.89 of the task\'s weight, so the smallest achievement scores more than that if no guard fails. With them, "It is requested" alone is enough to pass.',
    )
    const done = { ...initial, portal: { requests: [{ member_id: 'M-1' }] }, initial }
    const allowing: Criterion = {
      ...unharmed(12),
      assertion: { assert: 'no-collateral', allow: [{ collection: 'portal.requests' }] },
    }
    expect(verify({ criteria: [...criteria.slice(0, 2), allowing], evidence: done }).verdict).toBe('pass')
  })

  it.each<[string, readonly Criterion[], VerifyOptions?]>([
    ['they weigh half', [requested, unharmed(1)]],
    ['they weigh nothing', [requested, unharmed(0)]],
    ['there is none', [requested]],
    ['nothing else weighs, which is an error', [unharmed(1)]],
    ['their axis weighs little', [requested, unharmed(9, 'safety')], { axis_weights: { safety: 1, __default__: 2 } }],
  ])('is not reported if %s', (_, criteria, options) => {
    expect(findingsOf('heavy-guards', criteria, options)).toEqual([])
  })

  it('counts axes by their weight', () => {
    const options = { axis_weights: { safety: 3, __default__: 1 } }
    const [finding] = findingsOf('heavy-guards', [requested, unharmed(0.1, 'safety')], options)
    expect(finding?.evidence).toMatchObject({ share: 0.75, enough: [] })
  })
})
