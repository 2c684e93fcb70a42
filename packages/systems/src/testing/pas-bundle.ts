import type { JsonObject } from '@carebench/protocol'

// For tests of this package only.

const base = 'http://clinic.example.org/fhir/'
const pas = 'http://hl7.org/fhir/us/davinci-pas/StructureDefinition/'

function concept(system: string, code: string) {
  return { coding: [{ system, code }] }
}

const patient = {
  resourceType: 'Patient',
  id: 'p1',
  identifier: [{ system: 'http://clinic.example.org/mrn', value: 'MRN-1001' }],
  name: [{ family: 'Sample', given: ['Jordan'] }],
  gender: 'female',
  birthDate: '1961-04-30',
}
const coverage = {
  resourceType: 'Coverage',
  id: 'v1',
  identifier: [{ type: concept('http://terminology.hl7.org/CodeSystem/v2-0203', 'MB'), value: 'MBR-1001' }],
  status: 'active',
  subscriberId: 'MBR-1001',
  beneficiary: { reference: 'Patient/p1' },
  relationship: concept('https://codesystem.x12.org/005010/1069', '18'),
  payor: [{ reference: 'Organization/insurer' }],
}
const insurer = { resourceType: 'Organization', id: 'insurer', active: true, name: 'Bay Health Plan' }
const clinic = {
  resourceType: 'Organization',
  id: 'clinic',
  active: true,
  name: 'Harbor Clinic',
  identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: '1234567893' }],
}

/** The resources that every request has besides its Claim. */
export const pasParties: readonly JsonObject[] = [patient, coverage, insurer, clinic]

/** Returns an item of a Claim; the code is one of CPT. */
export function pasItem(sequence: number, code: string, more: JsonObject = {}): JsonObject {
  const { extension = [], ...members } = more
  const own = extension as JsonObject[]
  const common: JsonObject[] = [
    {
      url: `${pas}extension-serviceItemRequestType`,
      valueCodeableConcept: concept('https://codesystem.x12.org/005010/1525', 'HS'),
    },
    {
      url: `${pas}extension-certificationType`,
      valueCodeableConcept: concept('https://codesystem.x12.org/005010/1322', 'I'),
    },
  ]
  return {
    extension: [...common.filter(({ url }) => !own.some((one) => one.url === url)), ...own],
    sequence,
    category: concept('https://codesystem.x12.org/005010/1365', '2'),
    productOrService: concept('http://www.ama-assn.org/go/cpt', code),
    servicedDate: '2026-01-20',
    locationCodeableConcept: concept(
      'https://www.cms.gov/Medicare/Coding/place-of-service-codes/Place_of_Service_Code_Set',
      '11',
    ),
    ...members,
  }
}

/** Returns a Claim of the patient, with additional members. */
export function pasClaim(id: string, item: readonly JsonObject[], more: JsonObject = {}): JsonObject {
  return {
    resourceType: 'Claim',
    id,
    identifier: [{ system: 'http://clinic.example.org/trace', value: id }],
    status: 'active',
    type: concept('http://terminology.hl7.org/CodeSystem/claim-type', 'professional'),
    use: 'preauthorization',
    patient: { reference: 'Patient/p1' },
    created: '2026-01-05T09:00:00Z',
    insurer: { reference: 'Organization/insurer' },
    provider: { reference: 'Organization/clinic' },
    priority: concept('http://terminology.hl7.org/CodeSystem/processpriority', 'normal'),
    diagnosis: [{ sequence: 1, diagnosisCodeableConcept: concept('http://hl7.org/fhir/sid/icd-10-cm', 'M54.16') }],
    insurance: [{ sequence: 1, focal: true, coverage: { reference: 'Coverage/v1' } }],
    item: [...item],
    ...more,
  }
}

/** Returns the Bundle of a Claim, with additional resources. */
export function pasBundle(claim: JsonObject, more: readonly JsonObject[] = []): JsonObject {
  const resources = [claim, ...pasParties, ...more]
  return {
    resourceType: 'Bundle',
    identifier: { system: 'http://clinic.example.org/bundles', value: String(claim.id) },
    type: 'collection',
    timestamp: '2026-01-05T09:00:00Z',
    entry: resources.map((resource) => ({ fullUrl: `${base}${resource.resourceType}/${resource.id}`, resource })),
  }
}

/** Returns a DocumentReference with a text. */
export function pasDocument(id: string, type: string, text: string): JsonObject {
  return {
    resourceType: 'DocumentReference',
    id,
    status: 'current',
    type: { text: type },
    category: [concept('http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category', 'clinical-note')],
    subject: { reference: 'Patient/p1' },
    content: [{ attachment: { contentType: 'text/plain', data: btoa(text) } }],
  }
}

/** Returns supporting information of a Claim that refers to a resource. */
export function pasSupport(sequence: number, reference: string): JsonObject {
  const category = concept('http://hl7.org/fhir/us/davinci-pas/CodeSystem/PASTempCodes', 'additionalInformation')
  const reportType = { coding: [{ system: 'https://codesystem.x12.org/005010/755', code: '77' }] }
  const document = {
    url: `${pas}extension-documentInformation`,
    extension: [{ url: 'reportTypeCode', valueCodeableConcept: reportType }],
  }
  return { extension: [document], sequence, category, valueReference: { reference } }
}
