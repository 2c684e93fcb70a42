import type { FhirJson, JsonObject, JsonValue, PortalSystem } from '@carebench/client'
import { findDocument } from './authorization-documents.js'
import { type DeskPayer, openPortal, parseDocuments, type WantedDocument } from './authorization-handbook.js'
import { type OrderCase, openOrder, payerOf, requestFieldsOf } from './authorization-order.js'
import {
  daysAfter,
  findPatient,
  idOf,
  nameOf,
  readReference,
  readText,
  referenceOf,
  searchFor,
  theOnly,
} from './chart.js'
import { readPage } from './handbook.js'
import { at, needed, numberAt, objectsAt, textAt } from './json.js'
import type { Solver } from './solver.js'

/** What an order comes to. */
interface Outcome {
  readonly outcome: keyof typeof statusOf
  readonly authNumber?: string | undefined
  readonly restriction?: JsonObject
  /** What is missing, as a coding of its system. */
  readonly missing?: readonly [system: string, code: string]
}

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
const questionSystem = 'https://carebench.example.org/form-question'
const requests = 'https://carebench.example.org/requests'
const records = 'https://carebench.example.org/fhir'
const npiSystem = 'http://hl7.org/fhir/sid/us-npi'
const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition'
const dtr = 'http://hl7.org/fhir/us/davinci-dtr/StructureDefinition'

/** Orders that go by the electronic interfaces of a payer, from the work item to its outcome. */
export const paElectronic: Solver = {
  family: 'pa-electronic',
  async solve(session) {
    const patient = await findPatient(session)
    const page = await readPage(session, 'electronic-authorizations.txt')
    const items = await searchFor(session, 'Task', { patient: referenceOf(patient), status: 'requested' })
    for (const item of items) {
      const work = await openOrder(session, patient, item)
      const list = textAt(item, 'code', 'text')
      if (work === undefined || !list?.startsWith('Electronic ')) continue
      const policies = await searchFor(session, 'Coverage', { beneficiary: referenceOf(patient), status: 'active' })
      const policy = theOnly(policies, 'policy')
      const payer = await payerOf(session, policy)
      const one = { ...work, item, policy, payer, portal: openPortal(session, payer), page }
      await (list === 'Electronic status' ? readStatus(one) : settle(one))
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

async function settle(asked: ElectronicCase): Promise<void> {
  const first = await askCoverage(asked)
  const work = first.needs === undefined ? await renewPolicy(asked) : asked
  const said = work === asked ? first : await askCoverage(work)
  const outcome: Outcome =
    said.needs === 'no-auth'
      ? { outcome: 'not-required' }
      : said.needs === 'satisfied'
        ? { outcome: 'satisfied', authNumber: said.satisfied }
        : await request(work, said)
  await record(work, outcome, said.extension)
}

/** Section 7. */
async function record(
  { session, order, item }: ElectronicCase,
  { outcome, authNumber, restriction, missing }: Outcome,
  extension?: JsonValue,
): Promise<void> {
  const number = authNumber === undefined ? [] : [{ system: numberSystem, value: authNumber }]
  await session.fhir.patch('ServiceRequest', idOf(order), [
    ...(extension === undefined ? [] : [{ op: 'add', path: '/extension', value: extension }]),
    ...(number.length === 0 ? [] : [{ op: 'add', path: '/identifier', value: number }]),
  ])
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: statusOf[outcome] },
    { op: 'add', path: '/businessStatus', value: conceptOf(outcomeSystem, outcome) },
    ...(restriction === undefined ? [] : [{ op: 'add', path: '/restriction', value: restriction }]),
    ...(missing === undefined ? [] : [{ op: 'add', path: '/statusReason', value: conceptOf(...missing) }]),
  ])
}

function conceptOf(system: string, code: string): JsonObject {
  return { coding: [{ system, code }] }
}

/** Section 9: the policy of the newest card in place of the one that the payer does not know. */
async function renewPolicy(work: ElectronicCase): Promise<ElectronicCase> {
  const { session, patient, policy } = work
  const query = { patient: referenceOf(patient), type: '64290-0', _sort: '-date' }
  const cards = await searchFor(session, 'DocumentReference', query)
  const name = nameOf(patient)
  for (const card of cards) {
    const text = await readText(session, card)
    const member = /^Member: (.+)$/m.exec(text)?.[1]
    const number = /^Member ID: (\S+)$/m.exec(text)?.[1]
    if (textAt(card, 'docStatus') !== 'final' || member !== name || number === undefined) continue
    const [identifier] = objectsAt(policy, 'identifier')
    const { meta: _, ...members } = policy
    const id = idOf(policy).replace(/1$/, '2')
    const renewed = { ...members, id, subscriberId: number, identifier: [{ ...identifier, value: number }] } as FhirJson
    await session.fhir.update(renewed)
    await session.fhir.patch('Coverage', idOf(policy), [{ op: 'replace', path: '/status', value: 'cancelled' }])
    return { ...work, policy: renewed }
  }
  throw new Error('Expected a card of the patient.')
}

/** Section 10: how the request of another office stands. */
async function readStatus(work: ElectronicCase): Promise<void> {
  const answer = await call(work, 'fhir/Claim/$inquire', await makeBundle(work))
  const resource = at(answer, 'parameter', 0, 'resource', 'entry', 0, 'resource') as FhirJson | undefined
  const response = needed(resource, 'a request of the member')
  const added = numberAt(response, 'addItem', 0, 'quantity', 'value')
  const units = added ?? numberAt(work.order, 'quantityQuantity', 'value') ?? 1
  const end = needed(textAt(response, 'preAuthPeriod', 'end'), 'the last day')
  await record(work, {
    outcome: added === undefined ? 'approved' : 'reduced',
    authNumber: textAt(response, 'preAuthRef'),
    restriction: { repetitions: units, period: { end } },
  })
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
    questionnaire: textAt(part('questionnaire'), 'valueCanonical'),
    context: textAt(part('coverage-assertion-id'), 'valueString') ?? '',
  }
}

/** What the payer says of an order. */
type Said = Awaited<ReturnType<typeof askCoverage>>

/** Sections 3 and 4: the request, and its answer. */
async function request(work: ElectronicCase, said: Said): Promise<Outcome> {
  const form = said.questionnaire === undefined ? undefined : await fillForm(work, said.questionnaire, said.context)
  if (typeof form === 'string') return { outcome: 'missing-answer', missing: [questionSystem, form] }
  const answer = await call(work, 'fhir/Claim/$submit', await makeBundle(work, form))
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
  if (action === 'A3') return dispute(work)
  if (action !== 'A4') throw new Error(`Expected an answer that the handbook knows, got ${action}.`)
  const asked = resources.filter(({ resourceType }) => resourceType === 'CommunicationRequest')
  if (asked.length > 0) return attachAll(work, asked)
  const days = textAt(work.order, 'priority') === 'urgent' ? 3 : 7
  const created = needed(textAt(response, 'created')?.slice(0, 10), 'the day of the answer')
  return { outcome: 'pended', restriction: { period: { end: daysAfter(created, days) } } }
}

/** Section 8: the form with the answers of the chart; the question that the chart does not answer. */
async function fillForm(work: ElectronicCase, questionnaire: string, context: string): Promise<FhirJson | string> {
  const { today, order, policy, patient, item } = work
  const parameter = [
    { name: 'coverage', resource: pick(policy, 'status', 'subscriberId', 'beneficiary', 'payor') },
    { name: 'questionnaire', valueCanonical: questionnaire },
    { name: 'context', valueString: context },
  ]
  const body = { resourceType: 'Parameters', parameter }
  const fetched = await call(work, 'fhir/Questionnaire/$questionnaire-package', body)
  const [form, draft] = objectsAt(fetched, 'parameter', 0, 'resource', 'entry').map(
    (entry) => entry.resource as FhirJson,
  )
  const reference = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const author = { url: 'author', extension: [{ url: 'practitioner', valueReference: { reference } }] }
  const items: JsonObject[] = []
  for (const question of objectsAt(form, 'item')) {
    const linkId = textAt(question, 'linkId') ?? ''
    const name = textAt(question, 'type') === 'date' ? 'valueDate' : 'valueDecimal'
    const value = await answerTo(work, linkId)
    if (value === undefined) return linkId
    const given = objectsAt(draft, 'item').find((one) => one.linkId === linkId)
    const filled = objectsAt(given, 'answer')[0]?.[name]
    const source = filled === undefined ? 'manual' : filled === value ? 'auto-server' : 'override'
    const parts = [{ url: 'source', valueCode: source }, ...(source === 'auto-server' ? [] : [author])]
    const origin = { url: `${dtr}/information-origin`, extension: parts }
    items.push({ linkId, answer: [{ extension: [origin], [name]: value }] })
  }
  const usage = conceptOf('http://hl7.org/fhir/us/davinci-crd/CodeSystem/coverage-information-codes', 'withpa')
  return {
    resourceType: 'QuestionnaireResponse',
    id: idOf(item),
    extension: [
      { url: `${dtr}/qr-coverage`, valueReference: { reference: referenceOf(policy) } },
      {
        url: `${dtr}/qr-context`,
        valueReference: { reference: referenceOf(order), identifier: { value: context } },
      },
      { url: `${dtr}/intendedUse`, valueCodeableConcept: usage },
    ],
    questionnaire,
    status: 'completed',
    subject: { reference: referenceOf(patient) },
    authored: `${today}T14:00:00Z`,
    item: items,
  }
}

const readingCodes: Readonly<Record<string, string>> = { bmi: '39156-5', a1c: '4548-4' }

/** What the chart answers to a question of a form; undefined if it says nothing. */
async function answerTo(work: ElectronicCase, linkId: string): Promise<JsonValue | undefined> {
  const { session, patient } = work
  const code = readingCodes[linkId]
  if (code !== undefined) {
    const query = { patient: referenceOf(patient), code, status: 'final', _sort: '-date' }
    const [newest] = await searchFor(session, 'Observation', query)
    return numberAt(newest, 'valueQuantity', 'value')
  }
  const isTherapy = linkId === 'therapy_weeks'
  const wanted = wantedIn(work, isTherapy ? 'physical_therapy_notes' : 'imaging_report')
  const text = await findDocument(work, wanted)
  if (text === undefined) return undefined
  return isTherapy ? weeksIn(text) : /^.* - (\d{4}-\d\d-\d\d)$/m.exec(text)?.[1]
}

function pick(resource: FhirJson, ...members: readonly string[]): JsonObject {
  return Object.fromEntries(['resourceType', 'id', ...members].map((member) => [member, at(resource, member) ?? null]))
}

async function makeBundle(work: ElectronicCase, form?: FhirJson): Promise<JsonObject> {
  const { session, today, patient, order, policy, item, procedureCode, serviceDay } = work
  const fields = await requestFieldsOf(work)
  const [diagnosis] = fields.diagnosis_codes as readonly string[]
  const requester = needed(textAt(order, 'requester', 'reference'), 'the requester')
  const insurer = await readReference(session, textAt(policy, 'payor', 0, 'reference'), 'the payor')
  const name = idOf(item)
  const ended = textAt(
    objectsAt(order, 'identifier').find((one) => one.system === numberSystem),
    'value',
  )
  const level = fields.urgency === 'expedited' ? 'U' : 'E'
  const system = textAt(objectsAt(order, 'code', 'coding')[0], 'system') ?? ''
  const earlier = await findEarlier(work)
  const diagnoses = [...earlier.diagnoses, diagnosis ?? '']
  const claim = {
    resourceType: 'Claim',
    id: name,
    identifier: [{ system: requests, value: name }],
    extension: [
      {
        url: `${pas}/extension-levelOfServiceCode`,
        valueCodeableConcept: conceptOf('https://codesystem.x12.org/005010/1338', level),
      },
      ...(ended === undefined
        ? []
        : [
            {
              url: `${pas}/extension-certificationType`,
              valueCodeableConcept: conceptOf('https://codesystem.x12.org/005010/1322', '4'),
            },
            { url: `${pas}/extension-authorizationNumber`, valueString: ended },
          ]),
    ],
    status: 'active',
    use: 'preauthorization',
    created: today,
    type: conceptOf('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    priority: conceptOf('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    patient: { reference: referenceOf(patient) },
    provider: { reference: requester },
    insurer: { reference: referenceOf(insurer) },
    insurance: [{ sequence: 1, focal: true, coverage: { reference: referenceOf(policy) } }],
    diagnosis: diagnoses.map((code, index) => ({
      sequence: index + 1,
      diagnosisCodeableConcept: conceptOf('http://hl7.org/fhir/sid/icd-10-cm', code),
    })),
    ...earlier.related,
    ...(form !== undefined && {
      supportingInfo: [
        {
          sequence: 1,
          category: conceptOf('http://hl7.org/fhir/us/davinci-pas/CodeSystem/PASTempCodes', 'additionalInformation'),
          valueReference: { reference: referenceOf(form) },
        },
      ],
    }),
    item: [
      ...earlier.items,
      {
        sequence: earlier.items.length + 1,
        ...(earlier.claim !== undefined && {
          extension: [{ url: `${pas}/extension-infoChanged`, valueCode: 'added' }],
        }),
        productOrService: conceptOf(system, procedureCode),
        servicedDate: serviceDay,
        quantity: { value: fields.units ?? 1 },
      },
    ],
  }
  const signer = { resourceType: 'Practitioner', id: requester.replace('Practitioner/', '') }
  const resources: readonly JsonObject[] = [
    claim,
    ...(earlier.claim === undefined ? [] : [earlier.claim as JsonObject]),
    pick(patient, 'name', 'birthDate'),
    pick(policy, 'status', 'subscriberId', 'beneficiary', 'payor'),
    pick(insurer, 'name'),
    { ...signer, identifier: [{ system: npiSystem, value: fields.provider_npi ?? '' }] },
    ...(form === undefined ? [] : [form as JsonObject]),
  ]
  const entry = resources.map((resource) => ({
    fullUrl: `${records}/${resource.resourceType}/${resource.id}`,
    resource,
  }))
  const identifier = { system: requests, value: name }
  return { resourceType: 'Bundle', type: 'collection', timestamp: `${today}T14:00:00Z`, identifier, entry }
}

/** Section 11: the Claim of the chart that the order changes, with its items and diagnoses; nothing if it replaces none. */
async function findEarlier({ session, patient, order }: ElectronicCase) {
  const replaced = textAt(order, 'replaces', 0, 'reference')
  if (replaced === undefined) return { items: [], diagnoses: [], related: {}, claim: undefined }
  const service = await readReference(session, replaced, 'the replaced order')
  const code = textAt(objectsAt(service, 'code', 'coding')[0], 'code')
  const claims = await searchFor(session, 'Claim', { patient: referenceOf(patient) })
  const codeOf = (one: JsonObject) => textAt(one, 'productOrService', 'coding', 0, 'code')
  const claim = claims.find((one) => objectsAt(one, 'item').some((service) => codeOf(service) === code))
  const items = objectsAt(claim, 'item').map((one): JsonObject => {
    if (codeOf(one) !== code) return one
    const cancelled = { url: `${pas}/modifierextension-infoCancelled`, valueBoolean: true }
    const certification = {
      url: `${pas}/extension-certificationType`,
      valueCodeableConcept: conceptOf('https://codesystem.x12.org/005010/1322', '3'),
    }
    const changed = { url: `${pas}/extension-infoChanged`, valueCode: 'changed' }
    return { ...one, modifierExtension: [cancelled], extension: [certification, changed] }
  })
  const diagnoses = objectsAt(claim, 'diagnosis').map((one) => {
    return textAt(one, 'diagnosisCodeableConcept', 'coding', 0, 'code') ?? ''
  })
  const relationship = conceptOf('http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship', 'prior')
  const reference = referenceOf(needed(claim, 'the Claim that the order changes'))
  return { items, diagnoses, related: { related: [{ claim: { reference }, relationship }] }, claim }
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
    if (text === undefined) return { outcome: 'missing-document', missing: [documentTypeSystem, type] }
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
