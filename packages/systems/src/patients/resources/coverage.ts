import { toDate } from '../calendar.js'
import { hl7Coding, hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, patientName } from '../life/chart.js'
import type { PayerKind } from '../tables/payers.js'

/** HL7 v3 ActCode of the coverage type. */
const COVERAGE_TYPES: Readonly<Record<PayerKind, readonly [code: string, display: string]>> = {
  commercial: ['EHCPOL', 'extended healthcare'],
  medicaid: ['SUBSIDIZ', 'subsidized health program'],
  medicare: ['PUBLICPOL', 'public healthcare'],
}

/** Returns a Coverage for each policy, earliest first. */
export function buildCoverages(chart: Chart): GeneratedResource[] {
  const { person } = chart
  const beneficiary = referenceTo('Patient', person.id, patientName(person))
  return chart.policies.map((policy) => ({
    resourceType: 'Coverage',
    id: policy.id,
    identifier: [
      {
        type: hl7Concept('v2-0203', 'MB', 'Member Number'),
        system: `https://carebench.example.org/member-id/${policy.payer.payerId}`,
        value: policy.memberId,
      },
    ],
    status: policy.active ? 'active' : 'cancelled',
    type: hl7Concept('v3-ActCode', ...COVERAGE_TYPES[policy.payer.kind]),
    ...(policy.relationship === 'self' && { subscriber: beneficiary }),
    subscriberId: policy.memberId,
    beneficiary,
    relationship: hl7Concept('subscriber-relationship', policy.relationship),
    period: {
      start: toDate(policy.start),
      ...(policy.end !== undefined && { end: toDate(policy.end) }),
    },
    payor: [referenceTo('Organization', policy.payer.id, policy.payer.name)],
    class: [
      ...(policy.payer.kind === 'commercial'
        ? [{ type: { coding: [hl7Coding('coverage-class', 'group', 'Group')] }, value: policy.group }]
        : []),
      { type: { coding: [hl7Coding('coverage-class', 'plan', 'Plan')] }, value: policy.plan, name: policy.plan },
    ],
  }))
}
