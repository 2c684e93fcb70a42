import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { PayerConfig } from '../../packages/systems/src/payer/config.js'
import { objectsIn, valueAt } from '../../packages/systems/src/payer/electronic/fhir/element.js'
import { backportUrl, questionnaireUrl } from '../../packages/systems/src/payer/electronic/fhir/urls.js'
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
  { policies: [{ id: 'visits', title: 'Visits', version: '1', limits: { units: 4, period_days: 30 } }] },
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
const bundled = { resourceType: 'Bundle', type: 'collection', entry: [{ resource: order }] }
const appointment = {
  resourceType: 'Appointment',
  id: 'appointment',
  status: 'proposed',
  basedOn: [{ reference: 'ServiceRequest/order' }],
  participant: [{ actor: { reference: 'Patient/p1' }, status: 'needs-action' }],
}
const who = { userId: 'Practitioner/d', patientId: 'p1' }
const contexts: Readonly<Record<string, JsonObject>> = {
  'order-sign': { ...who, draftOrders: bundled },
  'order-select': { ...who, selections: ['ServiceRequest/order'], draftOrders: bundled },
  'order-dispatch': { patientId: 'p1', dispatchedOrders: ['ServiceRequest/order'], performer: 'Organization/clinic' },
  'appointment-book': { ...who, appointments: { ...bundled, entry: [{ resource: appointment }] } },
  'encounter-start': { ...who, encounterId: 'e1' },
}
const pasUrl = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/'
const profile = `${pasUrl}profile-pas-request-bundle`

function parameters(...parameter: JsonObject[]): JsonObject {
  return { resourceType: 'Parameters', parameter }
}

/** Returns a Bundle of PAS with its profile in `meta.profile`, so that validators check the Bundle itself too. */
function claimed(bundle: JsonObject): JsonObject {
  return { ...bundle, meta: { profile: [profile] } }
}

type Call = ReturnType<typeof openPayers>['electronic']
type Version = '2.0' | '2.2'

function open(config: PayerConfig, version: Version) {
  return openPayers({ Payer: { config: { electronic: { version }, ...config } } }, {}, [...pasParties, order])
}

/** Returns an update of a request, with lines withdrawn, changed and added. */
function makeUpdate(claim: JsonObject, items: readonly JsonObject[]): JsonObject {
  const relationship = {
    coding: [{ system: 'http://terminology.hl7.org/CodeSystem/ex-relatedclaimrelationship', code: 'prior' }],
  }
  const related = [{ claim: { reference: `Claim/${claim.id}` }, relationship }]
  const { supportingInfo: _, ...more } = claim
  const update = pasClaim(`${claim.id}-2`, items, { ...more, id: `${claim.id}-2`, item: [...items], related })
  const identifier = [{ system: 'http://clinic.example.org/trace', value: `${claim.id}-2` }]
  return pasBundle({ ...update, identifier }, [claim])
}

function marked(item: JsonObject, change: 'added' | 'changed', isCancelled = false): JsonObject {
  const certification = {
    url: `${pasUrl}extension-certificationType`,
    valueCodeableConcept: { coding: [{ system: 'https://codesystem.x12.org/005010/1322', code: '3' }] },
  }
  const own = objectsIn(item.extension).filter(({ url }) => !isCancelled || url !== certification.url)
  return {
    ...item,
    extension: [
      ...own,
      ...(isCancelled ? [certification] : []),
      { url: `${pasUrl}extension-infoChanged`, valueCode: change },
    ],
    ...(isCancelled && {
      modifierExtension: [{ url: `${pasUrl}modifierextension-infoCancelled`, valueBoolean: true }],
    }),
  }
}

/** Submits a PAS request, its updates and its withdrawal, and inquires after each. */
function* submissions(electronic: Call, version: Version): Generator<JsonValue> {
  const items = [pasItem(1, '27447'), pasItem(2, '97110', { quantity: { value: 8 } })]
  const claim = pasClaim('c1', items, { supportingInfo: [pasSupport(1, 'DocumentReference/note')] })
  const type = { coding: [{ system: 'http://loinc.org', code: '11506-3' }] }
  const note = { ...pasDocument('note', 'clinical_note', 'Pain for eight weeks.'), type }
  const asking = pasBundle(pasClaim('q1', [pasItem(1, '27447')]))
  const other = pasClaim('c2', [pasItem(1, '97110')])
  const [first = {}, second = {}] = items
  const changed = makeUpdate(claim, [first, marked(second, 'changed', true), marked(pasItem(3, '97112'), 'added')])
  const withdrawn = makeUpdate(other, [marked(pasItem(1, '97110'), 'changed', true)])
  for (const request of [pasBundle(claim, [note]), pasBundle(other), changed, withdrawn]) {
    // The guide 2.0 has no place for the Claim that an update is of.
    if (version === '2.2' || (request !== changed && request !== withdrawn)) yield claimed(request)
    yield electronic('POST', 'fhir/Claim/$submit', request).json
    yield electronic('POST', 'fhir/Claim/$inquire', asking).json
  }
  yield electronic('POST', 'fhir/Claim/$submit', changed).json
}

/** Yields the rejections of each operation: of bodies that the payer cannot read, an unknown id and a wrong method. */
function* refusals(electronic: Call): Generator<JsonValue> {
  for (const body of [{}, { resourceType: 'Bundle', type: 'batch' }, pasBundle(pasClaim('c9', []))]) {
    yield electronic('POST', 'fhir/Claim/$submit', body).json
    yield electronic('POST', 'fhir/Claim/$inquire', body).json
  }
  for (const path of ['Questionnaire/$questionnaire-package', 'Questionnaire/$next-question', '$submit-attachment']) {
    yield electronic('POST', `fhir/${path}`, parameters()).json
  }
  yield electronic('POST', 'fhir/Subscription', { resourceType: 'Subscription' }).json
  yield electronic('GET', 'fhir/Subscription/none').json
  yield electronic('PUT', 'fhir/Claim/$submit', {}).json
  yield electronic('POST', 'cds-services/order-sign-crd', { hook: 'order-sign' }).json
}

/** Yields the coverage information that every hook returns. */
function* hooks(electronic: Call): Generator<JsonValue> {
  for (const [hook, context] of Object.entries(contexts)) {
    const call = { hook, hookInstance: '00000000-0000-4000-8000-000000000000', context }
    yield electronic('POST', `cds-services/${hook}-crd`, call).json
  }
}

/** Yields a package of forms for an order, and an adaptive form from its first question to its last. */
function* forms(electronic: Call, version: Version): Generator<JsonValue> {
  const coverage = { name: 'coverage', resource: pasParties[1] ?? {} }
  const path = 'fhir/Questionnaire/$questionnaire-package'
  yield electronic('POST', path, parameters(coverage, { name: 'order', resource: order })).json
  const adaptive = { name: 'questionnaire', valueCanonical: `${questionnaireUrl}knee-adaptive|1` }
  const { json } = electronic('POST', path, parameters(coverage, adaptive))
  yield json
  const entries = objectsIn(valueAt(objectsIn(json.parameter)[0], 'resource', 'entry'))
  const [form = {}, draft = {}] = entries.map(({ resource }) => resource as JsonObject)
  const { id: _, ...unnamed } = form
  let response: JsonObject = { ...draft, contained: [{ ...unnamed, id: 'form' }], questionnaire: '#form' }
  const values: Readonly<Record<string, JsonObject>> = {
    bmi: { valueDecimal: 31.5 },
    weight_loss: { valueBoolean: true },
    since: { valueDate: '2025-12-01' },
    grade: { valueString: '4' },
  }
  const origin = {
    url: 'http://hl7.org/fhir/us/davinci-dtr/StructureDefinition/information-origin',
    extension: [{ url: 'source', valueCode: version === '2.0' ? 'auto' : 'auto-client' }],
  }
  for (let question = 0; question < 10; question++) {
    const { json: next } = electronic('POST', 'fhir/Questionnaire/$next-question', response)
    yield next
    if (next.status !== 'in-progress') return
    const asked = objectsIn(valueAt(objectsIn(next.contained)[0], 'item'))
    const item = asked.map(({ linkId, text }) => {
      const value = values[String(linkId)] ?? {
        valueAttachment: { contentType: 'text/plain', data: btoa('Grade four.'), title: 'Report' },
      }
      return { linkId: String(linkId), text: String(text), answer: [{ extension: [origin], ...value }] }
    })
    response = { ...next, item }
  }
}

/** Yields the responses to attachments that the payer takes, holds and rejects. */
function* attachments(electronic: Call): Generator<JsonValue> {
  const { json } = electronic('POST', 'fhir/Claim/$submit', pasBundle(pasClaim('a1', [pasItem(1, '97110')])))
  const asked = objectsIn(json.entry).find(
    ({ resource }) => valueAt(resource, 'resourceType') === 'CommunicationRequest',
  )
  const tracking = objectsIn(valueAt(asked, 'resource', 'identifier'))[0] ?? {}
  for (const valueIdentifier of [tracking, { value: 'other' }, {}]) {
    const document = pasDocument('note', 'clinical_note', 'Pain for eight weeks.')
    const call = parameters(
      { name: 'TrackingId', valueIdentifier },
      { name: 'AttachTo', valueCode: 'preauthorization' },
      { name: 'MemberId', valueIdentifier: { value: 'MBR-1001' } },
      { name: 'ProviderId', valueIdentifier: { value: '1234567893' } },
      { name: 'Attachment', part: [{ name: 'Content', resource: document }] },
    )
    yield electronic('POST', 'fhir/$submit-attachment', call).json
  }
}

/** Yields a subscription from its creation until it is switched off, with the notification of a decision. */
function* notified(version: Version): Generator<JsonValue> {
  const config: PayerConfig = {
    accept_unknown_members: true,
    default_determination: { status: 'approved', delay_seconds: 60 },
  }
  const { electronic, advance } = open(config, version)
  const profiles = ['http://hl7.org/fhir/us/davinci-pas/StructureDefinition/profile-subscription']
  const subscription = {
    resourceType: 'Subscription',
    ...(version === '2.2' && { meta: { profile: profiles } }),
    status: 'requested',
    reason: 'Decisions on our requests.',
    criteria: 'http://hl7.org/fhir/us/davinci-pas/SubscriptionTopic/PASSubscriptionTopic',
    _criteria: {
      extension: [{ url: `${backportUrl}backport-filter-criteria`, valueString: 'orgIdentifier=1234567893' }],
    },
    channel: {
      type: 'rest-hook',
      endpoint: 'https://clinic.example.org/notifications',
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: `${backportUrl}backport-payload-content`, valueCode: 'full-resource' }] },
    },
  }
  const { json } = electronic('POST', 'fhir/Subscription', subscription)
  yield json
  electronic('POST', 'fhir/Claim/$submit', pasBundle(pasClaim('s1', [pasItem(1, '97110')])))
  advance(120)
  const path = `fhir/Subscription/${json.id}`
  for (const below of ['', '/$status', '/$events']) yield electronic('GET', path + below).json
  yield electronic('PUT', path, { ...subscription, status: 'off' }).json
}

/** Requests of CRD, DTR, PAS and CDex, and everything that a payer of a version answers, by how it decides them. */
export function* electronicResponses(version: Version): Generator<JsonValue> {
  for (const decision of decisions) {
    const config = { accept_unknown_members: true, ...decision }
    const { electronic } = open(config, version)
    yield* hooks(electronic)
    yield* submissions(electronic, version)
    // Hooks now say `satisfied` for the approved services.
    yield* hooks(electronic)
  }
  const { electronic } = open({ accept_unknown_members: true, policies: [policy] }, version)
  yield* forms(electronic, version)
  yield* refusals(electronic)
  yield* attachments(open({ accept_unknown_members: true, ...decisions[4] }, version).electronic)
  yield* notified(version)
  yield electronic('GET', 'fhir/metadata').json
}
