import { minimalResource, resourceTypes } from '@carebench/fhir'
import type { JsonObject } from '@carebench/protocol'
import { noiseCall, noiseText, readJson, readMember } from '../noise.js'
import type { NoiseScript } from '../simulator.js'

const headers = { 'content-type': 'application/fhir+json' }
const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/** Searches every type, and creates and updates a resource of it; reads and deletes a resource that it created. */
export function* fhirNoise(): NoiseScript {
  yield noiseCall('fhir', 'GET', 'metadata')
  for (const type of resourceTypes) {
    yield noiseCall('fhir', 'GET', `${type}?_count=1`)
    const created = readJson(yield noiseCall('fhir', 'POST', type, { json: nonsense(type) }, headers))
    const id = readMember(created, 'id')
    if (typeof id !== 'string') continue
    yield noiseCall('fhir', 'PUT', `${type}/${id}`, { json: { ...nonsense(type), id, language: 'en' } }, headers)
  }
  yield noiseCall('fhir', 'PUT', 'Basic/noise', { json: { ...nonsense('Basic'), id: 'noise' } }, headers)
  yield noiseCall('fhir', 'GET', 'Basic/noise')
  yield noiseCall('fhir', 'DELETE', 'Basic/noise')
  yield noiseCall('fhir', 'POST', 'Basic/_search', { text: '_id=noise' }, formHeaders)
  const entry = [{ resource: nonsense('Basic'), request: { method: 'POST', url: 'Basic' } }]
  yield noiseCall('fhir', 'POST', '', { json: { resourceType: 'Bundle', type: 'transaction', entry } }, headers)
}

const known = new Map<string, JsonObject>()

/** Returns a resource without a subject; cached, because every audited task sends it. */
function nonsense(resourceType: string): JsonObject {
  const present = known.get(resourceType)
  if (present !== undefined) return present
  const resource = minimalResource(resourceType, noiseText)
  known.set(resourceType, resource)
  return resource
}
