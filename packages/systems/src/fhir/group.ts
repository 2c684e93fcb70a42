import type { GroupDescription } from '@carebench/protocol'

/** The type of its simulators, as it is written on the wire. */
export const fhirType = 'FHIR'

/** Under which its calls are. */
export const fhirGroup = {
  name: 'fhir',
  summary: 'Call the FHIR R4 server',
  jsonMediaTypes: ['application/fhir+json', 'application/json', 'application/json-patch+json'],
  accessTokens: true,
} as const satisfies GroupDescription
