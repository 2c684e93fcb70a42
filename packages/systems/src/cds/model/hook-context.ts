import type { JsonObject } from '@carebench/protocol'
import { type TProperties, type TSchema, Type } from 'typebox'
import type { Hook } from './hook.js'

const fhirId = '[A-Za-z0-9\\-.]{1,64}'
const resourceType = '[A-Z][A-Za-z]{1,63}'

/** The id of a resource, without its type. */
export const idSchema = Type.String({ pattern: `^${fhirId}$`, description: 'An id without the resource type.' })

const reference = Type.String({ pattern: `^${resourceType}/${fhirId}$` })
const patient = { patientId: idSchema, encounterId: Type.Optional(idSchema) }
const encounter = { patientId: idSchema, encounterId: idSchema }
const clinician = { userId: defineUser('Practitioner', 'PractitionerRole') }
const anybody = { userId: defineUser('Practitioner', 'PractitionerRole', 'Patient', 'RelatedPerson') }
const draftOrders = defineBundle(Type.Object({ resourceType: Type.String({ pattern: `^${resourceType}$` }) }))

/** The context of each hook in the CDS Hooks library. Other members are ignored. */
export const hookContexts: Readonly<Record<Hook, TProperties>> = {
  'patient-view': { ...anybody, ...patient },
  'order-select': { ...clinician, ...patient, selections: Type.Array(reference, { minItems: 1 }), draftOrders },
  'order-sign': { ...clinician, ...patient, draftOrders },
  'order-dispatch': {
    patientId: idSchema,
    dispatchedOrders: Type.Array(reference, { minItems: 1 }),
    performer: reference,
    fulfillmentTasks: Type.Optional(Type.Array(defineResource('Task'))),
  },
  'appointment-book': {
    ...anybody,
    ...patient,
    appointments: defineBundle(defineResource('Appointment', { status: Type.Literal('proposed') })),
  },
  'encounter-start': { ...clinician, ...encounter },
  'encounter-discharge': { ...clinician, ...encounter },
  'allergyintolerance-create': {
    userId: defineUser('Practitioner'),
    ...patient,
    allergyIntolerance: defineResource('AllergyIntolerance'),
  },
  'problem-list-item-create': { ...clinician, ...patient, conditions: defineBundle(defineResource('Condition')) },
  'medication-refill': {
    userId: Type.Optional(clinician.userId),
    ...patient,
    medications: defineBundle(
      defineResource('MedicationRequest', { status: Type.Literal('draft'), intent: Type.Literal('order') }),
    ),
  },
}

/** Returns a context that every hook accepts; all its resources have the same id. */
export function anyContext(id: string): JsonObject {
  const subject = { reference: `Patient/${id}` }
  const order = `ServiceRequest/${id}`
  const bundle = (resource: JsonObject) => ({ resourceType: 'Bundle', type: 'collection', entry: [{ resource }] })
  return {
    userId: `Practitioner/${id}`,
    patientId: id,
    encounterId: id,
    selections: [order],
    draftOrders: bundle({ resourceType: 'ServiceRequest', id }),
    dispatchedOrders: [order],
    performer: `Practitioner/${id}`,
    appointments: bundle({ resourceType: 'Appointment', id, status: 'proposed' }),
    allergyIntolerance: { resourceType: 'AllergyIntolerance', id, patient: subject },
    conditions: bundle({ resourceType: 'Condition', id, subject }),
    medications: bundle({ resourceType: 'MedicationRequest', id, status: 'draft', intent: 'order', subject }),
  }
}

function defineUser(...types: readonly string[]) {
  return Type.String({ pattern: `^(?:${types.join('|')})/${fhirId}$` })
}

function defineResource(type: string, more: TProperties = {}) {
  return Type.Object({ resourceType: Type.Literal(type), ...more })
}

function defineBundle(resource: TSchema) {
  return Type.Object({
    resourceType: Type.Literal('Bundle'),
    entry: Type.Optional(Type.Array(Type.Object({ resource }))),
  })
}
