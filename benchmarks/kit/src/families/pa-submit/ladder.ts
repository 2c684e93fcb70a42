import type { JsonValue } from '@carebench/protocol'
import {
  authorizationNumberSystem,
  documentTypeSystem,
  type Outcome,
  outcomeSystem,
  outcomes,
} from '../../clinic/handbook.js'
import { type PayerKey, paperTypes, payerKeys, payers } from '../../clinic/payer-rules.js'
import { type Desk, listAt, memberAt, personIn, searchFhir, textAt } from '../../desk/desk.js'
import type { Flaws } from '../../desk/flaws.js'

const day = 86_400_000
const patchType = { 'content-type': 'application/json-patch+json' }

/** Works the authorization items of a patient, as the rungs of the ladder do. */
export async function workPaSubmit(desk: Desk, flaws: Flaws): Promise<void> {
  const patient = await findPatient(desk, flaws)
  if (patient === undefined) return
  const id = textAt(patient, '/id')
  const tasks = await searchFhir(desk, `Task?patient=Patient/${id}&status=requested`)
  for (const task of flaws.greedy ? tasks.slice(0, 1) : tasks) {
    const order = (await desk.call('GET', `fhir/${textAt(task, '/focus/reference')}`)).answer
    if (order === undefined) continue
    const { outcome, number, missing } = await workOrder(desk, { patient, order }, flaws)
    if (outcome === undefined) continue
    if (number !== undefined) await writeNumber(desk, textAt(order, '/id'), number)
    await close(desk, textAt(task, '/id'), outcome, missing)
  }
}

async function findPatient(desk: Desk, { greedy }: Flaws): Promise<JsonValue | undefined> {
  const { mrn, given, family, born } = personIn(desk.taskItem)
  if (mrn !== '') return (await searchFhir(desk, `Patient?identifier=${mrn}`))[0]
  const found = await searchFhir(desk, `Patient?family=${family}&given=${given}`)
  return greedy ? found[0] : found.find((patient) => textAt(patient, '/birthDate') === born)
}

interface Work {
  readonly patient: JsonValue
  readonly order: JsonValue
}

/** What an order came to; no outcome if the agent has left it. */
interface Settled {
  readonly outcome?: Outcome
  readonly number?: string
  readonly missing?: string
}

async function workOrder(desk: Desk, work: Work, flaws: Flaws): Promise<Settled> {
  const { patient, order } = work
  const documents = await searchFhir(desk, `DocumentReference?subject=Patient/${textAt(patient, '/id')}&_count=100`)
  if (!flaws.greedy && documents.some((document) => withdraws(document, order))) return { outcome: 'order-withdrawn' }
  const coverages = await searchFhir(desk, `Coverage?beneficiary=Patient/${textAt(patient, '/id')}`)
  const date = textAt(order, '/occurrenceDateTime')
  const covering = coverages.filter(
    (one) => flaws.greedy || (textAt(one, '/period/start') <= date && date <= textAt(one, '/period/end')),
  )
  const [coverage] = covering
  if (coverage === undefined) return { outcome: 'no-coverage' }
  if (flaws.recordOnly) return {}
  const payer = payerKeys.find((key) => textAt(coverage, '/payor/0/reference').endsWith(payers[key].organization))
  if (payer === undefined) return {}
  const wanted = await requirementsOf(desk, payer, work, flaws)
  if (wanted === undefined) return { outcome: 'not-required' }
  const attachments: JsonValue[] = []
  for (const { type, days } of wanted) {
    const fitting = documents.filter((document) => fits(document, { type, days, order }, flaws))
    const [newest] = fitting.toSorted((one, other) => (textAt(one, '/date') < textAt(other, '/date') ? 1 : -1))
    if (newest === undefined && !flaws.greedy) return { outcome: 'missing-document', missing: type }
    if (newest !== undefined) attachments.push({ document_type: type, text: contentOf(newest) })
  }
  return request(desk, { ...work, payer, coverage, attachments }, flaws)
}

function withdraws(document: JsonValue, order: JsonValue): boolean {
  if (textAt(document, '/type/coding/0/code') !== '34748-4' || textAt(document, '/docStatus') !== 'final') return false
  if (textAt(document, '/date').slice(0, 10) < textAt(order, '/authoredOn')) return false
  const text = contentOf(document)
  const place = textAt(order, '/bodySite/0/text')
  const sided = /^(right|left) /.test(place)
  return /withdr/i.test(text) && text.includes(textAt(order, '/code/text')) && (!sided || text.includes(place))
}

interface Wanted {
  readonly type: string
  readonly days: number
}

/** What the payer wants for an order; undefined if it requires no authorization. */
async function requirementsOf(
  desk: Desk,
  payer: PayerKey,
  { patient, order }: Work,
  flaws: Flaws,
): Promise<readonly Wanted[] | undefined> {
  const { name, service } = payers[payer]
  const { answer } = await desk.call('POST', `cds/cds-services/${service}`, {
    hook: 'order-sign',
    hookInstance: '0d2f2a1e-58a4-4a39-8a7e-5a2d1f0f7c11',
    context: {
      userId: textAt(order, '/requester/reference'),
      patientId: textAt(patient, '/id'),
      draftOrders: {
        resourceType: 'Bundle',
        type: 'collection',
        entry: [{ resource: { ...(order as object), status: 'draft' } }],
      },
    },
  })
  const summary = textAt(answer, '/cards/0/summary')
  if (summary === '' || summary.includes('no authorization')) return undefined
  const wanted = readWanted(textAt(answer, '/cards/0/detail'))
  if (flaws.greedy || flaws.outdated) return wanted
  const page = (await desk.call('GET', 'files/inbox/handbook/bulletins.txt')).text
  const code = textAt(order, '/code/coding/0/code')
  const now = textAt(desk.taskItem, '/inputs/today')
  const added = page.split(/\n(?=- )/).filter((entry) => {
    const [, from = '', until = ''] = /from (\S+) until ([\d-]*)/.exec(entry) ?? []
    const isInForce = from !== '' && from <= now && (until === '' || now <= until)
    return isInForce && entry.startsWith(`- ${name},`) && entry.includes(`(${code})`)
  })
  return [...wanted, ...added.flatMap((entry) => readWanted(entry))]
}

/** Types of documents with the days that they may be old, in a text that lists them. */
function readWanted(text: string): readonly Wanted[] {
  return Array.from(text.matchAll(/([a-z_]+_[a-z]+)(?: \([^\n]*\))?, at most (\d+) days/g), ([, type = '', days]) => ({
    type,
    days: Number(days),
  }))
}

function fits(
  document: JsonValue,
  { type, days, order }: Wanted & { readonly order: JsonValue },
  flaws: Flaws,
): boolean {
  const kind = Object.entries(paperTypes).find(([name]) => name === type)?.[1]
  if (kind === undefined || textAt(document, '/type/coding/0/code') !== kind.loinc) return false
  if (flaws.greedy) return true
  if (textAt(document, '/docStatus') !== 'final') return false
  const age = (Date.parse('2026-03-02') - Date.parse(textAt(document, '/date').slice(0, 10))) / day
  // The handbook of last year said half a year for every document.
  if (age > (flaws.outdated ? 180 : days)) return false
  const [, about] = /\nAbout: (.*)\n/.exec(contentOf(document)) ?? []
  if (about !== undefined && about !== textAt(order, '/bodySite/0/text')) return false
  const author = textAt(document, '/author/0/reference')
  return type !== 'clinical_note' || flaws.outdated === true || author === textAt(order, '/requester/reference')
}

function contentOf(document: JsonValue): string {
  const bytes = Uint8Array.from(
    atob(textAt(document, '/content/0/attachment/data')),
    (byte) => byte.codePointAt(0) ?? 0,
  )
  return new TextDecoder().decode(bytes)
}

interface Request extends Work {
  readonly payer: PayerKey
  readonly coverage: JsonValue
  readonly attachments: readonly JsonValue[]
}

async function request(
  desk: Desk,
  { patient, order, payer, coverage, attachments }: Request,
  flaws: Flaws,
): Promise<Settled> {
  const portal = payer === 'portal' ? 'portal' : `portal@${payer}`
  const reason = (await desk.call('GET', `fhir/${textAt(order, '/reasonReference/0/reference')}`)).answer
  const clinician = (await desk.call('GET', `fhir/${textAt(order, '/requester/reference')}`)).answer
  const { answer } = await desk.call('POST', `${portal}/prior-auths`, {
    patient_member_id: textAt(coverage, '/subscriberId'),
    patient_name: textAt(patient, '/name/0/text'),
    patient_dob: textAt(patient, '/birthDate'),
    procedure_code: textAt(order, '/code/coding/0/code'),
    units: Number(memberAt(order, '/quantityQuantity/value') ?? 1),
    diagnosis_codes: [textAt(reason, '/code/coding/0/code')],
    provider_npi: textAt(listAt(clinician, '/identifier')[0], '/value'),
    service_date: textAt(order, '/occurrenceDateTime'),
    urgency: textAt(order, '/priority') === 'urgent' ? 'expedited' : 'standard',
    attachments: [...attachments],
  })
  const number = textAt(answer, '/auth_number')
  let status = textAt(answer, '/status')
  const due = textAt(answer, '/decision_due_at')
  if (status === 'pending' && due !== '' && !flaws.hasty) {
    const now = textAt((await desk.call('GET', 'clock')).answer, '/now')
    await desk.call('POST', 'wait', { seconds: Math.max(1, Math.ceil((Date.parse(due) - Date.parse(now)) / 1000)) })
    status = textAt((await desk.call('GET', `${portal}/prior-auths/${number}`)).answer, '/status')
  }
  return status === 'approved' ? { outcome: 'approved', number } : { outcome: 'pended' }
}

async function writeNumber(desk: Desk, order: string, number: string): Promise<void> {
  const identifier = [{ system: authorizationNumberSystem, value: number }]
  await desk.call(
    'PATCH',
    `fhir/ServiceRequest/${order}`,
    [{ op: 'add', path: '/identifier', value: identifier }],
    patchType,
  )
}

async function close(desk: Desk, task: string, outcome: Outcome, missing: string | undefined): Promise<void> {
  const added = {
    businessStatus: { coding: [{ system: outcomeSystem, code: outcome }] },
    ...(missing !== undefined && { statusReason: { coding: [{ system: documentTypeSystem, code: missing }] } }),
  }
  const patch = [
    { op: 'replace', path: '/status', value: outcomes[outcome].status },
    ...Object.entries(added).map(([name, value]) => ({ op: 'add', path: `/${name}`, value })),
  ]
  await desk.call('PATCH', `fhir/Task/${task}`, patch, patchType)
}
