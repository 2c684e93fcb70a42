import type { FhirJson } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import { referenceOf } from '../chart.js'
import { memberAt, objectsAt, textAt } from '../json-member.js'
import type { Assignment } from './assignment.js'

/** A policy with the payer's response. */
export interface Answered {
  readonly coverage: JsonObject
  readonly answer: JsonObject
}

/** The response to an eligibility request. The cost is recorded with the first policy. */
export function eligibilityResponse(
  { today, serviceDate, serviceType, record }: Assignment,
  patient: JsonObject,
  request: JsonObject,
  answered: readonly Answered[],
): FhirJson {
  return {
    resourceType: 'CoverageEligibilityResponse',
    status: 'active',
    purpose: ['benefits'],
    patient: { reference: referenceOf(patient) },
    servicedDate: serviceDate,
    created: today,
    request: { reference: referenceOf(request) },
    outcome: 'complete',
    insurer: { reference: textAt(record, 'insurer') },
    insurance: answered.map(({ coverage, answer }, index) => {
      const share = objectsAt(answer, 'benefits').find(({ code }) => code === 'B')
      const item: JsonObject = {
        category: { coding: [{ system: textAt(record, 'service_type_system'), code: serviceType }] },
        benefit: [
          {
            type: { coding: [{ ...pick(record, 'system', 'code') }] },
            allowedMoney: { value: memberAt(share, 'amount') ?? 0, currency: 'USD' },
          },
        ],
      }
      return {
        coverage: { reference: referenceOf(coverage) },
        inforce: textAt(answer, 'status') === 'active',
        ...(index === 0 && share !== undefined && { item: [item] }),
      }
    }),
  }
}

/** A policy of the patient, from a card and the payer's response. */
export function newCoverage({ record }: Assignment, patient: JsonObject, answer: JsonObject): FhirJson {
  const [benefit] = objectsAt(answer, 'benefits')
  const subject = { reference: referenceOf(patient) }
  return {
    resourceType: 'Coverage',
    status: 'active',
    subscriber: subject,
    subscriberId: textAt(answer, 'member', 'member_id'),
    beneficiary: subject,
    relationship: { coding: [{ system: textAt(record, 'relationship_system'), code: 'self' }] },
    period: { start: textAt(answer, 'plan', 'begin') },
    payor: [{ reference: textAt(record, 'insurer') }],
    class: [
      { type: { coding: [{ system: textAt(record, 'class_system'), code: 'plan' }] }, value: textAt(benefit, 'plan') },
    ],
  }
}

function pick(record: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name) => [name, textAt(record, 'benefit_type', name)]))
}
