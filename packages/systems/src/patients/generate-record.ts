import { buildLocation } from './directory/location.js'
import { buildOrganization, buildPayer } from './directory/organization.js'
import { buildPractitioner, buildPractitionerRole } from './directory/practitioner.js'
import { hireStaff } from './directory/staff.js'
import type { GeneratedResource } from './generated-resource.js'
import { drawChart } from './life/chart.js'
import { buildPatientRecord } from './patient-record.js'
import { type RecordOptions, readReferenceDate } from './record-options.js'
import { FACILITIES } from './tables/facilities.js'
import { PAYERS } from './tables/payers.js'

/**
 * Generates the synthetic record of a small health system: consistent FHIR R4 resources.
 *
 * They can be created in this order: organizations, locations, practitioners and their roles, payers, then each
 * patient, followed by all resources about that patient. A record of fewer patients is a prefix of a record of more.
 * Ids are unique within a type and derive from the sequence (`Patient/pat-0001`, `Encounter/enc-0001-03`). Everything
 * is fictitious: names, addresses (postal codes of Illinois), 555-01xx telephone numbers, provider numbers from a block
 * that is never issued.
 *
 * @throws RangeError if an option is out of range.
 */
export function generateRecord(options: RecordOptions): GeneratedResource[] {
  const resources = generateDirectory(options)
  for (const patient of generatePatients(options)) resources.push(...patient)
  return resources
}

/**
 * Generates the resources that all patients of a record share: organizations, locations, practitioners, practitioner
 * roles, payers.
 *
 * @throws RangeError if an option is out of range.
 */
export function generateDirectory(options: RecordOptions): GeneratedResource[] {
  readReferenceDate(options)
  const staff = hireStaff(options.seed)
  return [
    ...FACILITIES.map((facility, index) => buildOrganization(facility, index)),
    ...FACILITIES.flatMap((facility) => facility.locations.map((location) => buildLocation(facility, location))),
    ...staff.map((clinician) => buildPractitioner(clinician)),
    ...staff.map((clinician) => buildPractitionerRole(clinician)),
    ...PAYERS.map((payer, index) => buildPayer(payer, index)),
  ]
}

/**
 * Generates the patients of a record one at a time, so that many can be loaded incrementally: each step yields all
 * resources of one patient, the Patient first. They refer to the resources of `generateDirectory`.
 *
 * @throws RangeError at the first step if an option is out of range.
 */
export function* generatePatients(options: RecordOptions): Generator<readonly GeneratedResource[], void, undefined> {
  const now = readReferenceDate(options)
  const staff = hireStaff(options.seed)
  for (let number = 1; number <= options.patients; number++) {
    yield buildPatientRecord(drawChart(options.seed, number, now, staff))
  }
}
