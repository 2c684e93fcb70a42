import { isJsonObject, resourceTypes } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { jsonOf, memberOf, type NoiseScript, noiseCall, noiseText } from '../noise.js'

/** How many records of a type are written over. */
const mostOfAType = 20

const headers = { 'content-type': 'application/fhir+json' }

/** Added to a record, it changes nothing that means anything. */
const remark = { url: 'https://example.org/noise', valueString: noiseText }

/**
 * Creates a resource of every type and writes over the first ones that are there, with a remark that means nothing;
 * searches, reads, and deletes one of its own.
 */
export function* fhirNoise(): NoiseScript {
  yield noiseCall('fhir', 'GET', 'metadata')
  for (const type of resourceTypes) {
    const found = jsonOf(yield noiseCall('fhir', 'GET', `${type}?_count=${mostOfAType}`))
    for (const resource of resourcesOf(found, type)) {
      const { id } = resource
      if (typeof id !== 'string') continue
      const extension = [...(Array.isArray(resource.extension) ? resource.extension : []), remark]
      yield noiseCall('fhir', 'PUT', `${type}/${id}`, { json: { ...resource, extension } }, headers)
    }
    yield noiseCall('fhir', 'POST', type, { json: nonsense(type) }, headers)
  }
  const own = { ...nonsense('Basic'), id: 'noise' }
  yield noiseCall('fhir', 'PUT', 'Basic/noise', { json: own }, headers)
  yield noiseCall('fhir', 'GET', 'Basic/noise')
  yield noiseCall('fhir', 'DELETE', 'Basic/noise')
  yield noiseCall('fhir', 'POST', 'Basic/_search', { text: '_id=noise' }, { 'content-type': formType })
  const entry = [{ resource: nonsense('Basic'), request: { method: 'POST', url: 'Basic' } }]
  yield noiseCall('fhir', 'POST', '', { json: { resourceType: 'Bundle', type: 'transaction', entry } }, headers)
}

const formType = 'application/x-www-form-urlencoded'

/** A resource about nobody. */
function nonsense(resourceType: string): JsonObject {
  return { resourceType, status: 'completed', code: { text: noiseText }, note: [{ text: noiseText }] }
}

function resourcesOf(bundle: JsonValue | undefined, type: string): readonly JsonObject[] {
  const entries = memberOf(bundle, 'entry')
  if (!Array.isArray(entries)) return []
  return entries.flatMap((entry: JsonValue) => {
    const resource = memberOf(entry, 'resource')
    return isJsonObject(resource) && resource.resourceType === type ? [resource] : []
  })
}
