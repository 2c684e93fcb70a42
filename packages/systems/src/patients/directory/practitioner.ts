import { CODE_SYSTEM, concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { SPECIALTIES } from '../tables/specialties.js'
import { type Clinician, clinicianName } from './staff.js'

/** Returns the Practitioner of a clinician. */
export function buildPractitioner(clinician: Clinician): GeneratedResource {
  const mailbox = `${clinician.given}.${clinician.family}`
    .normalize('NFD')
    .replace(/[^A-Za-z.]/g, '')
    .toLowerCase()
  return {
    resourceType: 'Practitioner',
    id: clinician.id,
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: clinician.npi }],
    active: true,
    name: [{ use: 'official', family: clinician.family, given: [clinician.given], prefix: ['Dr.'] }],
    telecom: [{ system: 'email', value: `${mailbox}@alder-creek.example.org`, use: 'work' }],
    gender: clinician.sex,
  }
}

/** Returns the PractitionerRole with a clinician's specialty, organization and location. */
export function buildPractitionerRole(clinician: Clinician): GeneratedResource {
  return {
    resourceType: 'PractitionerRole',
    id: clinician.id.replace('prac-', 'role-'),
    active: true,
    practitioner: referenceTo('Practitioner', clinician.id, clinicianName(clinician)),
    organization: referenceTo('Organization', clinician.organizationId),
    specialty: [concept(CODE_SYSTEM.nucc, SPECIALTIES[clinician.specialty])],
    location: [referenceTo('Location', clinician.locationId)],
  }
}
