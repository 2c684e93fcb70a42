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
  largeBodies: true,
  refusals: {
    501: {
      description: 'The server does not have this operation or compartment; its CapabilityStatement lists what it has.',
      content: {
        'application/fhir+json': {
          example: {
            resourceType: 'OperationOutcome',
            issue: [{ severity: 'error', code: 'not-supported', diagnostics: 'Patient/$match is not supported.' }],
          },
        },
      },
    },
  },
} as const satisfies GroupDescription

/** The headers with which another system reads, so that a Binary too is returned as a resource. */
export const fhirHeaders: Readonly<Record<string, string>> = { accept: 'application/fhir+json' }
