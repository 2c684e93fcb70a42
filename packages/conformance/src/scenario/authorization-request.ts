type Json = Readonly<Record<string, unknown>>

const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/'
const x12 = 'https://codesystem.x12.org/005010/'

function concept(system: string, code: string): Json {
  return { coding: [{ system, code }] }
}

const npi = 'http://hl7.org/fhir/sid/us-npi'

export const insurer = { resourceType: 'Organization', id: 'insurer', active: true, name: 'Bay Health Plan' }
export const otherInsurer = { resourceType: 'Organization', id: 'other', active: true, name: 'Northern Mutual' }

const patient = {
  resourceType: 'Patient',
  id: 'p1',
  identifier: [{ system: 'http://clinic.example.org/mrn', value: 'MRN-1' }],
  name: [{ family: 'Larsen', given: ['Ida'] }],
  gender: 'female',
  birthDate: '1980-01-01',
}
const clinic = {
  resourceType: 'Organization',
  id: 'clinic',
  active: true,
  name: 'Harbor Clinic',
  identifier: [{ system: npi, value: '1234567893' }],
}

/** Creates the Coverage of the patient by an insurer. */
export function coverageBy(payor: string): Json {
  return {
    resourceType: 'Coverage',
    id: 'v1',
    status: 'active',
    identifier: [{ type: concept('http://terminology.hl7.org/CodeSystem/v2-0203', 'MB'), value: 'M-2002' }],
    subscriberId: 'M-2002',
    beneficiary: { reference: 'Patient/p1' },
    relationship: concept(`${x12}1069`, '18'),
    payor: [{ reference: `Organization/${payor}` }],
  }
}

/** The resources of the chart. */
export const chart: readonly Json[] = [patient, clinic, insurer, otherInsurer, coverageBy('insurer')]

/** Creates an order of a service by its CPT code. */
export function createOrder(code: string): Json {
  return {
    resourceType: 'ServiceRequest',
    id: 'order',
    status: 'draft',
    intent: 'order',
    subject: { reference: 'Patient/p1' },
    code: concept('http://www.ama-assn.org/go/cpt', code),
    requester: { reference: 'Organization/clinic' },
  }
}

/** Creates a PAS request for a service: a Bundle with a Claim, whose item also has the extensions in `more`. */
export function createRequest(id: string, code: string, to = 'insurer', more: readonly Json[] = []): Json {
  const place = 'https://www.cms.gov/Medicare/Coding/place-of-service-codes/Place_of_Service_Code_Set'
  const item = {
    extension: [
      { url: `${pas}extension-serviceItemRequestType`, valueCodeableConcept: concept(`${x12}1525`, 'HS') },
      { url: `${pas}extension-certificationType`, valueCodeableConcept: concept(`${x12}1322`, 'I') },
      ...more,
    ],
    sequence: 1,
    category: concept(`${x12}1365`, '2'),
    productOrService: concept('http://www.ama-assn.org/go/cpt', code),
    servicedDate: '2026-04-01',
    locationCodeableConcept: concept(place, '11'),
  }
  const claim = {
    resourceType: 'Claim',
    id,
    identifier: [{ system: 'http://clinic.example.org/trace', value: id }],
    status: 'active',
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    use: 'preauthorization',
    patient: { reference: 'Patient/p1' },
    created: '2026-03-02T09:00:00Z',
    insurer: { reference: `Organization/${to}` },
    provider: { reference: 'Organization/clinic' },
    priority: concept('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    diagnosis: [{ sequence: 1, diagnosisCodeableConcept: concept('http://hl7.org/fhir/sid/icd-10-cm', 'G43.909') }],
    insurance: [{ sequence: 1, focal: true, coverage: { reference: 'Coverage/v1' } }],
    item: [item],
  }
  const resources: readonly Json[] = [claim, patient, clinic, to === 'other' ? otherInsurer : insurer, coverageBy(to)]
  return {
    resourceType: 'Bundle',
    type: 'collection',
    identifier: { system: 'http://clinic.example.org/bundles', value: id },
    timestamp: '2026-03-02T09:00:00Z',
    entry: resources.map((resource) => ({
      fullUrl: `http://clinic.example.org/fhir/${resource.resourceType}/${resource.id}`,
      resource,
    })),
  }
}

/** An extension that marks an item as changed since an earlier request. */
export const changed: Json = { url: `${pas}extension-infoChanged`, valueCode: 'changed' }

const backport = 'http://hl7.org/fhir/uv/subscriptions-backport/StructureDefinition/'

/** A Subscription to the decisions on the requests of the clinic. */
export const subscription: Json = {
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'Decisions',
  criteria: 'http://hl7.org/fhir/us/davinci-pas/SubscriptionTopic/PASSubscriptionTopic',
  _criteria: { extension: [{ url: `${backport}backport-filter-criteria`, valueString: 'orgIdentifier=1234567893' }] },
  channel: {
    type: 'rest-hook',
    endpoint: 'https://clinic.example.org/notified',
    payload: 'application/fhir+json',
    _payload: { extension: [{ url: `${backport}backport-payload-content`, valueCode: 'full-resource' }] },
  },
}
