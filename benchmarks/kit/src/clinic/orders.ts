import type { JsonObject } from '@carebench/protocol'
import type { SolutionCall } from '../task.js'
import { dayFromToday } from './dates.js'
import { type PayerKey, payers, procedureSystemFor, type Service, type Side } from './payer-rules.js'
import type { Clinician } from './people.js'
import { type Person, type Resource, toSubject } from './people.js'

/** A diagnosis of the chart. */
export interface Problem {
  readonly id: string
  readonly text: string
  readonly code: string
  readonly resolved: boolean
}

/** An order of the chart that may need authorization. */
export interface Order {
  readonly id: string
  readonly taskId: string
  readonly service: Service
  readonly side: Side | null
  readonly problem: Problem
  readonly clinician: Clinician
  readonly age: number
  readonly serviceDate: string
  readonly urgent: boolean
  readonly units: number
  /** Whether the order was withdrawn in the chart long ago, and so has no open work item. */
  readonly revoked: boolean
}

export function conditionResource({ id, text, code, resolved }: Problem, person: Person): Resource {
  const state = resolved ? 'resolved' : 'active'
  return {
    resourceType: 'Condition',
    id,
    clinicalStatus: { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-clinical', code: state }] },
    verificationStatus: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/condition-ver-status', code: 'confirmed' }],
    },
    category: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/condition-category',
            code: 'problem-list-item',
            display: 'Problem List Item',
          },
        ],
      },
    ],
    code: { coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code, display: text }], text },
    subject: toSubject(person),
  }
}

export function orderResource(order: Order, person: Person): Resource {
  const { service, side, clinician, problem, units } = order
  return {
    resourceType: 'ServiceRequest',
    id: order.id,
    status: order.revoked ? 'revoked' : 'active',
    intent: 'order',
    priority: order.urgent ? 'urgent' : 'routine',
    code: { coding: [{ system: procedureSystemFor(service.code), code: service.code }], text: service.text },
    subject: toSubject(person),
    ...(units !== 1 && { quantityQuantity: { value: units } }),
    occurrenceDateTime: order.serviceDate,
    authoredOn: dayFromToday(-order.age),
    requester: { reference: `Practitioner/${clinician.id}`, display: clinician.name },
    reasonReference: [{ reference: `Condition/${problem.id}`, display: problem.text }],
    bodySite: [{ text: side === null ? service.region : `${side} ${service.region}` }],
  }
}

/** Asks the requirements service about an order, by default with the order of the chart as the draft. */
export function askRequirements(
  payer: PayerKey,
  order: Order,
  person: Person,
  draft: JsonObject = { ...orderResource(order, person), status: 'draft' },
): SolutionCall {
  return {
    method: 'POST',
    path: `cds/cds-services/${payers[payer].service}`,
    body: {
      hook: 'order-sign',
      hookInstance: '6c0f9a54-7a70-4c1e-9d3b-51f4b0a6a7d1',
      context: {
        userId: `Practitioner/${order.clinician.id}`,
        patientId: person.id,
        draftOrders: {
          resourceType: 'Bundle',
          type: 'collection',
          entry: [{ resource: draft }],
        },
      },
    },
  }
}
