import type { FhirJson, JsonObject, JsonValue, PortalSystem } from '@carebench/client'
import { findDocument } from './authorization-documents.js'
import { type DeskPayer, openPortal, parseDocuments, type WantedDocument } from './authorization-handbook.js'
import { type OrderCase, openOrder, payerOf, requestFieldsOf } from './authorization-order.js'
import { daysAfter, findPatient, idOf, readReference, referenceOf, searchFor, theOnly } from './chart.js'
import { readPage } from './handbook.js'
import { at, needed, numberAt, objectsAt, textAt } from './json.js'
import type { Solver } from './solver.js'

/** What an order comes to. */
interface Outcome {
  readonly outcome: keyof typeof statusOf
  readonly authNumber?: string | undefined
  readonly restriction?: JsonObject
  readonly missing?: string
}

const statusOf = {
  'not-required': 'completed',
  satisfied: 'completed',
  approved: 'completed',
  reduced: 'completed',
  pended: 'in-progress',
  appealed: 'in-progress',
  'peer-to-peer': 'in-progress',
  'missing-document': 'on-hold',
} as const

/** An order with its payer and all that its calls need. */
interface ElectronicCase extends OrderCase {
  readonly item: FhirJson
  readonly policy: FhirJson
  readonly payer: DeskPayer
  readonly portal: PortalSystem
  readonly page: string
}

const outcomeSystem = 'https://carebench.example.org/authorization-outcome'
const numberSystem = 'https://carebench.example.org/authorization-number'
const documentTypeSystem = 'https://carebench.example.org/document-type'
const requests = 'https://carebench.example.org/requests'
const records = 'https://carebench.example.org/fhir'
const npiSystem = 'http://hl7.org/fhir/sid/us-npi'
const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition'

/** Orders that go by the electronic interfaces of a payer, from the work item to its outcome. */
export const paElectronic: Solver = {
  family: 'pa-electronic',
  async solve(session) {
    const patient = await findPatient(session)
    const page = await readPage(session, 'electronic-authorizations.txt')
    const items = await searchFor(session, 'Task', { patient: referenceOf(patient), status: 'requested' })
    for (const item of items) {
      const work = await openOrder(session, patient, item)
      if (work === undefined || textAt(item, 'code', 'text') !== 'Electronic authorization') continue
      const policies = await searchFor(session, 'Coverage', { beneficiary: referenceOf(patient) })
      const policy = theOnly(policies, 'policy')
      const payer = await payerOf(session, policy)
      await settle({ ...work, item, policy, payer, portal: openPortal(session, payer), page })
    }
    return undefined
  },
}

/** Makes a call to an interface of the payer. */
async function call({ session, payer }: ElectronicCase, path: string, body: JsonValue): Promise<JsonObject> {
  const [, key] = payer.portal.split('@')
  const group = key === undefined ? 'payer' : `payer@${key}`
  return (await session.system(group).request('POST', path, body)) as JsonObject
}

async function settle(work: ElectronicCase): Promise<void> {
  const { session, order, item } = work
  const { extension, needs, satisfied } = await askCoverage(work)
  const { outcome, authNumber, restriction, missing }: Outcome =
    needs === 'no-auth'
      ? { outcome: 'not-required' }
      : needs === 'satisfied'
        ? { outcome: 'satisfied', authNumber: satisfied }
        : await request(work)
  const number = authNumber === undefined ? [] : [{ system: numberSystem, value: authNumber }]
  await session.fhir.patch('ServiceRequest', idOf(order), [
    { op: 'add', path: '/extension', value: extension },
    ...(number.length === 0 ? [] : [{ op: 'add', path: '/identifier', value: number }]),
  ])
  const concept = (system: string, code: string) => ({ coding: [{ system, code }] })
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: statusOf[outcome] },
    { op: 'add', path: '/businessStatus', value: concept(outcomeSystem, outcome) },
    ...(restriction === undefined ? [] : [{ op: 'add', path: '/restriction', value: restriction }]),
    ...(missing === undefined
      ? []
      : [{ op: 'add', path: '/statusReason', value: concept(documentTypeSystem, missing) }]),
  ])
}

/** Section 2: what the payer says of the order. */
async function askCoverage(work: ElectronicCase) {
  const { order, patient } = work
  const requester = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const [coding] = objectsAt(order, 'code', 'coding')
  const draft = {
    resourceType: 'ServiceRequest',
    id: idOf(order),
    status: 'draft',
    intent: 'order',
    subject: { reference: referenceOf(patient) },
    code: { coding: [{ system: textAt(coding, 'system') ?? '', code: work.procedureCode }] },
    occurrenceDateTime: textAt(order, 'occurrenceDateTime') ?? '',
    requester: { reference: requester },
  }
  const draftOrders = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: draft }] }
  const context = { userId: requester, patientId: idOf(patient), draftOrders }
  const hook = { hook: 'order-sign', hookInstance: crypto.randomUUID(), context }
  const answer = await call(work, 'cds-services/order-sign-crd', hook)
  const extension = needed(at(answer, 'systemActions', 0, 'resource', 'extension'), 'what the payer says')
  const parts = objectsAt(extension, 0, 'extension')
  const part = (url: string) => parts.find((one) => one.url === url)
  return {
    extension,
    needs: textAt(part('pa-needed'), 'valueCode'),
    satisfied: textAt(part('satisfied-pa-id'), 'valueString'),
  }
}

/** Sections 3 and 4: the request, and its answer. */
async function request(work: ElectronicCase): Promise<Outcome> {
  const answer = await call(work, 'fhir/Claim/$submit', await makeBundle(work))
  const resources = objectsAt(answer, 'entry').map((entry) => entry.resource as FhirJson)
  const [response] = resources
  const review = objectsAt(response, 'item', 0, 'adjudication', 0, 'extension')[0]
  const code = objectsAt(review, 'extension').find(({ url }) => url === `${pas}/extension-reviewActionCode`)
  const action = textAt(code, 'valueCodeableConcept', 'coding', 0, 'code')
  const authNumber = textAt(response, 'preAuthRef')
  if (action === 'A1') return { outcome: 'approved', authNumber }
  if (action === 'A6') {
    const repetitions = needed(numberAt(response, 'addItem', 0, 'quantity', 'value'), 'the approved units')
    const end = needed(textAt(response, 'preAuthPeriod', 'end'), 'the last day')
    return { outcome: 'reduced', authNumber, restriction: { repetitions, period: { end } } }
  }
  if (action === 'A3') return dispute(work)
  if (action !== 'A4') throw new Error(`Expected an answer that the handbook knows, got ${action}.`)
  const asked = resources.filter(({ resourceType }) => resourceType === 'CommunicationRequest')
  if (asked.length > 0) return attachAll(work, asked)
  const days = textAt(work.order, 'priority') === 'urgent' ? 3 : 7
  const created = needed(textAt(response, 'created')?.slice(0, 10), 'the day of the answer')
  return { outcome: 'pended', restriction: { period: { end: daysAfter(created, days) } } }
}

async function makeBundle(work: ElectronicCase): Promise<JsonObject> {
  const { session, today, patient, order, policy, item, procedureCode, serviceDay } = work
  const fields = await requestFieldsOf(work)
  const [diagnosis] = fields.diagnosis_codes as readonly string[]
  const requester = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const insurer = await readReference(session, textAt(policy, 'payor', 0, 'reference'), 'the payor')
  const name = idOf(item)
  const concept = (system: string, code: string) => ({ coding: [{ system, code }] })
  const ended = textAt(
    objectsAt(order, 'identifier').find((one) => one.system === numberSystem),
    'value',
  )
  const level = fields.urgency === 'expedited' ? 'U' : 'E'
  const system = textAt(objectsAt(order, 'code', 'coding')[0], 'system') ?? ''
  const claim = {
    resourceType: 'Claim',
    id: name,
    identifier: [{ system: requests, value: name }],
    extension: [
      {
        url: `${pas}/extension-levelOfServiceCode`,
        valueCodeableConcept: concept('https://codesystem.x12.org/005010/1338', level),
      },
      ...(ended === undefined
        ? []
        : [
            {
              url: `${pas}/extension-certificationType`,
              valueCodeableConcept: concept('https://codesystem.x12.org/005010/1322', '4'),
            },
            { url: `${pas}/extension-authorizationNumber`, valueString: ended },
          ]),
    ],
    status: 'active',
    use: 'preauthorization',
    created: today,
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    priority: concept('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    patient: { reference: referenceOf(patient) },
    provider: { reference: requester },
    insurer: { reference: referenceOf(insurer) },
    insurance: [{ sequence: 1, focal: true, coverage: { reference: referenceOf(policy) } }],
    diagnosis: [
      { sequence: 1, diagnosisCodeableConcept: concept('http://hl7.org/fhir/sid/icd-10-cm', diagnosis ?? '') },
    ],
    item: [
      {
        sequence: 1,
        productOrService: concept(system, procedureCode),
        servicedDate: serviceDay,
        quantity: { value: fields.units ?? 1 },
      },
    ],
  }
  const pick = (resource: FhirJson, ...members: readonly string[]): JsonObject =>
    Object.fromEntries(['resourceType', 'id', ...members].map((member) => [member, at(resource, member) ?? null]))
  const signer = { resourceType: 'Practitioner', id: requester.replace('Practitioner/', '') }
  const resources: readonly JsonObject[] = [
    claim,
    pick(patient, 'name', 'birthDate'),
    pick(policy, 'status', 'subscriberId', 'beneficiary', 'payor'),
    pick(insurer, 'name'),
    { ...signer, identifier: [{ system: npiSystem, value: fields.provider_npi ?? '' }] },
  ]
  const entry = resources.map((resource) => ({
    fullUrl: `${records}/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const identifier = { system: requests, value: name }
  return { resourceType: 'Bundle', type: 'collection', timestamp: `${today}T14:00:00Z`, identifier, entry }
}

/** The documents of section 5, with the ages of the page. */
function wantedIn({ page }: ElectronicCase, type: string): WantedDocument {
  return needed(
    parseDocuments(page).find((one) => one.type === type),
    `${type} among the documents of the page`,
  )
}

/** Section 5: every document that the payer asks for, or none. */
async function attachAll(work: ElectronicCase, asked: readonly FhirJson[]): Promise<Outcome> {
  const sent: { readonly control: string; readonly code: string; readonly text: string }[] = []
  for (const demand of asked) {
    const control = needed(textAt(demand, 'identifier', 0, 'value'), 'a control number')
    const type = control.slice(control.indexOf('-') + 1)
    const text = await findDocument(work, wantedIn(work, type))
    if (text === undefined) return { outcome: 'missing-document', missing: type }
    sent.push({ control, code: textAt(demand, 'payload', 0, 'contentString') ?? '', text })
  }
  const { provider_npi: npi = '' } = await requestFieldsOf(work)
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
    await call(work, 'fhir/$submit-attachment', { resourceType: 'Parameters', parameter })
  }
  const decided = await newestRequest(work)
  if (textAt(decided, 'status') !== 'approved') throw new Error('Expected an approval, as the page says.')
  return { outcome: 'approved', authNumber: textAt(decided, 'auth_number') }
}

/** The newest request about the order in the portal. */
async function newestRequest({ policy, portal, procedureCode }: ElectronicCase): Promise<JsonObject> {
  const member = textAt(policy, 'subscriberId') ?? ''
  const rows = await portal.listPriorAuths({ patient_member_id: member, procedure_code: procedureCode })
  return needed(objectsAt(rows, 'data')[0], 'the request in the portal')
}

/** Section 6: an appeal, or a talk. */
async function dispute(work: ElectronicCase): Promise<Outcome> {
  const { order, portal, page } = work
  const number = textAt(await newestRequest(work), 'auth_number') ?? ''
  const { type, maxDays } = wantedIn(work, 'physical_therapy_notes')
  const note = await findDocument(work, { type, maxDays }, (text) => weeksIn(text) >= 6)
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

/** The weeks of therapy that a note reports. */
function weeksIn(text: string): number {
  return Number(/(\d+) weeks/.exec(text)?.[1] ?? 0)
}
