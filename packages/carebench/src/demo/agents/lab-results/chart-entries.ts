import type { FhirJson } from '@carebench/client'
import type { JsonObject } from '@carebench/protocol'
import { referenceOf } from '../chart.js'
import { textAt } from '../json-member.js'
import type { Assignment } from './assignment.js'
import type { LaboratoryMessage } from './laboratory-message.js'

/** The result of a message, based on its order. */
export function observationOf({ codes }: Assignment, message: LaboratoryMessage, order: JsonObject): FhirJson {
  return {
    resourceType: 'Observation',
    status: 'final',
    basedOn: [{ reference: referenceOf(order) }],
    code: { coding: [{ system: textAt(codes, 'system'), code: message.code, display: message.text }] },
    subject: { reference: textAt(order, 'subject', 'reference') },
    effectiveDateTime: message.collectedAt,
    valueQuantity: quantity(codes, Number(message.value), message.unit),
    ...(message.flag !== '' && { interpretation: interpretation(codes, message.flag) }),
  }
}

/** A value with its unit. */
export function quantity(codes: JsonObject, value: number, unit: string): JsonObject {
  return { value, unit, system: textAt(codes, 'unit_system'), code: unit }
}

/** The flag of a laboratory. */
export function interpretation(codes: JsonObject, flag: string): JsonObject[] {
  return [{ coding: [{ system: textAt(codes, 'interpretation_system'), code: flag }] }]
}

/** The message to the clinician whose order has a critical result. */
export function criticalMessage({ text, value, unit }: LaboratoryMessage, order: JsonObject): FhirJson {
  return {
    resourceType: 'Communication',
    status: 'completed',
    priority: 'stat',
    basedOn: [{ reference: referenceOf(order) }],
    subject: { reference: textAt(order, 'subject', 'reference') },
    recipient: [{ reference: textAt(order, 'requester', 'reference') }],
    payload: [{ contentString: `Critical result: ${text} ${value} ${unit}` }],
  }
}

/** Converts a mass concentration to another unit. Throws for unknown units. */
export function convert(value: number, from: string, to: string): number {
  if (from === to) return value
  if (from === 'g/L' && to === 'g/dL') return value / 10
  throw new Error(`The conversion from ${from} to ${to} is unknown.`)
}

/** Whether a message is about the patient: by number, name and date of birth. */
export function isAbout(message: LaboratoryMessage, patient: JsonObject): boolean {
  const same = (a: string, b: string) => a.toUpperCase() === b.toUpperCase()
  return (
    message.mrn === textAt(patient, 'identifier', 0, 'value') &&
    same(message.family, textAt(patient, 'name', 0, 'family')) &&
    same(message.given, textAt(patient, 'name', 0, 'given', 0)) &&
    message.birthDate === textAt(patient, 'birthDate')
  )
}
