import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { PayerConfig } from '../../packages/systems/src/payer/config.js'
import type { Policy } from '../../packages/systems/src/policy/policy-schema.js'
import { openPayers } from '../../packages/systems/src/testing/open-payers.js'
import {
  pasBundle,
  pasClaim,
  pasDocument,
  pasItem,
  pasParties,
  pasSupport,
} from '../../packages/systems/src/testing/pas-bundle.js'

const policy: Policy = {
  id: 'knee',
  title: 'Total knee replacement',
  version: '1',
  services: [{ code: '27447' }],
  documents: ['imaging_report'],
  statements: {
    bmi: {
      question: 'What is the body mass index?',
      answer_type: 'number',
      unit: 'kg/m2',
      enough: { at_most: 40 },
      fact: { search: 'Observation?code=39156-5', value: 'value-quantity', within_days: 90 },
    },
    weight_loss: { question: 'Has weight been lost?', fact: { search: 'Condition?code=R63.4' } },
    since: { question: 'Since when is there pain?', answer_type: 'date', enough: { within_days: 365 } },
    grade: { question: 'Which grade?', answer_type: 'choice', options: ['3', '4'], enough: { one_of: ['4'] } },
  },
  criteria: { all: [{ any: ['bmi', 'weight_loss'] }, 'since', 'grade'] },
}
const rule = { approved_units: 4, valid_days: 60, reason: 'Half of it.', reason_code: '0F' }
const decisions: readonly PayerConfig[] = [
  { default_determination: { status: 'approved', valid_days: 60 } },
  { default_determination: { status: 'denied', reason: 'Not medically necessary.', reason_code: '0F' } },
  { default_determination: { status: 'pending' } },
  { default_determination: { status: 'approved', delay_seconds: 60 } },
  { default_determination: { status: 'more_information', reason: 'Send the notes.', requires: ['clinical_note'] } },
  { determinations: [{ procedure_code: '97110', status: 'approved', ...rule }], duplicates: 'deny' },
  { accept_unknown_members: false },
  { policies: [policy] },
]

const order: JsonObject = {
  resourceType: 'ServiceRequest',
  id: 'order',
  status: 'draft',
  intent: 'order',
  subject: { reference: 'Patient/p1' },
  code: { coding: [{ system: 'http://www.ama-assn.org/go/cpt', code: '27447' }] },
  requester: { reference: 'Organization/clinic' },
}
const hook = {
  hook: 'order-sign',
  hookInstance: '00000000-0000-4000-8000-000000000000',
  context: {
    userId: 'Practitioner/d',
    patientId: 'p1',
    draftOrders: { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] },
  },
}
const parameters = (...parameter: JsonObject[]) => ({ resourceType: 'Parameters', parameter })
const packaged = parameters({ name: 'coverage', resource: pasParties[1] ?? {} }, { name: 'order', resource: order })

const profile = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/profile-pas-request-bundle'

/** A Bundle of PAS that claims its profile, and so is checked itself. */
function claimed(bundle: JsonObject): JsonObject {
  return { ...bundle, meta: { profile: [profile] } }
}

/** Requests of CRD, DTR and PAS, and what a payer answers to them, by how it decides them. */
export function* electronicResponses(): Generator<JsonValue> {
  for (const decision of decisions) {
    const config = { accept_unknown_members: true, ...decision }
    const { electronic } = openPayers({ Payer: { config } }, {}, pasParties)
    const items = [pasItem(1, '27447'), pasItem(2, '97110', { quantity: { value: 8 } })]
    const claim = pasClaim('c1', items, { supportingInfo: [pasSupport(1, 'DocumentReference/note')] })
    const type = { coding: [{ system: 'http://loinc.org', code: '11506-3' }] }
    const note = { ...pasDocument('note', 'clinical_note', 'Pain for eight weeks.'), type }
    const requests = [pasBundle(claim, [note]), pasBundle(pasClaim('c2', [pasItem(1, '97110')]))]
    yield* requests.map(claimed)
    yield electronic('POST', 'cds-services/order-sign-crd', hook).json
    yield electronic('POST', 'fhir/Questionnaire/$questionnaire-package', packaged).json
    for (const request of requests) yield electronic('POST', 'fhir/Claim/$submit', request).json
    yield electronic('POST', 'fhir/Claim/$inquire', pasBundle(pasClaim('q1', [pasItem(1, '27447')]))).json
    yield electronic('GET', 'fhir/metadata').json
  }
  // Only the package of DTR 2.0.1 can be had, so that a draft is held against the guide that it follows.
  const older: PayerConfig = { accept_unknown_members: true, policies: [policy], electronic: { version: '2.0' } }
  const { electronic } = openPayers({ Payer: { config: older } }, {}, pasParties)
  // The Bundle by itself: inside of Parameters, the validator takes these for %resource in bdl-3 and bdl-4.
  const { parameter } = electronic('POST', 'fhir/Questionnaire/$questionnaire-package', packaged).json as {
    readonly parameter: readonly { readonly resource: JsonObject }[]
  }
  for (const { resource } of parameter) yield resource
}
