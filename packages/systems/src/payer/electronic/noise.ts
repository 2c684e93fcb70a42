import type { JsonObject } from '@carebench/protocol'
import { noiseCall, noiseText, readJson, readMember } from '../../noise.js'
import type { NoiseScript } from '../../simulator.js'
import { objectsIn } from './fhir/element.js'
import { backportUrl, systems } from './fhir/urls.js'
import { pasTopic } from './pas/notifications.js'
import { writeRequest } from './pas/write-request.js'

const service = { coding: [{ system: systems.cpt, code: '99213' }] }
const order = { resourceType: 'ServiceRequest', id: 'NOISE', status: 'draft', intent: 'order', code: service }
const bundle = writeRequest('NOISE', {
  patient_member_id: 'NOISE-1',
  patient_name: noiseText,
  patient_dob: '1970-01-01',
  procedure_code: '99213',
  units: 1,
  additional_services: [],
  diagnosis_codes: [],
  provider_npi: '1234567893',
  service_date: '2000-01-01',
})
const [, patient = {}, coverage = {}] = objectsIn(bundle.entry).map(({ resource }) => resource as JsonObject)
const subscription = {
  resourceType: 'Subscription',
  criteria: pasTopic,
  _criteria: {
    extension: [{ url: `${backportUrl}backport-filter-criteria`, valueString: 'orgIdentifier=1234567893' }],
  },
  channel: {
    type: 'rest-hook',
    _payload: { extension: [{ url: `${backportUrl}backport-payload-content`, valueCode: 'full-resource' }] },
  },
}
const document = {
  resourceType: 'DocumentReference',
  type: { text: noiseText },
  content: [{ attachment: { contentType: 'text/plain', data: 'bm9pc2U=' } }],
}

function createParameters(...parameter: JsonObject[]): JsonObject {
  return { resourceType: 'Parameters', parameter }
}

/** Yields a call of every operation of the interfaces except `$next-question` and changing a subscription. */
export function* electronicNoise(): NoiseScript {
  const post = (path: string, json: JsonObject) => noiseCall('payer', 'POST', path, { json })
  const get = (path: string) => noiseCall('payer', 'GET', path)
  yield get('cds-services')
  yield get('fhir/metadata')
  yield post('cds-services/order-sign-crd', {
    hook: 'order-sign',
    hookInstance: '00000000-0000-4000-8000-000000000000',
    context: {
      userId: 'Practitioner/NOISE',
      patientId: 'NOISE',
      draftOrders: { resourceType: 'Bundle', entry: [{ resource: order }] },
    },
    prefetch: { patient, coverage },
  })
  const forOrder = [
    { name: 'coverage', resource: coverage },
    { name: 'order', resource: order },
  ]
  yield post('fhir/Questionnaire/$questionnaire-package', createParameters(...forOrder))
  yield post('fhir/Claim/$submit', bundle)
  yield post('fhir/Claim/$inquire', bundle)
  const subscribed = yield post('fhir/Subscription', subscription)
  const id = readMember(readJson(subscribed), 'id')
  for (const below of ['', '/$status', '/$events']) yield get(`fhir/Subscription/${id}${below}`)
  yield post(
    'fhir/$submit-attachment',
    createParameters(
      { name: 'TrackingId', valueIdentifier: { value: 'NOISE' } },
      { name: 'AttachTo', valueCode: 'preauthorization' },
      { name: 'MemberId', valueIdentifier: { value: 'NOISE-1' } },
      { name: 'ProviderId', valueIdentifier: { value: '1234567893' } },
      { name: 'Attachment', part: [{ name: 'Content', resource: document }] },
    ),
  )
  yield post('fhir/Questionnaire/$log-questionnaire-errors', {
    ...createParameters(
      { name: 'questionnaire', valueCanonical: noiseText },
      { name: 'operationOutcome', resource: { resourceType: 'OperationOutcome' } },
    ),
  })
  yield noiseCall('payer', 'DELETE', `fhir/Subscription/${id}`)
}
