import type { FhirJson, JsonObject, JsonValue, TaskSession } from '@carebench/client'
import { openPortal, parseDocuments, type WantedDocument } from './authorization-handbook.js'
import { findPayer, openOrder, readRequestFields } from './authorization-order.js'
import { daysAfter, readId, readText, searchFor, theOnly, writeReference } from './chart.js'
import {
  askCoverage,
  type CoverageSaid,
  callPayer,
  type ElectronicCase,
  type ElectronicOutcome,
  recordElectronic,
} from './electronic-case.js'
import { fillForm } from './electronic-form.js'
import { makePasBundle, npiSystem, pas } from './electronic-request.js'
import { readPage } from './handbook.js'
import { at, needed, numberAt, objectsAt, textAt } from './json.js'

const documentTypeSystem = 'https://carebench.example.org/document-type'
const questionSystem = 'https://carebench.example.org/form-question'

/** Decides which documents, measurements and cards of a chart count. */
export interface ElectronicClerk {
  /** Resolves to the text of the document to send; undefined if none fits. */
  documentFor(
    work: ElectronicCase,
    wanted: WantedDocument,
    isRight?: (text: string) => boolean,
  ): Promise<string | undefined>
  /** Returns the value of the measurement that counts. `readings` are those with one LOINC code, the newest first. */
  readingIn(readings: readonly FhirJson[], filled: JsonValue | undefined): JsonValue | undefined
  /** Returns the member number on the card that counts. `cards` are all insurance cards, the newest first. */
  numberOn(cards: readonly { readonly card: FhirJson; readonly text: string }[], patient: FhirJson): string | undefined
}

/** Shortcuts of an agent that does not follow the handbook's page. */
interface ElectronicHaste {
  /** Whether it works on the first item only, and takes the newest request of the portal for the right one. */
  readonly isHurried?: boolean | undefined
}

/** Works on the items of a patient for the electronic interfaces, from the work item to its outcome. */
export async function workElectronic(
  session: TaskSession,
  patient: FhirJson,
  clerk: ElectronicClerk,
  { isHurried = false }: ElectronicHaste = {},
): Promise<void> {
  const page = await readPage(session, 'electronic-authorizations.txt')
  const items = await searchFor(session, 'Task', { patient: writeReference(patient), status: 'requested' })
  for (const item of isHurried ? items.slice(0, 1) : items) {
    const order = await openOrder(session, patient, item)
    const list = textAt(item, 'code', 'text')
    if (order === undefined || !list?.startsWith('Electronic ')) continue
    const policies = await searchFor(session, 'Coverage', { beneficiary: writeReference(patient), status: 'active' })
    const policy = theOnly(policies, 'policy')
    const payer = await findPayer(session, policy)
    const work = { ...order, item, policy, payer, portal: openPortal(session, payer), page }
    if (list !== 'Electronic status') await settle(work, clerk)
    else await (isHurried ? readPortal(work) : readStatus(work))
  }
}

async function settle(asked: ElectronicCase, clerk: ElectronicClerk): Promise<void> {
  const first = await askCoverage(asked)
  const work = first.needs === undefined ? await renewPolicy(asked, clerk) : asked
  const said = work === asked ? first : await askCoverage(work)
  const outcome: ElectronicOutcome =
    said.needs === 'no-auth'
      ? { outcome: 'not-required' }
      : said.needs === 'satisfied'
        ? { outcome: 'satisfied', authNumber: said.satisfied }
        : await request(work, said, clerk)
  await recordElectronic(work, outcome, said.extension)
}

/** Replaces the policy that the payer does not know by one with the number on the card, by section 9. */
async function renewPolicy(work: ElectronicCase, clerk: ElectronicClerk): Promise<ElectronicCase> {
  const { session, patient, policy } = work
  const query = { patient: writeReference(patient), type: '64290-0', _sort: '-date' }
  const documents = await searchFor(session, 'DocumentReference', query)
  const cards = await Promise.all(documents.map(async (card) => ({ card, text: await readText(session, card) })))
  const number = needed(clerk.numberOn(cards, patient), 'a card of the patient')
  const [identifier] = objectsAt(policy, 'identifier')
  const { meta: _, ...members } = policy
  const id = readId(policy).replace(/1$/, '2')
  const renewed = { ...members, id, subscriberId: number, identifier: [{ ...identifier, value: number }] } as FhirJson
  await session.fhir.update({ ...renewed, id })
  await session.fhir.patch('Coverage', readId(policy), [{ op: 'replace', path: '/status', value: 'cancelled' }])
  return { ...work, policy: renewed }
}

/** Asks the payer for the state of another office's request and records it, by section 10. */
async function readStatus(work: ElectronicCase): Promise<void> {
  const answer = await callPayer(work, 'fhir/Claim/$inquire', await makePasBundle(work))
  const resource = at(answer, 'parameter', 0, 'resource', 'entry', 0, 'resource') as FhirJson | undefined
  const response = needed(resource, 'a request of the member')
  const added = numberAt(response, 'addItem', 0, 'quantity', 'value')
  const units = added ?? numberAt(work.order, 'quantityQuantity', 'value') ?? 1
  const end = needed(textAt(response, 'preAuthPeriod', 'end'), 'the last day')
  await recordElectronic(work, {
    outcome: added === undefined ? 'approved' : 'reduced',
    authNumber: textAt(response, 'preAuthRef'),
    restriction: { repetitions: units, period: { end } },
  })
}

/** Records the state of the newest request of the portal about the service. */
async function readPortal(work: ElectronicCase): Promise<void> {
  const row = await newestRequest(work)
  const [item] = objectsAt(row, 'items')
  const end = textAt(item, 'valid_until') ?? work.today
  const repetitions = numberAt(item, 'approved_units') ?? 1
  const outcome = textAt(row, 'status') === 'approved' ? 'approved' : 'reduced'
  const authNumber = textAt(row, 'auth_number')
  await recordElectronic(work, { outcome, authNumber, restriction: { repetitions, period: { end } } })
}

/** Sends the request and acts on the response, by sections 3 and 4. */
async function request(work: ElectronicCase, said: CoverageSaid, clerk: ElectronicClerk): Promise<ElectronicOutcome> {
  const form =
    said.questionnaire === undefined
      ? undefined
      : await fillForm(work, said, (linkId, filled) => answerTo(work, linkId, filled, clerk))
  if (typeof form === 'string') return { outcome: 'missing-answer', missing: [questionSystem, form] }
  const answer = await callPayer(work, 'fhir/Claim/$submit', await makePasBundle(work, form))
  const resources = objectsAt(answer, 'entry').map((entry) => entry.resource as FhirJson)
  const [response] = resources
  const review = objectsAt(objectsAt(response, 'item').at(-1), 'adjudication', 0, 'extension')[0]
  const code = objectsAt(review, 'extension').find(({ url }) => url === `${pas}/extension-reviewActionCode`)
  const action = textAt(code, 'valueCodeableConcept', 'coding', 0, 'code')
  const authNumber = textAt(response, 'preAuthRef')
  if (action === 'A1') return { outcome: 'approved', authNumber }
  if (action === 'A6') {
    const repetitions = needed(numberAt(response, 'addItem', 0, 'quantity', 'value'), 'the approved units')
    const end = needed(textAt(response, 'preAuthPeriod', 'end'), 'the last day')
    return { outcome: 'reduced', authNumber, restriction: { repetitions, period: { end } } }
  }
  if (action === 'A3') return dispute(work, clerk)
  if (action !== 'A4') throw new Error(`Expected an answer that the handbook knows, got ${action}.`)
  const asked = resources.filter(({ resourceType }) => resourceType === 'CommunicationRequest')
  if (asked.length > 0) return attachAll(work, asked, clerk)
  const days = textAt(work.order, 'priority') === 'urgent' ? 3 : 7
  const created = needed(textAt(response, 'created')?.slice(0, 10), 'the day of the answer')
  return { outcome: 'pended', restriction: { period: { end: daysAfter(created, days) } } }
}

const readingCodes: Readonly<Record<string, string>> = { bmi: '39156-5', a1c: '4548-4' }

/** Finds the answer to a question of a form in the chart; undefined if there is none. */
async function answerTo(
  work: ElectronicCase,
  linkId: string,
  filled: JsonValue | undefined,
  clerk: ElectronicClerk,
): Promise<JsonValue | undefined> {
  const { session, patient } = work
  const code = readingCodes[linkId]
  if (code !== undefined) {
    const query = { patient: writeReference(patient), code, _sort: '-date' }
    return clerk.readingIn(await searchFor(session, 'Observation', query), filled)
  }
  const isTherapy = linkId === 'therapy_weeks'
  const wanted = wantedIn(work, isTherapy ? 'physical_therapy_notes' : 'imaging_report')
  const text = await clerk.documentFor(work, wanted)
  if (text === undefined) return undefined
  return isTherapy ? weeksIn(text) : /^.* - (\d{4}-\d\d-\d\d)$/m.exec(text)?.[1]
}

/**
 * Returns a type of document (section 5) with the maximum age that the payer's page allows. Throws if the page does not
 * list the type.
 */
function wantedIn({ page }: ElectronicCase, type: string): WantedDocument {
  return needed(
    parseDocuments(page).find((one) => one.type === type),
    `${type} among the documents of the page`,
  )
}

/** Attaches every document that the payer asks for, or none if one is missing, by section 5. */
async function attachAll(
  work: ElectronicCase,
  asked: readonly FhirJson[],
  clerk: ElectronicClerk,
): Promise<ElectronicOutcome> {
  const sent: { readonly control: string; readonly code: string; readonly text: string }[] = []
  for (const demand of asked) {
    const control = needed(textAt(demand, 'identifier', 0, 'value'), 'a control number')
    const type = control.slice(control.indexOf('-') + 1)
    const text = await clerk.documentFor(work, wantedIn(work, type))
    if (text === undefined) return { outcome: 'missing-document', missing: [documentTypeSystem, type] }
    sent.push({ control, code: textAt(demand, 'payload', 0, 'contentString') ?? '', text })
  }
  const { provider_npi: npi = '' } = await readRequestFields(work)
  for (const [index, { control, code, text }] of sent.entries()) {
    const data = btoa(String.fromCharCode(...new TextEncoder().encode(text)))
    const content = [{ attachment: { contentType: 'text/plain', data } }]
    const id = /^Document: (.+)$/m.exec(text)?.[1] ?? ''
    const parameter = [
      { name: 'TrackingId', valueIdentifier: { value: control } },
      { name: 'AttachTo', valueCode: 'preauthorization' },
      { name: 'MemberId', valueIdentifier: { value: textAt(work.policy, 'subscriberId') ?? '' } },
      { name: 'ProviderId', valueIdentifier: { system: npiSystem, value: npi } },
      {
        name: 'Attachment',
        part: [
          { name: 'LineItem', valueString: '1' },
          { name: 'Code', valueCodeableConcept: { coding: [{ system: 'http://loinc.org', code }] } },
          { name: 'Content', resource: { resourceType: 'DocumentReference', id, status: 'current', content } },
        ],
      },
      { name: 'Final', valueBoolean: index === sent.length - 1 },
    ]
    await callPayer(work, 'fhir/$submit-attachment', { resourceType: 'Parameters', parameter })
  }
  const decided = await newestRequest(work)
  if (textAt(decided, 'status') !== 'approved') throw new Error('Expected an approval, as the page says.')
  return { outcome: 'approved', authNumber: textAt(decided, 'auth_number') }
}

/** Returns the newest request for the service of the order in the portal. */
async function newestRequest({ policy, portal, procedureCode }: ElectronicCase): Promise<JsonObject> {
  const member = textAt(policy, 'subscriberId') ?? ''
  const rows = await portal.listPriorAuths({ patient_member_id: member, procedure_code: procedureCode })
  return needed(objectsAt(rows, 'data')[0], 'the request in the portal')
}

/** Appeals a denial if a note supports it, or else requests a peer-to-peer, by section 6. */
async function dispute(work: ElectronicCase, clerk: ElectronicClerk): Promise<ElectronicOutcome> {
  const { order, portal, page } = work
  const number = textAt(await newestRequest(work), 'auth_number') ?? ''
  const { type, maxDays } = wantedIn(work, 'physical_therapy_notes')
  const note = await clerk.documentFor(work, { type, maxDays }, (text) => weeksIn(text) >= 6)
  if (note === undefined) {
    const phone = /"contact_phone": "([^"]+)"/.exec(page)?.[1] ?? ''
    await portal.requestPeerToPeer(number, {
      contact_name: textAt(order, 'requester', 'display') ?? '',
      contact_phone: phone,
    })
    return { outcome: 'peer-to-peer' }
  }
  const reason = /"reason": "([^"]+)"/.exec(page)?.[1] ?? ''
  await portal.attach(number, { document_type: type, text: note })
  await portal.appeal(number, { reason })
  return { outcome: 'appealed' }
}

/** Returns the weeks of therapy that a note reports, 0 if it reports none. */
function weeksIn(text: string): number {
  return Number(/(\d+) weeks/.exec(text)?.[1] ?? 0)
}
