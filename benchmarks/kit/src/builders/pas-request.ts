import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { dayFromToday } from '../clinic/dates.js'
import { requestUrls as urls } from '../clinic/electronic-codes.js'
import type { Order } from '../clinic/orders.js'
import { type PayerKey, payers, procedureSystemFor } from '../clinic/payer-rules.js'
import { type Person, patientResource } from '../clinic/people.js'
import { coverageResource, type Policy } from '../clinic/policies.js'
import { startsAt, today } from '../clinic/today.js'

// Requests for prior authorization by a payer's electronic interface in the form of the handbook, and the matchers that
// accept them and no other content.

/** The content of a request for prior authorization. */
export interface PasRequest {
  readonly person: Person
  readonly policy: Policy
  readonly order: Order
  /** The authorization that the request extends. */
  readonly extended?: string | undefined
  /** The approved request that it changes. */
  readonly lines?: RequestLines | undefined
  /** The attached form: as it is sent, and the matcher that accepts it. */
  readonly form?: { readonly sent: JsonObject; readonly judged: JsonObject } | undefined
  /** Changed members of the Claim, for counterexamples. */
  readonly changes?: JsonObject
}

/** An approved request with two services. The change keeps one and cancels the other. */
export interface RequestLines {
  readonly claimId: string
  /** The two services, in the order of the items of the request. */
  readonly services: readonly Order[]
  readonly kept: Order
  readonly dropped: Order
}

/** Returns the path of a payer's electronic interfaces. */
export function payerPath(payer: PayerKey): string {
  return payer === 'portal' ? 'payer' : `payer@${payer}`
}

function concept(system: string, code: string): JsonObject {
  return { coding: [{ system, code }] }
}

/** Returns the X12 code for the urgency of a request. */
export function levelFor({ urgent }: Order): string {
  return urgent ? 'U' : 'E'
}

/** Returns the resources of a request besides the Claim, each with the members that the handbook lists. */
export function listParties({ person, policy, order }: PasRequest): readonly JsonObject[] {
  const { organization, name } = payers[policy.payer]
  const { clinician } = order
  return [
    pick(patientResource(person), 'name', 'birthDate'),
    pick(coverageResource(policy, person), 'status', 'subscriberId', 'beneficiary', 'payor'),
    { resourceType: 'Organization', id: organization, name },
    { resourceType: 'Practitioner', id: clinician.id, identifier: [{ system: urls.npi, value: clinician.npi }] },
  ]
}

function pick(resource: JsonObject, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(['resourceType', 'id', ...members].map((name) => [name, resource[name] ?? null]))
}

function makeClaim(request: PasRequest): JsonObject {
  const { order, extended, lines, form, changes } = request
  const { taskId } = order
  return {
    ...makeCommon(request, taskId, startsAt, [...(lines?.services ?? []), order]),
    extension: [
      levelExtension(order),
      ...(extended === undefined
        ? []
        : [certificationExtension('4'), { url: urls.authorizationNumber, valueString: extended }]),
    ],
    ...(lines && {
      related: [{ claim: { reference: `Claim/${lines.claimId}` }, relationship: concept(urls.relations, 'prior') }],
    }),
    ...(form && {
      supportingInfo: [
        {
          sequence: 1,
          category: concept(urls.categories, 'additionalInformation'),
          valueReference: { reference: `QuestionnaireResponse/${taskId}` },
        },
      ],
    }),
    item: lines === undefined ? [makeItem(order, 1)] : changedItems(order, lines),
    ...changes,
  }
}

/** Returns the members that a new Claim and an earlier one have in common. */
function makeCommon(
  { person, policy, order }: PasRequest,
  id: string,
  created: string,
  orders: readonly Order[],
): JsonObject {
  return {
    resourceType: 'Claim',
    id,
    identifier: [{ system: urls.requests, value: id }],
    status: 'active',
    use: 'preauthorization',
    created,
    type: concept(urls.claimTypes, 'professional'),
    priority: concept(urls.priorities, 'normal'),
    patient: { reference: `Patient/${person.id}` },
    provider: { reference: `Practitioner/${order.clinician.id}` },
    insurer: { reference: `Organization/${payers[policy.payer].organization}` },
    insurance: [{ sequence: 1, focal: true, coverage: { reference: `Coverage/${policy.id}` } }],
    diagnosis: orders.map(({ problem }, index) => ({
      sequence: index + 1,
      diagnosisCodeableConcept: concept(urls.diagnoses, problem.code),
    })),
  }
}

function levelExtension(order: Order): JsonObject {
  return { url: urls.level, valueCodeableConcept: concept(urls.levels, levelFor(order)) }
}

function certificationExtension(code: string): JsonObject {
  return { url: urls.certification, valueCodeableConcept: concept(urls.certifications, code) }
}

function makeItem({ service, serviceDate, units }: Order, sequence: number): JsonObject {
  return {
    sequence,
    productOrService: concept(procedureSystemFor(service.code), service.code),
    servicedDate: serviceDate,
    quantity: { value: units },
  }
}

/** Returns the items of a request that changes an earlier one: one unchanged, one canceled, one added. */
export function changedItems(
  order: Order,
  { services, dropped }: Pick<RequestLines, 'services' | 'dropped'>,
): readonly JsonObject[] {
  const changed = (valueCode: string) => ({ url: urls.changed, valueCode })
  return [
    ...services.map((one, index) => ({
      ...makeItem(one, index + 1),
      ...(one === dropped && {
        modifierExtension: [{ url: urls.cancelled, valueBoolean: true }],
        extension: [certificationExtension('3'), changed('changed')],
      }),
    })),
    { ...makeItem(order, services.length + 1), extension: [changed('added')] },
  ]
}

/** Returns the Claim of the earlier request, as it is in the chart. */
export function earlierClaim(request: PasRequest, { claimId, services, kept }: RequestLines): JsonObject {
  return {
    ...makeCommon(request, claimId, dayFromToday(-40), services),
    extension: [levelExtension(kept)],
    item: services.map((one, index) => makeItem(one, index + 1)),
  }
}

/** Returns the Bundle of the earlier request. */
export function earlierBundle(request: PasRequest, lines: RequestLines): JsonObject {
  const identifier = { system: urls.requests, value: lines.claimId }
  return makeBundle(identifier, `${dayFromToday(-40)}T15:00:00.000Z`, [
    earlierClaim(request, lines),
    ...listParties(request),
  ])
}

function makeBundle(identifier: JsonObject, timestamp: string, resources: readonly JsonObject[]): JsonObject {
  const entry = resources.map((resource) => ({
    fullUrl: `https://carebench.example.org/fhir/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  return { resourceType: 'Bundle', type: 'collection', timestamp, identifier, entry }
}

/** Returns the request in the form of the handbook. */
export function pasBundle(request: PasRequest): JsonObject {
  const { order, lines, form } = request
  return makeBundle({ system: urls.requests, value: order.taskId }, startsAt, [
    makeClaim(request),
    ...(lines === undefined ? [] : [earlierClaim(request, lines)]),
    ...listParties(request),
    ...(form === undefined ? [] : [form.sent]),
  ])
}

/**
 * Returns an equivalent Bundle, with the parties in another order and the complete Patient and Coverage of the chart.
 */
export function otherPasBundle(request: PasRequest): JsonObject {
  const { person, policy } = request
  const { entry, ...bundle } = pasBundle(request)
  const [claim, ...all] = entry as readonly { readonly fullUrl: string; readonly resource: JsonObject }[]
  const others = all.filter(({ resource }) => !['Patient', 'Coverage'].includes(String(resource.resourceType)))
  const whole = [coverageResource(policy, person), patientResource(person)].map((resource) => ({
    fullUrl: `https://alder-creek.example.org/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const time = '2026-03-02T08:05:00.250-06:00'
  const own = claim && { ...claim, resource: { ...claim.resource, created: today } }
  return { ...bundle, timestamp: time, entry: [...(own === undefined ? [] : [own]), ...others.toReversed(), ...whole] }
}

/** Accepts today's date, with or without a time. */
export const time = { $regex: `${today}(T[0-9:.]+(Z|[+-][0-9:]{5}))?` }

/** Accepts a request with exactly this content. */
export function sentRequest(request: PasRequest): JsonObject {
  const { order, policy, person } = request
  const { organization } = payers[policy.payer]
  const identifier = only({ system: urls.requests, value: order.taskId })
  const claim = makeClaim(request)
  const items = claim.item as readonly (JsonObject & { readonly quantity: JsonObject })[]
  const judged = only({
    ...exact(claim),
    extension: { $every: { $any: (claim.extension as readonly JsonObject[]).map((one) => ({ $eq: one })) } },
    identifier: { $every: identifier },
    created: time,
    patient: referenceTo(`Patient/${person.id}`),
    provider: referenceTo(`Practitioner/${order.clinician.id}`),
    insurer: referenceTo(`Organization/${organization}`),
    insurance: { $every: only({ sequence: 1, focal: true, coverage: referenceTo(`Coverage/${policy.id}`) }) },
    item: listed(items.map((item) => only({ ...exact(item), quantity: only(item.quantity) }))),
  })
  const whole = [patientResource(person), coverageResource(policy, person)]
  const parties = [...listParties(request), ...whole].map((resource) => entryWith(resource, only(exact(resource))))
  const { lines, form } = request
  const earlier = lines && earlierClaim(request, lines)
  const stored = only({ versionId: { $regex: '[0-9]+' }, lastUpdated: { $regex: '[0-9TZ:.+-]+' } })
  const more = [
    ...(earlier === undefined ? [] : [entryWith(earlier, only({ ...exact(earlier), meta: stored }))]),
    ...(form === undefined ? [] : [entryWith(form.sent, form.judged)]),
  ]
  return only({
    resourceType: 'Bundle',
    type: 'collection',
    timestamp: time,
    identifier,
    entry: {
      $all: [{ $size: 5 + more.length }, { $every: { $any: [entryWith(claim, judged), ...parties, ...more] } }],
    },
  })
}

/** Accepts a list of this length in which each element matches one of these. */
export function listed(elements: readonly JsonObject[]): JsonObject {
  return { $all: [{ $size: elements.length }, { $every: { $any: [...elements] } }] }
}

/** Accepts an object that has no other members than these; each may be missing. */
export function only(members: JsonObject): JsonObject {
  return { $members: members }
}

function entryWith({ resourceType, id }: JsonObject, resource: JsonObject): JsonObject {
  return only({ fullUrl: { $regex: `https?://[a-z0-9.-]{1,60}/(fhir/)?${resourceType}/${id}` }, resource })
}

/**
 * Accepts a resource with exactly these values: references may be absolute, displays missing, and extensions in any
 * order.
 */
export function exact(resource: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(resource).map(([name, value]): [string, JsonValue] => {
      if (/extension$/i.test(name) && Array.isArray(value)) return [name, listed(value.map(equalTo))]
      return [name, equalTo(value ?? null)]
    }),
  )
}

function equalTo(value: JsonValue): JsonObject {
  if (Array.isArray(value) && value.length > 0 && value.every(isReference)) return listed(value.map(equalTo))
  if (isReference(value)) return referenceTo(value.reference, value.display)
  const bare = withoutDisplays(value)
  const hasDisplays = JSON.stringify(bare) !== JSON.stringify(value)
  return hasDisplays ? { $any: [{ $eq: value }, { $eq: bare }] } : { $eq: value }
}

function withoutDisplays(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutDisplays)
  if (!isJsonObject(value)) return value
  const members = Object.entries(value).filter(([name]) => name !== 'display')
  return Object.fromEntries(members.map(([name, member]) => [name, withoutDisplays(member ?? null)]))
}

function isReference(value: JsonValue): value is { readonly reference: string; readonly display?: string } {
  return isJsonObject(value) && typeof value.reference === 'string' && value.identifier === undefined
}

/** Accepts a reference to a resource, relative or absolute. */
export function referenceTo(reference: string, display?: string): JsonObject {
  return only({
    ...(display !== undefined && { display }),
    reference: { $regex: `(https?://[a-z0-9.-]{1,60}/(fhir/)?)?${reference}` },
    type: reference.split('/')[0] ?? '',
  })
}
