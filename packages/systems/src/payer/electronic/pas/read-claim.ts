import type { JsonObject } from '@carebench/protocol'
import type { PriorAuth } from '../../model/prior-auth-row.js'
import {
  dayIn,
  extensionCode,
  findServiceCoding,
  listExtensions,
  objectsIn,
  readCodings,
  readList,
  readMemberId,
  readName,
  textAt,
  valueAt,
} from '../fhir/element.js'
import { placeIn } from '../fhir/place-of-service.js'
import { isQuantity } from '../fhir/quantity.js'
import { type ReadProvider, readProvider } from '../fhir/resource-pool.js'
import { pasExtensions, pasUrl } from '../fhir/urls.js'
import { type ClaimBundle, cancelledUrl, isPrior } from './request-bundle.js'

/** A service of a Claim. */
export interface ClaimItem {
  readonly sequence: number
  readonly code: string
  readonly system: string | null
  readonly units: number
  /** X12 1322: I for initial, 3 to cancel. */
  readonly certification: string | null
  readonly change: string | null
  readonly isCancelled: boolean
  readonly serviceDate: string | undefined
  /** The item itself, of which the response repeats parts. */
  readonly element: JsonObject
}

/** The parts of a Claim that a payer reads. */
export interface ReadClaim {
  readonly memberId: string | undefined
  readonly patientName: string | undefined
  readonly birthDate: string | undefined
  /** The requesting provider. */
  readonly provider: ReadProvider | undefined
  /** The performer of the services, if the Claim or one of its orders names one. */
  readonly performer: ReadProvider | undefined
  readonly items: readonly ClaimItem[]
  readonly diagnoses: readonly string[]
  /** The day of the first service, and of services without their own. */
  readonly serviceDate: string | undefined
  readonly urgency: PriorAuth['urgency']
  /** The place of service of the first item that has one. */
  readonly placeOfService: string | null
  readonly levelOfService: string | null
  readonly certification: string | null
  /** The number of the authorization that the request extends, renews or appeals. */
  readonly previousNumber: string | null
  readonly notes: string | null
  /** The Claim that this one updates; undefined for a new request. */
  readonly predecessor: JsonObject | undefined
}

/** Reads a Claim and the resources that it refers to. */
export function readClaim(request: ClaimBundle): ReadClaim {
  const { claim } = request
  const patient = request.resolve(claim.patient)
  const [insurance] = objectsIn(claim.insurance).filter(({ focal }) => focal === true)
  const coverage = request.resolve(insurance?.coverage)
  const items = readItems(claim)
  const level = extensionCode(claim, `${pasUrl}extension-levelOfServiceCode`) ?? null
  const priority = readCodings(claim.priority)[0]?.code
  const own = items.flatMap(({ serviceDate, isCancelled }) => (isCancelled ? [] : (serviceDate ?? [])))
  return {
    memberId: readMemberId(coverage) ?? readMemberId(patient),
    patientName: readName(patient),
    birthDate: dayIn(patient?.birthDate),
    provider: readProvider(claim.provider, request),
    performer: findPerformer(request),
    items,
    diagnoses: readDiagnoses(request),
    serviceDate: own[0] ?? readEventDate(claim) ?? readOrderDate(request),
    placeOfService: placeIn(items.map(({ element }) => element.locationCodeableConcept)) ?? null,
    urgency: level === 'U' || level === '03' || priority === 'stat' ? 'expedited' : 'standard',
    levelOfService: level,
    certification: extensionCode(claim, pasExtensions.certificationType) ?? null,
    previousNumber: numberIn([claim, ...items.map(({ element }) => element)]) ?? null,
    notes: readNotes(claim),
    predecessor: findPredecessor(request),
  }
}

/** X12 1322: renewals, extensions, appeals and reconsiderations of an authorization. */
const furtherTypes = ['R', '4', '1', '2', 'N']

/** Whether a Claim, or one of its items, renews, extends or appeals an authorization. */
export function asksAgain({ certification, items }: ReadClaim): boolean {
  const isFurther = (type: string | null) => type !== null && furtherTypes.includes(type)
  return isFurther(certification) || items.some((item) => isFurther(item.certification))
}

/** Returns the services of a Claim that are not cancelled, in the members of a portal row. */
export function portalServices(
  { items, serviceDate: first }: ReadClaim,
  today: string,
): Pick<PriorAuth, 'procedure_code' | 'units' | 'additional_services'> & { readonly service_date: string } {
  const active = items.filter(({ isCancelled }) => !isCancelled)
  const [principal, ...others] = active
  const day = principal?.serviceDate ?? first ?? today
  return {
    procedure_code: principal?.code ?? '',
    units: principal?.units ?? 1,
    additional_services: others.map(({ code, units, serviceDate: own = day }) => ({
      procedure_code: code,
      units,
      ...(own !== day && { service_date: own }),
    })),
    service_date: day,
  }
}

/** A cache: sent Claims never change. */
const itemsRead = new WeakMap<JsonObject, readonly ClaimItem[]>()

/** Reads the services of a Claim. */
export function readItems(claim: JsonObject): readonly ClaimItem[] {
  let items = itemsRead.get(claim)
  if (items === undefined) {
    items = objectsIn(claim.item).map(readItem)
    itemsRead.set(claim, items)
  }
  return items
}

function readItem(item: JsonObject): ClaimItem {
  const coding = findServiceCoding(readCodings(item.productOrService))
  const quantity = valueAt(item, 'quantity', 'value')
  const isCancelled = objectsIn(item.modifierExtension).some(
    ({ url, valueBoolean }) => url === cancelledUrl && valueBoolean === true,
  )
  const [changed] = listExtensions(item, pasExtensions.infoChanged)
  return {
    sequence: Number(item.sequence),
    code: coding?.code ?? textAt(item, 'productOrService', 'text') ?? '',
    system: coding?.system ?? null,
    units: isQuantity(quantity) ? quantity : 1,
    certification: extensionCode(item, pasExtensions.certificationType) ?? null,
    change: textAt(changed, 'valueCode') ?? null,
    isCancelled,
    serviceDate: dayIn(item.servicedDate) ?? dayIn(valueAt(item, 'servicedPeriod', 'start')),
    element: item,
  }
}

/** X12 98: the roles in a care team that do not perform services: ordering, referring, supervising, primary care. */
const othersOfTeam = ['DK', 'DN', 'DQ', 'P3']

function findPerformer(request: ClaimBundle): ReadProvider | undefined {
  const { claim } = request
  const team = objectsIn(claim.careTeam).filter(
    ({ role }) => !readCodings(role).some(({ code }) => othersOfTeam.includes(code)),
  )
  const ordered = requestedServices(request).flatMap(({ performer }) => readList(performer))
  return [...team.map(({ provider }) => provider), ...ordered].flatMap((one) => readProvider(one, request) ?? [])[0]
}

/** Returns the orders whose services a Claim requests. */
function requestedServices({ claim, resolve }: ClaimBundle): readonly JsonObject[] {
  const references = objectsIn(claim.item).flatMap((item) => listExtensions(item, pasExtensions.requestedService))
  return references.flatMap(({ valueReference }): JsonObject[] => {
    const order = resolve(valueReference)
    return order === undefined ? [] : [order]
  })
}

function readDiagnoses({ claim, resolve }: ClaimBundle): readonly string[] {
  const codes = objectsIn(claim.diagnosis).flatMap(({ diagnosisCodeableConcept, diagnosisReference }) => {
    const concept = diagnosisCodeableConcept ?? resolve(diagnosisReference)?.code
    const codings = readCodings(concept)
    const icd = codings.find(({ system = '' }) => system.includes('icd-10')) ?? codings[0]
    return icd === undefined ? [] : [dotted(icd.code)]
  })
  return [...new Set(codes)]
}

/** Returns an ICD-10-CM code with its dot, which X12 omits. */
function dotted(code: string): string {
  return /^[A-Z]\d[0-9A-Z]{2,5}$/.test(code) ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}

function readEventDate(claim: JsonObject): string | undefined {
  const dates = objectsIn(claim.supportingInfo).filter(({ category }) =>
    readCodings(category).some(({ code }) => code === 'patientEvent' || code === 'admissionDates'),
  )
  return dates.flatMap((one) => dayIn(one.timingDate) ?? dayIn(valueAt(one, 'timingPeriod', 'start')) ?? [])[0]
}

function readOrderDate(request: ClaimBundle): string | undefined {
  return requestedServices(request).flatMap(
    (order) => dayIn(order.occurrenceDateTime) ?? dayIn(valueAt(order, 'occurrencePeriod', 'start')) ?? [],
  )[0]
}

function numberIn(elements: readonly JsonObject[]): string | undefined {
  const numbers = elements.flatMap((one) => listExtensions(one, pasExtensions.authorizationNumber))
  return numbers.flatMap(({ valueString }) => (typeof valueString === 'string' ? valueString : []))[0]
}

function readNotes(claim: JsonObject): string | null {
  const messages = objectsIn(claim.supportingInfo).flatMap((one) => textAt(one, 'valueString') ?? [])
  return messages.length === 0 ? null : messages.join('\n').slice(0, 20_000)
}

function findPredecessor({ claim, resolve }: ClaimBundle): JsonObject | undefined {
  const prior = objectsIn(claim.related).find(({ relationship }) => isPrior(relationship))
  const found = resolve(prior?.claim)
  return found?.resourceType === 'Claim' ? found : undefined
}
