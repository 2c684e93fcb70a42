import type { JsonObject, JsonValue } from '@carebench/protocol'
import { show } from '../../../json-shape.js'
import { type ElectronicAnswer, refuse } from '../electronic-call.js'
import {
  dayIn,
  findServiceCoding,
  objectsIn,
  type ReadCoding,
  readCodings,
  readList,
  textAt,
  valueAt,
} from '../fhir/element.js'
import { placeIn } from '../fhir/place-of-service.js'
import { isQuantity, quantityRange } from '../fhir/quantity.js'
import { type ReadProvider, type ResourcePool, readProvider, readReference } from '../fhir/resource-pool.js'

/** The resource types of orders on which a payer asserts coverage. */
export const orderTypes = [
  'ServiceRequest',
  'DeviceRequest',
  'MedicationRequest',
  'NutritionOrder',
  'CommunicationRequest',
  'VisionPrescription',
  'SupplyRequest',
  'Appointment',
  'Encounter',
]

/** The parts of an order that a payer reads. */
export interface ReadOrder {
  readonly resource: JsonObject
  /** `ServiceRequest/1`. */
  readonly reference: string
  /** The code of the service; undefined if the order names none. */
  readonly code: ReadCoding | undefined
  readonly units: number
  readonly serviceDate: string | undefined
  readonly diagnoses: readonly string[]
  readonly requester: ReadProvider | undefined
  readonly performer: ReadProvider | undefined
  readonly isUrgent: boolean
  readonly placeOfService: string | null
}

const icd10 = /icd-10/

/** Reads an order; references are resolved in the pool. */
export function readOrder(resource: JsonObject, pool: ResourcePool): ReadOrder {
  const codings = codedBy(resource, pool)
  const reasons = [
    ...readList(resource.reasonCode),
    ...readList(resource.reasonReference).map((one) => pool.resolve(one)?.code),
  ]
  const diagnosed = reasons.flatMap((reason) => readCodings(reason))
  const icd = diagnosed.filter(({ system = '' }) => icd10.test(system))
  const { performer: named } = resource
  const performers = [
    ...(Array.isArray(named) ? readList(named) : [named]),
    ...objectsIn(resource.participant).map(({ actor }) => actor),
  ]
  return {
    resource,
    reference: `${resource.resourceType}/${resource.id}`,
    code: findServiceCoding(codings),
    units: readUnits(resource),
    serviceDate: readDate(resource),
    diagnoses: [...new Set((icd.length > 0 ? icd : diagnosed).map(({ code }) => code))],
    requester: readProvider(resource.requester ?? resource.orderer ?? resource.prescriber, pool),
    performer: performers.flatMap((one) => readProvider(one, pool) ?? [])[0],
    placeOfService: placeIn(readList(resource.locationCode)) ?? null,
    isUrgent: ['urgent', 'asap', 'stat'].includes(textAt(resource, 'priority') ?? ''),
  }
}

function codedBy(resource: JsonObject, pool: ResourcePool): readonly ReadCoding[] {
  const { code, codeCodeableConcept, medicationCodeableConcept, oralDiet, supplement, itemCodeableConcept } = resource
  const referred = pool.resolve(resource.medicationReference ?? resource.codeReference)
  const concepts: readonly (JsonValue | undefined)[] = [
    code,
    codeCodeableConcept,
    medicationCodeableConcept,
    itemCodeableConcept,
    referred?.code ?? referred?.type,
    ...readList(resource.serviceType),
    ...readList(valueAt(oralDiet, 'type')),
    ...objectsIn(supplement).map(({ type }) => type),
    ...readList(resource.type),
    ...readList(resource.category),
  ]
  return concepts.flatMap((concept) => readCodings(concept))
}

/** The paths of the quantity in orders of the various types; the first present one counts. */
const quantities = [
  ['quantityQuantity', 'value'],
  ['dispenseRequest', 'quantity', 'value'],
  ['quantity', 'value'],
  ['occurrenceTiming', 'repeat', 'count'],
]

function quantityIn(resource: JsonObject) {
  const path = quantities.find((one) => valueAt(resource, ...one) !== undefined) ?? []
  return { path, value: path.length === 0 ? undefined : valueAt(resource, ...path) }
}

function readUnits(resource: JsonObject): number {
  const { value } = quantityIn(resource)
  return isQuantity(value) ? value : 1
}

/** Returns a rejection if an order has an invalid quantity; undefined if none has. */
export function refuseQuantities(orders: readonly ReadOrder[]): ElectronicAnswer | undefined {
  for (const { resource, reference } of orders) {
    const { path, value } = quantityIn(resource)
    if (value === undefined || isQuantity(value)) continue
    const place = [String(resource.resourceType), ...path].join('.')
    return refuse(400, 'value', `${place} of ${reference} must be ${quantityRange}, got ${show(value)}.`, place)
  }
  return undefined
}

/** Returns a rejection if a resource belongs to another patient; undefined if none does. */
export function refuseForeign(
  resources: readonly JsonObject[],
  patientId: string,
  place: string,
): ElectronicAnswer | undefined {
  for (const { resourceType, id, subject, patient } of resources) {
    const named = readReference(textAt(subject, 'reference') ?? textAt(patient, 'reference'))
    if (named === undefined || patientId === '' || named === `Patient/${patientId}`) continue
    return refuse(422, 'invariant', `${resourceType}/${id} is for another patient than ${place}, ${patientId}.`, place)
  }
  return undefined
}

function readDate(resource: JsonObject): string | undefined {
  const { occurrenceDateTime, occurrencePeriod, occurrenceTiming, start } = resource
  return (
    dayIn(occurrenceDateTime) ??
    dayIn(valueAt(occurrencePeriod, 'start')) ??
    dayIn(valueAt(occurrenceTiming, 'repeat', 'boundsPeriod', 'start')) ??
    dayIn(start)
  )
}
