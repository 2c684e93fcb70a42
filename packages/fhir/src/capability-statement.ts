import type { FhirResource } from './fhir-resource.js'
import type { JsonObject } from './json.js'
import { fhirJson } from './media-type.js'
import { resourceTypes } from './resource-types.js'
import { searchParametersOf } from './search-parameters.js'

const typeInteractions = ['read', 'create', 'update', 'delete', 'search-type']

/** The CapabilityStatement: exactly what works, for each resource type. `date` is RFC 3339. */
export function capabilityStatement(date: string): FhirResource {
  return {
    resourceType: 'CapabilityStatement',
    status: 'active',
    date,
    kind: 'instance',
    software: { name: 'carebench' },
    implementation: { description: 'A simulated health record with synthetic data' },
    fhirVersion: '4.0.1',
    format: ['json', fhirJson],
    rest: [
      {
        mode: 'server',
        interaction: [{ code: 'transaction' }, { code: 'batch' }],
        resource: resourceTypes.map(describeType),
      },
    ],
  }
}

function describeType(type: string): JsonObject {
  return {
    type,
    interaction: typeInteractions.map((code) => ({ code })),
    versioning: 'versioned-update',
    readHistory: false,
    updateCreate: true,
    conditionalCreate: true,
    conditionalRead: 'not-match',
    conditionalUpdate: true,
    conditionalDelete: 'single',
    referencePolicy: ['literal', 'logical'],
    searchParam: [
      { name: '_id', type: 'token' },
      ...searchParametersOf(type).map((parameter) => ({ name: parameter.code, type: parameter.kind })),
    ],
  }
}
