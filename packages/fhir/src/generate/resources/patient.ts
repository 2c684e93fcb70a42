import { toDate, toDateTime } from '../calendar.js'
import { coding, hl7Concept } from '../coding.js'
import { type FhirResource, referenceTo } from '../fhir-resource.js'
import { type Chart, patientName } from '../life/chart.js'

/** The Patient. */
export function buildPatient(chart: Chart): FhirResource {
  const { person, staff } = chart
  const usual = chart.visits.findLast((visit) => ['followUp', 'wellness', 'wellChild'].includes(visit.kind))
  const organizationId = usual?.clinician.organizationId ?? staff[0]?.organizationId
  return {
    resourceType: 'Patient',
    id: person.id,
    identifier: [
      {
        use: 'usual',
        type: hl7Concept('v2-0203', 'MR', 'Medical record number'),
        system: 'https://carebench.example.org/mrn',
        value: person.mrn,
      },
    ],
    active: person.death === undefined,
    name: [{ use: 'official', text: patientName(person), family: person.family, given: [person.given, person.middle] }],
    telecom: [
      { system: 'phone', value: person.phone, use: 'mobile' },
      { system: 'email', value: person.email },
    ],
    gender: person.sex,
    birthDate: toDate(person.birth),
    ...(person.death !== undefined && { deceasedDateTime: toDateTime(person.death) }),
    address: [
      {
        use: 'home',
        line: [person.street],
        city: person.place.city,
        state: person.place.state,
        postalCode: person.place.postalCode,
        country: 'US',
      },
    ],
    maritalStatus: hl7Concept(
      'v3-MaritalStatus',
      person.married ? 'M' : 'S',
      person.married ? 'Married' : 'Never Married',
    ),
    communication: [{ language: { coding: [coding('urn:ietf:bcp:47', 'en', 'English')] }, preferred: true }],
    ...(organizationId !== undefined && { managingOrganization: referenceTo('Organization', organizationId) }),
  }
}
