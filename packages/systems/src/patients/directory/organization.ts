import { hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import { FACILITIES, type Facility } from '../tables/facilities.js'
import type { Payer } from '../tables/payers.js'
import { PLACES } from '../tables/places.js'
import { testNpi } from './npi.js'

/** Returns the Organization of a facility. */
export function buildOrganization(facility: Facility, index: number): GeneratedResource {
  const place = PLACES[facility.city] ?? PLACES[0]
  const owner = FACILITIES.find((candidate) => candidate.organizationId === facility.partOf)
  return {
    resourceType: 'Organization',
    id: facility.organizationId,
    identifier: [{ system: 'http://hl7.org/fhir/sid/us-npi', value: testNpi(9001 + index) }],
    active: true,
    type: [hl7Concept('organization-type', 'prov', 'Healthcare Provider')],
    name: facility.name,
    telecom: [{ system: 'phone', value: facility.phone, use: 'work' }],
    ...(place && {
      address: [
        { line: [facility.street], city: place.city, state: place.state, postalCode: place.postalCode, country: 'US' },
      ],
    }),
    ...(owner && { partOf: referenceTo('Organization', owner.organizationId, owner.name) }),
  }
}

/** Returns the Organization of a payer. */
export function buildPayer(payer: Payer, index: number): GeneratedResource {
  return {
    resourceType: 'Organization',
    id: payer.id,
    identifier: [{ system: 'https://carebench.example.org/payer-id', value: payer.payerId }],
    active: true,
    type: [hl7Concept('organization-type', 'pay', 'Payer')],
    name: payer.name,
    telecom: [{ system: 'phone', value: `800-555-01${String(index + 40)}`, use: 'work' }],
  }
}
