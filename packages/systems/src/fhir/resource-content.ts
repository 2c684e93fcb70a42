import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'

/**
 * A resource without the members of `meta` that the server writes by itself: `versionId` and `lastUpdated`. A write that
 * changes nothing else leaves the content as it was. An empty `meta` is the same as none.
 */
export function contentOf(resource: JsonObject): JsonObject {
  if (!Object.hasOwn(resource, 'meta')) return resource
  const { meta, ...content } = resource
  if (!isJsonObject(meta)) return resource
  const { versionId: _, lastUpdated: __, ...kept } = meta
  return Object.keys(kept).length === 0 ? content : { ...content, meta: kept }
}
