import type { JsonObject, JsonValue } from '@carebench/protocol'
import { requestUrls as urls } from '../clinic/electronic-handbook.js'
import type { Order } from '../clinic/orders.js'
import { type PayerKey, payers, procedureSystemOf } from '../clinic/payer-rules.js'
import { type Person, patientResource } from '../clinic/people.js'
import { coverageResource, type Policy } from '../clinic/policies.js'
import { startsAt, today } from '../clinic/today.js'

// The request for prior authorization by the electronic interface of a payer, as the handbook has it, and what of it
// is judged: nothing may be in it but that.

/** What a request is about. */
export interface PasRequest {
  readonly person: Person
  readonly policy: Policy
  readonly order: Order
  /** The authorization that the request extends. */
  readonly extended?: string | undefined
  /** Other members of the Claim, for mistakes. */
  readonly changes?: JsonObject
}

/** The group of a payer's electronic interfaces. */
export function payerPath(payer: PayerKey): string {
  return payer === 'portal' ? 'payer' : `payer@${payer}`
}

function conceptOf(system: string, code: string): JsonObject {
  return { coding: [{ system, code }] }
}

/** The code of X12 for how urgent a request is. */
export function levelOf({ urgent }: Order): string {
  return urgent ? 'U' : 'E'
}

/** What a request has besides the Claim, each with the members of the handbook. */
function partiesOf({ person, policy, order }: PasRequest): readonly JsonObject[] {
  const { organization, name } = payers[policy.payer]
  const { id, name: names, birthDate } = patientResource(person)
  const { status, subscriberId, beneficiary, payor } = coverageResource(policy, person)
  const { clinician } = order
  return [
    { resourceType: 'Patient', id, name: names ?? null, birthDate: birthDate ?? null },
    {
      resourceType: 'Coverage',
      id: policy.id,
      status: status ?? null,
      subscriberId: subscriberId ?? null,
      beneficiary: beneficiary ?? null,
      payor: payor ?? null,
    },
    { resourceType: 'Organization', id: organization, name },
    { resourceType: 'Practitioner', id: clinician.id, identifier: [{ system: urls.npi, value: clinician.npi }] },
  ]
}

function claimOf({ person, policy, order, extended, changes }: PasRequest): JsonObject {
  const { taskId, service, problem, clinician, serviceDate, units } = order
  return {
    resourceType: 'Claim',
    id: taskId,
    identifier: [{ system: urls.requests, value: taskId }],
    extension: [
      { url: urls.level, valueCodeableConcept: conceptOf(urls.levels, levelOf(order)) },
      ...(extended === undefined
        ? []
        : [
            { url: urls.certification, valueCodeableConcept: conceptOf(urls.certifications, '4') },
            { url: urls.authorizationNumber, valueString: extended },
          ]),
    ],
    status: 'active',
    use: 'preauthorization',
    created: startsAt,
    type: conceptOf(urls.claimTypes, 'professional'),
    priority: conceptOf(urls.priorities, 'normal'),
    patient: { reference: `Patient/${person.id}` },
    provider: { reference: `Practitioner/${clinician.id}` },
    insurer: { reference: `Organization/${payers[policy.payer].organization}` },
    insurance: [{ sequence: 1, focal: true, coverage: { reference: `Coverage/${policy.id}` } }],
    diagnosis: [{ sequence: 1, diagnosisCodeableConcept: conceptOf(urls.diagnoses, problem.code) }],
    item: [
      {
        sequence: 1,
        productOrService: conceptOf(procedureSystemOf(service.code), service.code),
        servicedDate: serviceDate,
        quantity: { value: units },
      },
    ],
    ...changes,
  }
}

/** The request as the handbook has it. */
export function pasBundle(request: PasRequest): JsonObject {
  const entry = [claimOf(request), ...partiesOf(request)].map((resource) => ({
    fullUrl: `https://carebench.example.org/fhir/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const identifier = { system: urls.requests, value: request.order.taskId }
  return { resourceType: 'Bundle', type: 'collection', timestamp: startsAt, identifier, entry }
}

/** The same by somebody who sends parties in another order, with all that the chart has of patient and coverage. */
export function otherPasBundle(request: PasRequest): JsonObject {
  const { person, policy } = request
  const { entry, ...bundle } = pasBundle(request)
  const [claim, , , ...others] = entry as readonly { readonly fullUrl: string; readonly resource: JsonObject }[]
  const whole = [coverageResource(policy, person), patientResource(person)].map((resource) => ({
    fullUrl: `https://alder-creek.example.org/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const time = '2026-03-02T08:05:00.250-06:00'
  const own = claim && { ...claim, resource: { ...claim.resource, created: today } }
  return { ...bundle, timestamp: time, entry: [...(own === undefined ? [] : [own]), ...others.toReversed(), ...whole] }
}

/** An instant of the day of the work, or that day. */
const time = { $regex: `${today}(T[0-9:.]+(Z|[+-][0-9:]{5}))?` }

/** Accepts a request that says this, and nothing besides. */
export function sentRequest(request: PasRequest): JsonObject {
  const { order, policy, person } = request
  const { organization } = payers[policy.payer]
  const identifier = only({ system: urls.requests, value: order.taskId })
  const claim = claimOf(request)
  const [item] = claim.item as readonly JsonObject[]
  const judged = only({
    ...exact(claim),
    extension: { $every: { $any: (claim.extension as readonly JsonObject[]).map((one) => ({ $eq: one })) } },
    identifier: { $every: identifier },
    created: time,
    patient: referenceTo(`Patient/${person.id}`),
    provider: referenceTo(`Practitioner/${order.clinician.id}`),
    insurer: referenceTo(`Organization/${organization}`),
    insurance: { $every: only({ sequence: 1, focal: true, coverage: referenceTo(`Coverage/${policy.id}`) }) },
    item: { $every: only({ ...exact(item ?? {}), quantity: only({ value: order.units }) }) },
  })
  const whole = [patientResource(person), coverageResource(policy, person)]
  const parties = [...partiesOf(request), ...whole].map((resource) => entryOf(resource, only(exact(resource))))
  return only({
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: time,
    identifier,
    entry: { $all: [{ $size: 5 }, { $every: { $any: [entryOf(claim, judged), ...parties] } }] },
  })
}

/** Accepts these members, or fewer. */
function only(members: JsonObject): JsonObject {
  return { $members: members }
}

function entryOf({ resourceType, id }: JsonObject, resource: JsonObject): JsonObject {
  return only({ fullUrl: { $regex: `https?://[a-z0-9.-]{1,60}/(fhir/)?${resourceType}/${id}` }, resource })
}

function exact(resource: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(resource).map(([name, value]): [string, JsonValue] => [name, { $eq: value ?? null }]),
  )
}

function referenceTo(reference: string): JsonObject {
  return only({
    reference: { $regex: `(https?://[a-z0-9.-]{1,60}/(fhir/)?)?${reference}` },
    type: reference.split('/')[0] ?? '',
  })
}
