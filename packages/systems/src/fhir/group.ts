import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const fhirType = 'FHIR'

/** The path segment of its calls. */
export const fhirGroup = {
  name: 'fhir',
  summary: 'Call the FHIR R4 server',
  jsonMediaTypes: ['application/fhir+json', 'application/json', 'application/json-patch+json'],
  accessTokens: true,
  largeBodies: true,
} as const satisfies GroupDescription
