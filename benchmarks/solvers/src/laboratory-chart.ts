import type { FhirJson, JsonObject, TaskSession } from '@carebench/client'
import { readId, writeReference } from './chart.js'
import type { ResultMessage } from './laboratory-message.js'

/** A message with the patient and the order for which its result is filed. */
export interface LaboratoryResult {
  readonly message: ResultMessage
  readonly patient: FhirJson
  readonly order: FhirJson
}

const readBackCode = 'https://carebench.example.org/read-back'
const interpretationSystem = 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation'

/** Files a result and completes its order, by section 5 of `laboratory.txt`. */
export async function fileResult(session: TaskSession, { message, patient, order }: LaboratoryResult): Promise<void> {
  const { test, collectedAt, value, unit } = message
  await session.fhir.create({
    resourceType: 'Observation',
    status: 'final',
    code: { coding: [{ system: 'http://loinc.org', code: test }] },
    subject: { reference: writeReference(patient) },
    basedOn: [{ reference: writeReference(order) }],
    effectiveDateTime: collectedAt,
    valueQuantity: { value: Number(value), unit, system: 'http://unitsofmeasure.org', code: unit },
    interpretation: [toInterpretation(message)],
  })
  await session.fhir.patch('ServiceRequest', readId(order), [{ op: 'replace', path: '/status', value: 'completed' }])
}

/** Corrects a result in the chart, by section 4, C. */
export async function correctResult(
  session: TaskSession,
  message: ResultMessage,
  observation: FhirJson,
): Promise<void> {
  await session.fhir.patch('Observation', readId(observation), [
    { op: 'replace', path: '/status', value: 'corrected' },
    { op: 'replace', path: '/valueQuantity/value', value: Number(message.value) },
    { op: 'add', path: '/interpretation', value: [toInterpretation(message)] },
  ])
}

/** Records that a clinician has read a critical value back, with the code of the read-back, by section 6, d. */
export async function recordReadBack(
  session: TaskSession,
  { patient, order }: LaboratoryResult,
  clinician: string,
  code: string,
): Promise<void> {
  await session.fhir.create({
    resourceType: 'Communication',
    status: 'completed',
    priority: 'stat',
    subject: { reference: writeReference(patient) },
    basedOn: [{ reference: writeReference(order) }],
    recipient: [{ reference: clinician }],
    identifier: [{ system: readBackCode, value: code }],
  })
}

function toInterpretation({ flag }: ResultMessage): JsonObject {
  return { coding: [{ system: interpretationSystem, code: flag }] }
}
