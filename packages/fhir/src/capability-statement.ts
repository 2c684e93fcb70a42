import type { FhirResource } from './fhir-resource.js'
import type { JsonObject } from './json.js'
import { fhirJson, jsonPatch } from './media-type.js'
import { operationsOf } from './operations.js'
import { resourceTypes } from './resource-types.js'
import { searchParametersOf } from './search-parameters.js'

const typeInteractions = [
  'read',
  'vread',
  'update',
  'patch',
  'delete',
  'history-instance',
  'history-type',
  'create',
  'search-type',
]

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
    patchFormat: [jsonPatch],
    rest: [
      {
        mode: 'server',
        interaction: ['transaction', 'batch', 'history-system'].map((code) => ({ code })),
        resource: resourceTypes.map(describeType),
      },
    ],
  }
}

function describeType(type: string): JsonObject {
  const parameters = searchParametersOf(type)
  return {
    type,
    interaction: typeInteractions.map((code) => ({ code })),
    versioning: 'versioned-update',
    readHistory: true,
    updateCreate: true,
    conditionalCreate: true,
    conditionalRead: 'full-support',
    conditionalUpdate: true,
    conditionalDelete: 'single',
    referencePolicy: ['literal', 'logical'],
    operation: operationsOf(type).map(({ name, definition }) => ({ name, definition })),
    searchInclude: parameters.filter(({ kind }) => kind === 'reference').map(({ code }) => `${type}:${code}`),
    searchParam: [
      { name: '_id', type: 'token' },
      ...parameters.map((parameter) => ({ name: parameter.code, type: parameter.kind })),
    ],
  }
}
