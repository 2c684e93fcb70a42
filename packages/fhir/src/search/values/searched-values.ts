import type { JsonValue } from '@carebench/protocol/wire'
import type { FhirResource } from '../../resource/fhir-resource.js'
import { findSearchParameter } from '../parameters/search-parameters.js'

/**
 * Returns the values of a resource that a search parameter searches; ignores modifiers and all but the first link of a
 * chain. Empty if the type has no such parameter.
 */
export function searchedValues(resource: FhirResource, name: string): readonly JsonValue[] {
  const [code = ''] = name.split(/[:.]/, 1)
  if (code === '_id') return typeof resource.id === 'string' ? [resource.id] : []
  return findSearchParameter(resource.resourceType, code)?.path(resource) ?? []
}
