import type { FhirJson, JsonObject, PortalSystem, TaskSession } from '@carebench/client'
import {
  type DeskPayer,
  isInForce,
  openPortal,
  parseBulletins,
  parseDocuments,
  parsePayers,
  readPage,
  type WantedDocument,
} from './authorization-handbook.js'
import {
  codeIn,
  daysBetween,
  findPatient,
  includesDay,
  nameOf,
  readReference,
  readText,
  referenceOf,
  searchFor,
  theOnly,
} from './chart.js'
import { needed, numberAt, objectsAt, textAt } from './json.js'
import type { Solver } from './solver.js'
import { type NamedOrder, withdrawsOrder } from './withdrawal.js'

/** How a work item ends: an outcome of the handbook, with the type of a missing document or the number of an approval. */
interface Outcome {
  readonly outcome: keyof typeof statusOf
  readonly missing?: string
  readonly authNumber?: string
}

/** An order with what the steps of the handbook need of its chart. */
interface Case {
  readonly session: TaskSession
  readonly today: string
  readonly patient: FhirJson
  readonly order: FhirJson
  readonly procedureCode: string
  readonly serviceDay: string
}

const statusOf = {
  approved: 'completed',
  pended: 'in-progress',
  'not-required': 'completed',
  'order-withdrawn': 'cancelled',
  'no-coverage': 'on-hold',
  'missing-document': 'on-hold',
} as const

/** The codes in the chart of the document types of payers. */
const chartCodes = new Map([
  ['clinical_note', '11506-3'],
  ['imaging_report', '18748-4'],
  ['physical_therapy_notes', '11508-9'],
  ['sleep_study', '28633-6'],
  ['lab_report', '11502-2'],
])

const telephoneNote = '34748-4'
const withoutBodyPart = new Set(['sleep_study', 'lab_report'])
const authorizationNumber = 'https://carebench.example.org/authorization-number'
const outcomeSystem = 'https://carebench.example.org/authorization-outcome'
const documentTypeSystem = 'https://carebench.example.org/document-type'

/** Prior authorizations by the portal of the payer, from the work item to its outcome. */
export const paSubmit: Solver = {
  family: 'pa-submit',
  async solve(session) {
    const today = needed(textAt(session.taskItem ?? undefined, 'inputs', 'today'), 'the day among the inputs')
    const patient = await findPatient(session)
    const items = await searchFor(session, 'Task', { patient: referenceOf(patient), status: 'requested' })
    for (const item of items) {
      const focus = textAt(item, 'focus', 'reference')
      if (focus?.startsWith('ServiceRequest/') !== true) continue
      const order = await readReference(session, focus, 'an order')
      const procedureCode = needed(
        codeIn(order.code as JsonObject, (system) => /cpt|hcpcs/i.test(system)),
        'a CPT or HCPCS code of the order',
      )
      const serviceDay = needed(textAt(order, 'occurrenceDateTime')?.slice(0, 10), 'the day of the service')
      const outcome = await settle({ session, today, patient, order, procedureCode, serviceDay })
      await close(session, item, order, outcome)
    }
    return undefined
  },
}

async function settle(work: Case): Promise<Outcome> {
  if (await isWithdrawn(work)) return { outcome: 'order-withdrawn' }
  const policies = await searchFor(work.session, 'Coverage', { beneficiary: referenceOf(work.patient) })
  const covering = policies.filter((policy) => includesDay(policy.period as JsonObject | undefined, work.serviceDay))
  if (covering.length === 0) return { outcome: 'no-coverage' }
  const policy = theOnly(covering, `policy on ${work.serviceDay}`)
  const organization = textAt(policy, 'payor', 0, 'reference')
  const payers = parsePayers(await readPage(work.session, 'payers.txt'))
  const payer = needed(
    payers.find((one) => one.organization === organization),
    `${organization} among the payers of the desk`,
  )
  const wanted = await requirementsOf(work, payer)
  if (wanted === undefined) return { outcome: 'not-required' }
  const attachments: JsonObject[] = []
  const missing: string[] = []
  for (const document of wanted) {
    const found = await findDocument(work, document)
    if (found === undefined) missing.push(document.type)
    else attachments.push({ document_type: document.type, text: found })
  }
  if (missing.length > 0) return { outcome: 'missing-document', missing: theOnly(missing, 'missing type of document') }
  return request(work, openPortal(work.session, payer), policy, attachments)
}

/** Step 2. */
async function isWithdrawn({ session, patient, order }: Case): Promise<boolean> {
  const notes = await searchFor(session, 'DocumentReference', { patient: referenceOf(patient), type: telephoneNote })
  const ordered = needed(textAt(order, 'authoredOn')?.slice(0, 10), 'the day of the order')
  const named: NamedOrder = {
    service: needed(textAt(order, 'code', 'text'), 'the name of the service'),
    side: bodyPartOf(textAt(order, 'bodySite', 0, 'text') ?? '').side,
  }
  for (const note of notes) {
    const written = textAt(note, 'date')?.slice(0, 10) ?? ''
    if (textAt(note, 'docStatus') !== 'final' || written < ordered) continue
    if (withdrawsOrder(await readText(session, note), named)) return true
  }
  return false
}

/** Step 4: the documents that the payer wants today; undefined if it requires no authorization. */
async function requirementsOf(
  { session, today, order, patient, procedureCode }: Case,
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
  if (/no authorization is required/i.test(text)) return undefined
  const wanted = new Map(parseDocuments(text).map((document) => [document.type, document]))
  for (const bulletin of parseBulletins(await readPage(session, 'bulletins.txt'))) {
    const isAbout = bulletin.payer === payer.name && bulletin.procedureCode === procedureCode
    if (isAbout && isInForce(bulletin, today))
      for (const document of bulletin.wants) wanted.set(document.type, document)
  }
  return [...wanted.values()]
}

/** Step 5: the text of the newest document that fits. */
async function findDocument(work: Case, wanted: WantedDocument): Promise<string | undefined> {
  const { session, today, patient, order } = work
  const type = needed(chartCodes.get(wanted.type), `${wanted.type} among the types of the handbook`)
  const documents = await searchFor(session, 'DocumentReference', {
    patient: referenceOf(patient),
    type,
    _sort: '-date',
  })
  for (const document of documents) {
    const age = daysBetween(textAt(document, 'date') ?? '', today)
    const isTimely = age >= 0 && age <= wanted.mostDays
    if (textAt(document, 'docStatus') !== 'final' || !isTimely) continue
    const signer = textAt(order, 'requester', 'reference')
    const isSigners = objectsAt(document, 'author').some((author) => textAt(author, 'reference') === signer)
    if (wanted.type === 'clinical_note' && !isSigners) continue
    const text = await readText(session, document)
    if (withoutBodyPart.has(wanted.type) || isAboutBodyPart(order, document, text)) return text
  }
  return undefined
}

function isAboutBodyPart(order: FhirJson, document: FhirJson, text: string): boolean {
  const ordered = bodyPartOf(textAt(order, 'bodySite', 0, 'text') ?? '')
  const described = /:\s*(.+)$/.exec(textAt(document, 'description') ?? '')?.[1]
  const stated = /^About: *(.+)$/m.exec(text)?.[1]
  const subjects = [described, stated].filter((subject) => subject !== undefined).map(bodyPartOf)
  const fits = ({ part, side }: BodyPart): boolean =>
    part === ordered.part && (ordered.side === undefined || side === ordered.side)
  return subjects.length > 0 && subjects.every(fits)
}

interface BodyPart {
  readonly part: string
  readonly side: 'left' | 'right' | undefined
}

function bodyPartOf(text: string): BodyPart {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/)
  const side = words.find((word) => word === 'left' || word === 'right')
  return { part: words.filter((word) => word !== side).join(' '), side }
}

/** Steps 6 and 7. */
async function request(
  work: Case,
  portal: PortalSystem,
  policy: FhirJson,
  attachments: readonly JsonObject[],
): Promise<Outcome> {
  const { session, patient, order, procedureCode, serviceDay } = work
  const condition = await readReference(
    session,
    textAt(order, 'reasonReference', 0, 'reference'),
    'a reason of the order',
  )
  const signer = await readReference(session, textAt(order, 'requester', 'reference'), 'the clinician who signed')
  const npi = objectsAt(signer, 'identifier').find((one) => textAt(one, 'system')?.endsWith('/us-npi'))
  const diagnosis = codeIn(condition.code as JsonObject, (system) => system.includes('icd-10'))
  let row = await portal.submitPriorAuth({
    patient_member_id: needed(textAt(policy, 'subscriberId'), 'the member number of the policy'),
    patient_name: nameOf(patient),
    patient_dob: needed(textAt(patient, 'birthDate'), 'the date of birth'),
    procedure_code: procedureCode,
    units: numberAt(order, 'quantityQuantity', 'value') ?? 1,
    diagnosis_codes: [needed(diagnosis, 'the ICD-10-CM code of the reason')],
    provider_npi: needed(textAt(npi, 'value'), 'the NPI of the clinician'),
    service_date: serviceDay,
    urgency: textAt(order, 'priority') === 'urgent' ? 'expedited' : 'standard',
    attachments,
  })
  const authNumber = needed(textAt(row, 'auth_number'), 'the number of the request')
  while (textAt(row, 'status') === 'pending') {
    const due = textAt(row, 'decision_due_at')
    if (due === undefined) return { outcome: 'pended' }
    const { now } = await session.clock()
    const seconds = Math.ceil((Date.parse(due) - Date.parse(now)) / 1000)
    await session.wait({ seconds: Math.min(Math.max(seconds, 1), 31 * 86_400) })
    row = await portal.readPriorAuth(authNumber)
  }
  if (textAt(row, 'status') === 'approved') return { outcome: 'approved', authNumber }
  throw new Error(
    `Expected a request that is pending or approved, as the handbook knows them, got ${textAt(row, 'status')}.`,
  )
}

/** Step 8. */
async function close(
  session: TaskSession,
  item: FhirJson,
  order: FhirJson,
  { outcome, missing, authNumber }: Outcome,
): Promise<void> {
  if (authNumber !== undefined) {
    const value = [{ system: authorizationNumber, value: authNumber }]
    await session.fhir.patch('ServiceRequest', idOf(order), [{ op: 'add', path: '/identifier', value }])
  }
  const coding = [{ system: outcomeSystem, code: outcome }]
  await session.fhir.patch('Task', idOf(item), [
    { op: 'replace', path: '/status', value: statusOf[outcome] },
    { op: 'add', path: '/businessStatus', value: { coding } },
    ...(missing === undefined
      ? []
      : [{ op: 'add', path: '/statusReason', value: { coding: [{ system: documentTypeSystem, code: missing }] } }]),
  ])
}

function idOf(resource: FhirJson): string {
  return needed(textAt(resource, 'id'), 'an id')
}
