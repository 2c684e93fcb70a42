import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol'
import { dayFromToday } from '../clinic/dates.js'
import { requestUrls as urls } from '../clinic/electronic-codes.js'
import type { Order } from '../clinic/orders.js'
import { type PayerKey, payers, procedureSystemFor } from '../clinic/payer-rules.js'
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
  /** The approved request that it changes. */
  readonly lines?: RequestLines | undefined
  /** The form that goes with it, and what is accepted as that. */
  readonly form?: { readonly sent: JsonObject; readonly judged: JsonObject } | undefined
  /** Other members of the Claim, for mistakes. */
  readonly changes?: JsonObject
}

/** An approved request: of its two services one stays, one is taken back. */
export interface RequestLines {
  readonly claimId: string
  /** Its services, in their order. */
  readonly services: readonly Order[]
  readonly kept: Order
  readonly dropped: Order
}

/** The group of a payer's electronic interfaces. */
export function payerPath(payer: PayerKey): string {
  return payer === 'portal' ? 'payer' : `payer@${payer}`
}

function concept(system: string, code: string): JsonObject {
  return { coding: [{ system, code }] }
}

/** The code of X12 for how urgent a request is. */
export function levelFor({ urgent }: Order): string {
  return urgent ? 'U' : 'E'
}

/** What a request has besides the Claim, each with the members of the handbook. */
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

/** What a Claim about some orders has in any case. */
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

/** The items of a request that changes: one as it was, one taken back, one added. */
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

/** The Claim of the request that is changed, as the chart has it. */
export function earlierClaim(request: PasRequest, { claimId, services, kept }: RequestLines): JsonObject {
  return {
    ...makeCommon(request, claimId, dayFromToday(-40), services),
    extension: [levelExtension(kept)],
    item: services.map((one, index) => makeItem(one, index + 1)),
  }
}

/** The Bundle by which it was requested. */
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

/** The request as the handbook has it. */
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

/** An instant of the day of the work, or that day. */
export const time = { $regex: `${today}(T[0-9:.]+(Z|[+-][0-9:]{5}))?` }

/** Accepts a request that says this, and nothing besides. */
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

/** Accepts a list that has as many elements, each one of these. */
export function listed(elements: readonly JsonObject[]): JsonObject {
  return { $all: [{ $size: elements.length }, { $every: { $any: [...elements] } }] }
}

/** Accepts these members, or fewer. */
export function only(members: JsonObject): JsonObject {
  return { $members: members }
}

function entryWith({ resourceType, id }: JsonObject, resource: JsonObject): JsonObject {
  return only({ fullUrl: { $regex: `https?://[a-z0-9.-]{1,60}/(fhir/)?${resourceType}/${id}` }, resource })
}

/** Members with these values: references may be absolute, displays missing, extensions in any order. */
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
