import {
  pasBundle,
  pasClaim,
  pasDocument,
  pasItem,
  pasParties,
} from '../../../packages/systems/src/testing/pas-bundle.js'
import type { Json } from '../worst/world.js'
import type { AgentCall, AgentResponse, Knowledge } from './sequence.js'
import { each, fhirJson, post, type Writer } from './writer.js'

const questionnaires = 'fhir/Questionnaire/$'

/** Finds up to 20 resources of a type in the chart; returns `others` if there are none, or no FHIR system. */
function* findResources(
  { endpoints }: Knowledge,
  type: string,
  others: readonly Json[],
): Generator<AgentCall, readonly Json[], AgentResponse> {
  if (endpoints.fhir === undefined) return others
  const { text } = yield { method: 'GET', group: 'fhir', path: `/${type}?_count=20` }
  const found: readonly Json[] = (JSON.parse(text).entry ?? []).map(({ resource }: Json) => resource)
  return found.length === 0 ? others : found
}

function draftOrder(patient: string) {
  const code = { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '72148' }] }
  const subject = { reference: patient }
  return { resourceType: 'ServiceRequest', id: 'draft', status: 'draft', intent: 'order', code, subject }
}

/**
 * Returns a writer that sends each text in the note of an order, with a Coverage of the same patient from the chart.
 */
function aboutOrders(make: (order: Json, coverage: Json, patient: string) => Omit<AgentCall, 'group'>): Writer {
  return function* (knowledge, group, texts) {
    const coverages = yield* findResources(knowledge, 'Coverage', pasParties.slice(1, 2))
    const found = yield* findResources(knowledge, 'ServiceRequest', [])
    for (let number = 0; number < texts.count; number++) {
      const coverage = coverages[number % coverages.length]
      const patient: string = coverage?.beneficiary?.reference ?? 'Patient/p1'
      const own = found.filter(({ subject }) => subject?.reference === patient)
      const order = own[number % Math.max(1, own.length)] ?? draftOrder(patient)
      yield { group, ...make({ ...order, note: [{ text: texts.at(number) }] }, coverage, patient) }
    }
  }
}

function parameters(...parameter: object[]) {
  return { resourceType: 'Parameters', parameter }
}

/** Functions that send texts to the electronic interfaces of a payer, by a name for readers. */
export const payerWriters: Readonly<Record<string, Writer>> = {
  'orders to sign': aboutOrders((order, coverage, patient) => {
    const draftOrders = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] }
    const context = { userId: 'Practitioner/p1', patientId: patient.split('/')[1], draftOrders }
    const hookInstance = 'd1577c69-dfbe-44ad-ba6d-3e05e953b2ea'
    return post({ hook: 'order-sign', hookInstance, context, prefetch: { coverage } }, '/cds-services/order-sign-crd')
  }),
  'orders for questionnaires': aboutOrders((order, coverage) => {
    const asked = [
      { name: 'coverage', resource: coverage },
      { name: 'order', resource: order },
    ]
    return post(parameters(...asked), `/${questionnaires}questionnaire-package`, fhirJson)
  }),
  'answers of adaptive questionnaires': each((text, number) => {
    const item = [{ linkId: 'q', answer: [{ valueString: text }] }]
    const questionnaire = `https://carebench.example.org/payer/Questionnaire/q${number}-adaptive|1`
    const resource = { resourceType: 'QuestionnaireResponse', questionnaire, status: 'in-progress', item }
    return post(parameters({ name: 'questionnaire-response', resource }), `/${questionnaires}next-question`, fhirJson)
  }),
  'submissions with supporting information': each((text, number) => {
    const category = { text: 'note' }
    const supportingInfo = [{ sequence: 1, category, valueString: text }]
    const items = Array.from({ length: 1 + (number % 20) }, (_, at) => pasItem(at + 1, '72148'))
    const bundle = pasBundle(pasClaim(`c${number}`, items, { supportingInfo }))
    return post(bundle, '/fhir/Claim/$submit', fhirJson)
  }),
  'inquiries with documents': each((text, number) => {
    const bundle = pasBundle(pasClaim(`q${number}`, []), [pasDocument('d', 'note', encodeURIComponent(text))])
    return post(bundle, '/fhir/Claim/$inquire', fhirJson)
  }),
  attachments: each((text, number) => {
    const content = pasDocument('d', 'imaging_report', encodeURIComponent(text))
    const sent = [
      { name: 'TrackingId', valueIdentifier: { value: `T-${number}` } },
      { name: 'AttachTo', valueCode: 'preauthorization' },
      { name: 'MemberId', valueIdentifier: { value: 'MBR-1001' } },
      { name: 'ProviderId', valueIdentifier: { value: '1234567893' } },
      { name: 'Attachment', part: [{ name: 'Content', resource: content }] },
    ]
    return post(parameters(...sent), '/fhir/$submit-attachment', fhirJson)
  }),
}
