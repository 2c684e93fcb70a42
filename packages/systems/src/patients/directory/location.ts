import { hl7Concept } from '../coding.js'
import { type GeneratedResource, referenceTo } from '../generated-resource.js'
import type { Facility, FacilityLocation } from '../tables/facilities.js'
import { PLACES } from '../tables/places.js'

/** Returns the Location resource of one place of a facility. */
export function buildLocation(facility: Facility, location: FacilityLocation): GeneratedResource {
  const place = PLACES[facility.city] ?? PLACES[0]
  return {
    resourceType: 'Location',
    id: location.id,
    status: 'active',
    name: location.name,
    mode: 'instance',
    type: [hl7Concept('v3-RoleCode', location.type, location.typeDisplay)],
    telecom: [{ system: 'phone', value: facility.phone, use: 'work' }],
    ...(place && {
      address: {
        line: [facility.street],
        city: place.city,
        state: place.state,
        postalCode: place.postalCode,
        country: 'US',
      },
    }),
    managingOrganization: referenceTo('Organization', facility.organizationId, facility.name),
  }
}
