import type { JsonObject, JsonValue } from '@carebench/protocol'
import { show } from '../../../json-shape.js'
import { type ElectronicAnswer, refuse } from '../electronic-call.js'
import {
  codingsOf,
  dayIn,
  findServiceCoding,
  listOf,
  objectsIn,
  type ReadCoding,
  textAt,
  valueAt,
} from '../fhir/element.js'
import { placeIn } from '../fhir/place-of-service.js'
import { isQuantity, quantityRange } from '../fhir/quantity.js'
import { providerOf, type ReadProvider, type ResourcePool, tailOf } from '../fhir/resource-pool.js'

/** The types of resources about which a payer asserts its coverage. */
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

/** An order, as a payer reads it. */
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

/** Reads an order. */
export function readOrder(resource: JsonObject, pool: ResourcePool): ReadOrder {
  const codings = codedBy(resource, pool)
  const reasons = [
    ...listOf(resource.reasonCode),
    ...listOf(resource.reasonReference).map((one) => pool.resolve(one)?.code),
  ]
  const diagnosed = reasons.flatMap((reason) => codingsOf(reason))
  const icd = diagnosed.filter(({ system = '' }) => icd10.test(system))
  const { performer: named } = resource
  const performers = [
    ...(Array.isArray(named) ? listOf(named) : [named]),
    ...objectsIn(resource.participant).map(({ actor }) => actor),
  ]
  return {
    resource,
    reference: `${resource.resourceType}/${resource.id}`,
    code: findServiceCoding(codings),
    units: unitsOf(resource),
    serviceDate: dateOf(resource),
    diagnoses: [...new Set((icd.length > 0 ? icd : diagnosed).map(({ code }) => code))],
    requester: providerOf(resource.requester ?? resource.orderer ?? resource.prescriber, pool),
    performer: performers.flatMap((one) => providerOf(one, pool) ?? [])[0],
    placeOfService: placeIn(listOf(resource.locationCode)) ?? null,
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
    ...listOf(resource.serviceType),
    ...listOf(valueAt(oralDiet, 'type')),
    ...objectsIn(supplement).map(({ type }) => type),
    ...listOf(resource.type),
    ...listOf(resource.category),
  ]
  return concepts.flatMap((concept) => codingsOf(concept))
}

/** Where orders have their quantity; the first counts. */
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

function unitsOf(resource: JsonObject): number {
  const { value } = quantityIn(resource)
  return isQuantity(value) ? value : 1
}

/** Refuses orders of which one has a quantity that a payer does not take. */
export function refuseQuantities(orders: readonly ReadOrder[]): ElectronicAnswer | undefined {
  for (const { resource, reference } of orders) {
    const { path, value } = quantityIn(resource)
    if (value === undefined || isQuantity(value)) continue
    const place = [String(resource.resourceType), ...path].join('.')
    return refuse(400, 'value', `${place} of ${reference} must be ${quantityRange}, got ${show(value)}.`, place)
  }
  return undefined
}

/** Refuses resources of which one is of another patient. */
export function refuseForeign(
  resources: readonly JsonObject[],
  patientId: string,
  place: string,
): ElectronicAnswer | undefined {
  for (const { resourceType, id, subject, patient } of resources) {
    const named = tailOf(textAt(subject, 'reference') ?? textAt(patient, 'reference'))
    if (named === undefined || patientId === '' || named === `Patient/${patientId}`) continue
    return refuse(422, 'invariant', `${resourceType}/${id} is for another patient than ${place}, ${patientId}.`, place)
  }
  return undefined
}

function dateOf(resource: JsonObject): string | undefined {
  const { occurrenceDateTime, occurrencePeriod, occurrenceTiming, start } = resource
  return (
    dayIn(occurrenceDateTime) ??
    dayIn(valueAt(occurrencePeriod, 'start')) ??
    dayIn(valueAt(occurrenceTiming, 'repeat', 'boundsPeriod', 'start')) ??
    dayIn(start)
  )
}
