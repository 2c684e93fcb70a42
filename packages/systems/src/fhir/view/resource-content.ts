import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'

/**
 * Returns a resource without the members of `meta` that the server writes by itself: `versionId` and `lastUpdated`. A
 * write that changes nothing else leaves the content as it was. An empty `meta` is the same as none.
 */
export function readContent(resource: JsonObject): JsonObject {
  const { meta, ...content } = resource
  if (!isJsonObject(meta)) return resource
  // Most resources have nothing else in `meta`, and records are large: no copy of it is made for them.
  for (const name in meta) {
    if (name === 'versionId' || name === 'lastUpdated') continue
    const { versionId: _, lastUpdated: __, ...kept } = meta
    return { ...content, meta: kept }
  }
  return content
}
