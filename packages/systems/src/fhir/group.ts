import type { GroupDescription } from '@carebench/protocol'

/** The type name of its simulators on the wire. */
export const fhirType = 'FHIR'

/** The path segment of its calls. */
export const fhirGroup = {
  name: 'fhir',
  summary: 'Call the FHIR R4 server',
  jsonMediaTypes: ['application/fhir+json', 'application/json', 'application/json-patch+json'],
  accessTokens: true,
  openPaths: ['metadata'],
} as const satisfies GroupDescription

/** The headers with which another system reads: the content of a Binary comes as a resource too. */
export const fhirHeaders: Readonly<Record<string, string>> = { accept: 'application/fhir+json' }
