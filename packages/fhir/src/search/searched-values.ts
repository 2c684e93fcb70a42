import type { FhirResource } from '../fhir-resource.js'
import type { JsonValue } from '../json.js'
import { findSearchParameter } from './search-parameters.js'

/**
 * The values of a resource that a search parameter looks at, whether they match or not; modifiers are ignored, and of a chain
 * only the first link is followed. None if the type has no such parameter.
 */
export function searchedValues(resource: FhirResource, name: string): readonly JsonValue[] {
  const [code = ''] = name.split(/[:.]/, 1)
  if (code === '_id') return typeof resource.id === 'string' ? [resource.id] : []
  return findSearchParameter(resource.resourceType, code)?.path(resource) ?? []
}
