import { interpolate } from '../arithmetic.js'
import { ageAt, toDate, toDateTime } from '../calendar.js'
import { coding, hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { type Chart, patientName } from '../life/chart.js'
import { createChance } from '../seeded-random.js'

/** Returns the Patient resource. */
export function buildPatient(chart: Chart): GeneratedResource {
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
    maritalStatus: hl7Concept('v3-MaritalStatus', ...maritalStatus(chart)),
    communication: [{ language: { coding: [coding('urn:ietf:bcp:47', 'en', 'English')] }, preferred: true }],
    ...(organizationId !== undefined && { managingOrganization: referenceTo('Organization', organizationId) }),
  }
}

/** The share, by age, of unmarried people who were married before. */
const WERE_MARRIED: readonly (readonly [number, number])[] = [
  [25, 0],
  [45, 0.35],
  [65, 0.75],
  [80, 0.9],
]
/** The share, by age, of formerly married people who are widowed; the others are divorced. */
const WIDOWED: readonly (readonly [number, number])[] = [
  [40, 0.03],
  [60, 0.2],
  [75, 0.65],
  [90, 0.9],
]

function maritalStatus({ seed, person }: Chart): readonly [code: string, display: string] {
  const chance = createChance(seed, person.number, 21)
  const age = ageAt(person.birth, person.recordEnd)
  const wasMarried = chance.happens(interpolate(WERE_MARRIED, age))
  const isWidowed = chance.happens(interpolate(WIDOWED, age))
  if (person.married) return ['M', 'Married']
  if (!wasMarried) return ['S', 'Never Married']
  return isWidowed ? ['W', 'Widowed'] : ['D', 'Divorced']
}
