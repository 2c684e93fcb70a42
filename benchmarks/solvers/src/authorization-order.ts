import type { FhirJson, JsonObject, PortalSystem, TaskSession } from '@carebench/client'
import { type DeskPayer, parseDocuments, parsePayers, type WantedDocument } from './authorization-handbook.js'
import { codeIn, readId, readName, readReference, theOnly, writeReference } from './chart.js'
import { readPage } from './handbook.js'
import { needed, numberAt, objectsAt, textAt } from './json.js'

/** An order, with the data of the chart that the steps of the handbook need. */
export interface OrderCase {
  readonly session: TaskSession
  /** `YYYY-MM-DD`. */
  readonly today: string
  readonly patient: FhirJson
  readonly order: FhirJson
  readonly procedureCode: string
  /** `YYYY-MM-DD`. */
  readonly serviceDay: string
}

/** The outcome of a work item, with the type of a missing document or the number of an approval. */
export interface AuthorizationOutcome {
  readonly outcome: string
  /** The new status of the Task. */
  readonly status: 'completed' | 'in-progress' | 'cancelled' | 'on-hold'
  readonly missing?: string | undefined
  readonly authNumber?: string | undefined
  /** The document on which the outcome is based, if the handbook wants the Task to name it. */
  readonly note?: FhirJson
  /** The last day on which a reply would have been in time, `YYYY-MM-DD`. */
  readonly lastDay?: string
}

const authorizationNumber = 'https://carebench.example.org/authorization-number'
const outcomeSystem = 'https://carebench.example.org/authorization-outcome'
const documentTypeSystem = 'https://carebench.example.org/document-type'

/** Returns the day of the task item, `YYYY-MM-DD`. */
export function readToday(session: TaskSession): string {
  return needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
}

/** Reads the order of a work item; undefined if the item is about something else. */
export async function openOrder(
  session: TaskSession,
  patient: FhirJson,
  item: FhirJson,
): Promise<OrderCase | undefined> {
  const focus = textAt(item, 'focus', 'reference')
  if (focus?.startsWith('ServiceRequest/') !== true) return undefined
  const order = await readReference(session, focus, 'an order')
  const procedureCode = needed(
    codeIn(order.code as JsonObject, (system) => /cpt|hcpcs/i.test(system)),
    'a CPT or HCPCS code of the order',
  )
  const serviceDay = needed(textAt(order, 'occurrenceDateTime')?.slice(0, 10), 'the day of the service')
  return { session, today: readToday(session), patient, order, procedureCode, serviceDay }
}

/** Finds the payer of a Coverage among those of `payers.txt`. */
export async function findPayer(session: TaskSession, policy: FhirJson): Promise<DeskPayer> {
  const organization = textAt(policy, 'payor', 0, 'reference')
  const payers = parsePayers(await readPage(session, 'payers.txt'))
  return needed(
    payers.find((one) => one.organization === organization),
    `${organization} among the payers of the desk`,
  )
}

/** Asks the CDS service of a payer which documents it wants; undefined if it requires no authorization. */
export async function askRequirements(
  { session, order, patient }: OrderCase,
  payer: DeskPayer,
): Promise<readonly WantedDocument[] | undefined> {
  const userId = needed(textAt(order, 'requester', 'reference'), 'the clinician who signed the order')
  const draftOrders = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: [{ resource: { ...order, status: 'draft' } }],
  }
  const answer = await session.cds.call(payer.service, {
    hook: 'order-sign',
    hookInstance: crypto.randomUUID(),
    context: { userId, patientId: needed(textAt(patient, 'id'), 'the id of the patient'), draftOrders },
  })
  const card = theOnly(objectsAt(answer, 'cards'), `card of ${payer.service}`)
  const text = `${textAt(card, 'summary') ?? ''}\n${textAt(card, 'detail') ?? ''}`
  return /no authorization is required/i.test(text) ? undefined : parseDocuments(text)
}

/** Returns the fields of a portal request that the order determines. */
export async function readRequestFields({ session, order, serviceDay }: OrderCase): Promise<JsonObject> {
  const condition = await readReference(
    session,
    textAt(order, 'reasonReference', 0, 'reference'),
    'a reason of the order',
  )
  const signer = await readReference(session, textAt(order, 'requester', 'reference'), 'the clinician who signed')
  const npi = objectsAt(signer, 'identifier').find((one) => textAt(one, 'system')?.endsWith('/us-npi'))
  const diagnosis = codeIn(condition.code as JsonObject, (system) => system.includes('icd-10'))
  return {
    units: numberAt(order, 'quantityQuantity', 'value') ?? 1,
    diagnosis_codes: [needed(diagnosis, 'the ICD-10-CM code of the reason')],
    provider_npi: needed(textAt(npi, 'value'), 'the NPI of the clinician'),
    service_date: serviceDay,
    urgency: textAt(order, 'priority') === 'urgent' ? 'expedited' : 'standard',
  }
}

/** Requests an authorization on the portal, for a member by a Coverage. Returns the request. */
export async function submitRequest(
  work: OrderCase,
  portal: PortalSystem,
  policy: FhirJson,
  attachments: readonly JsonObject[],
): Promise<JsonObject> {
  const { patient, procedureCode } = work
  return portal.submitPriorAuth({
    patient_member_id: needed(textAt(policy, 'subscriberId'), 'the member number of the policy'),
    patient_name: readName(patient),
    patient_dob: needed(textAt(patient, 'birthDate'), 'the date of birth'),
    procedure_code: procedureCode,
    ...(await readRequestFields(work)),
    attachments,
  })
}

/** Waits until the decision of a pending request is due and reads it again. Returns any other request as it is. */
export async function whenDecided(
  session: TaskSession,
  portal: PortalSystem,
  request: JsonObject,
): Promise<JsonObject> {
  const due = textAt(request, 'decision_due_at')
  if (textAt(request, 'status') !== 'pending' || due === undefined) return request
  const { now } = await session.clock()
  const seconds = Math.ceil((Date.parse(due) - Date.parse(now)) / 1000)
  await session.wait({ seconds: Math.min(Math.max(seconds, 1), 31 * 86_400) })
  return portal.readPriorAuth(needed(textAt(request, 'auth_number'), 'the number of the request'))
}

/**
 * Waits until a request is approved; it stays unapproved if the portal does not say when it is decided. Throws for a
 * decision that handbooks do not know.
 */
export async function awaitDecision(
  session: TaskSession,
  portal: PortalSystem,
  request: JsonObject,
): Promise<{ readonly isApproved: boolean; readonly authNumber: string }> {
  const authNumber = needed(textAt(request, 'auth_number'), 'the number of the request')
  let row = request
  while (textAt(row, 'status') === 'pending') {
    if (textAt(row, 'decision_due_at') === undefined) return { isApproved: false, authNumber }
    row = await whenDecided(session, portal, row)
  }
  if (textAt(row, 'status') === 'approved') return { isApproved: true, authNumber }
  throw new Error(
    `Expected a request that is pending or approved, as the handbook knows them, got ${textAt(row, 'status')}.`,
  )
}

/** Writes the number of an approval on the order, and the outcome on the work item. */
export async function closeItem(
  { session, order }: OrderCase,
  item: FhirJson,
  { outcome, status, missing, authNumber, note, lastDay }: AuthorizationOutcome,
): Promise<void> {
  if (authNumber !== undefined) {
    const value = [{ system: authorizationNumber, value: authNumber }]
    await session.fhir.patch('ServiceRequest', readId(order), [{ op: 'add', path: '/identifier', value }])
  }
  const coding = [{ system: outcomeSystem, code: outcome }]
  await session.fhir.patch('Task', readId(item), [
    { op: 'replace', path: '/status', value: status },
    { op: 'add', path: '/businessStatus', value: { coding } },
    ...(missing === undefined
      ? []
      : [{ op: 'add', path: '/statusReason', value: { coding: [{ system: documentTypeSystem, code: missing }] } }]),
    ...(lastDay === undefined ? [] : [{ op: 'add', path: '/restriction', value: { period: { end: lastDay } } }]),
    ...(note === undefined
      ? []
      : [{ op: 'add', path: '/reasonReference', value: { reference: writeReference(note) } }]),
  ])
}
