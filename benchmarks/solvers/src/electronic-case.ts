import type { FhirJson, JsonObject, JsonValue, PortalSystem } from '@carebench/client'
import type { DeskPayer } from './authorization-handbook.js'
import type { OrderCase } from './authorization-order.js'
import { readId, writeReference } from './chart.js'
import { at, needed, objectsAt, textAt } from './json.js'

const outcomeSystem = 'https://carebench.example.org/authorization-outcome'
export const numberSystem = 'https://carebench.example.org/authorization-number'

/** The outcome of an order, with the data that the handbook wants recorded with it. */
export interface ElectronicOutcome {
  readonly outcome: keyof typeof statusOf
  readonly authNumber?: string | undefined
  readonly restriction?: JsonObject
  /** The missing document or answer, as a coding. */
  readonly missing?: readonly [system: string, code: string]
}

/** The status of the work item for each outcome. */
const statusOf = {
  'not-required': 'completed',
  satisfied: 'completed',
  approved: 'completed',
  reduced: 'completed',
  pended: 'in-progress',
  appealed: 'in-progress',
  'peer-to-peer': 'in-progress',
  'missing-answer': 'on-hold',
  'missing-document': 'on-hold',
} as const

/** An order with its work item, its payer, and the handbook's page on electronic authorizations. */
export interface ElectronicCase extends OrderCase {
  readonly item: FhirJson
  readonly policy: FhirJson
  readonly payer: DeskPayer
  readonly portal: PortalSystem
  readonly page: string
}

/**
 * Posts JSON to an electronic interface of the payer. `path` is below the group `payer`, with the payer's key if any.
 */
export async function callPayer(
  { session, payer }: ElectronicCase,
  path: string,
  body: JsonValue,
): Promise<JsonObject> {
  const [, key] = payer.portal.split('@')
  const group = key === undefined ? 'payer' : `payer@${key}`
  return (await session.system(group).request('POST', path, body)) as JsonObject
}

/** Writes an outcome on the order and the work item, by section 7 of `electronic-authorizations.txt`. */
export async function recordElectronic(
  { session, order, item }: ElectronicCase,
  { outcome, authNumber, restriction, missing }: ElectronicOutcome,
  extension?: JsonValue,
): Promise<void> {
  const number = authNumber === undefined ? [] : [{ system: numberSystem, value: authNumber }]
  await session.fhir.patch('ServiceRequest', readId(order), [
    ...(extension === undefined ? [] : [{ op: 'add', path: '/extension', value: extension }]),
    ...(number.length === 0 ? [] : [{ op: 'add', path: '/identifier', value: number }]),
  ])
  await session.fhir.patch('Task', readId(item), [
    { op: 'replace', path: '/status', value: statusOf[outcome] },
    { op: 'add', path: '/businessStatus', value: concept(outcomeSystem, outcome) },
    ...(restriction === undefined ? [] : [{ op: 'add', path: '/restriction', value: restriction }]),
    ...(missing === undefined ? [] : [{ op: 'add', path: '/statusReason', value: concept(...missing) }]),
  ])
}

export function concept(system: string, code: string): JsonObject {
  return { coding: [{ system, code }] }
}

/** Asks the payer for the coverage information of the order (CRD), by section 2. */
export async function askCoverage(work: ElectronicCase) {
  const { order, patient } = work
  const requester = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const [coding] = objectsAt(order, 'code', 'coding')
  const draft = {
    resourceType: 'ServiceRequest',
    id: readId(order),
    status: 'draft',
    intent: 'order',
    subject: { reference: writeReference(patient) },
    code: { coding: [{ system: textAt(coding, 'system') ?? '', code: work.procedureCode }] },
    occurrenceDateTime: textAt(order, 'occurrenceDateTime') ?? '',
    requester: { reference: requester },
  }
  const draftOrders = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: draft }] }
  const context = { userId: requester, patientId: readId(patient), draftOrders }
  const hook = { hook: 'order-sign', hookInstance: crypto.randomUUID(), context }
  const answer = await callPayer(work, 'cds-services/order-sign-crd', hook)
  const extension = needed(at(answer, 'systemActions', 0, 'resource', 'extension'), 'what the payer says')
  const parts = objectsAt(extension, 0, 'extension')
  const part = (url: string) => parts.find((one) => one.url === url)
  return {
    extension,
    needs: textAt(part('pa-needed'), 'valueCode'),
    satisfied: textAt(part('satisfied-pa-id'), 'valueString'),
    questionnaire: textAt(part('questionnaire'), 'valueCanonical'),
    context: textAt(part('coverage-assertion-id'), 'valueString') ?? '',
  }
}

/** The coverage information of an order. */
export type CoverageSaid = Awaited<ReturnType<typeof askCoverage>>

/** Returns a resource with its type, its id and these members; a missing member is null. */
export function pick(resource: FhirJson, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(['resourceType', 'id', ...members].map((member) => [member, at(resource, member) ?? null]))
}
