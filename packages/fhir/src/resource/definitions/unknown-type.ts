import { FhirError } from '../fhir-error.js'
import { isResourceType, resourceTypes } from '../resource-types.js'
import { findClosestName } from './closest-name.js'

/** Common other names of R4 resource types, in lower case and without a plural `s`. */
const otherTypes: Readonly<Record<string, string>> = {
  allergie: 'AllergyIntolerance',
  allergy: 'AllergyIntolerance',
  assessment: 'QuestionnaireResponse',
  careteammember: 'CareTeam',
  clinicalnote: 'DocumentReference',
  diagnose: 'Condition',
  diagnosi: 'Condition',
  doctor: 'Practitioner',
  document: 'DocumentReference',
  drug: 'Medication',
  facility: 'Location',
  hospital: 'Organization',
  imaging: 'ImagingStudy',
  insurance: 'Coverage',
  lab: 'Observation',
  labresult: 'Observation',
  laboratory: 'Observation',
  med: 'MedicationRequest',
  medicationorder: 'MedicationRequest',
  message: 'Communication',
  note: 'DocumentReference',
  order: 'ServiceRequest',
  payer: 'Organization',
  prescription: 'MedicationRequest',
  problem: 'Condition',
  provider: 'Practitioner',
  referral: 'ServiceRequest',
  report: 'DiagnosticReport',
  user: 'Practitioner',
  vaccination: 'Immunization',
  vaccine: 'Immunization',
  visit: 'Encounter',
  vital: 'Observation',
  vitalsign: 'Observation',
}

/** Returns the resource type that an unknown name probably means; undefined if none is similar. */
export function suggestType(written: string): string | undefined {
  const single = written
    .toLowerCase()
    .replace(/[-_\s]/g, '')
    .replace(/s$/, '')
  const same = resourceTypes.find((type) => type.toLowerCase().replace(/s$/, '') === single)
  if (same !== undefined) return same
  const ies = resourceTypes.find((type) => `${type.toLowerCase().replace(/y$/, '')}ie` === single)
  return ies ?? (Object.hasOwn(otherTypes, single) ? otherTypes[single] : findClosestName(written, resourceTypes))
}

/**
 * Returns the error for a request to an unknown resource type.
 *
 * @param more - the segments of the path after the type
 */
export function unknownTypeError(written: string, more: readonly string[] = []): FhirError {
  const inner = more.findIndex(isResourceType)
  const meant = inner < 0 ? suggestType(written) : undefined
  const hint =
    inner >= 0
      ? ` The base of the server is before the type: GET ${more[inner] ?? ''}, not below another path.`
      : meant === undefined
        ? ''
        : ` Did you mean "${meant}"?`
  return FhirError.of(
    404,
    'not-supported',
    `Expected a resource type of FHIR R4 such as "Patient", got "${written}". Case matters.${hint}`,
  )
}
