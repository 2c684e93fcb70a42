import type { JsonObject } from '@carebench/protocol'
import { isJsonObject } from '@carebench/verifier/kinds'

/**
 * Returns a resource without the members of `meta` that the server sets, `versionId` and `lastUpdated`, so that a write
 * without other changes leaves the content equal. An empty `meta` is removed.
 */
export function readContent(resource: JsonObject): JsonObject {
  const { meta, ...content } = resource
  if (!isJsonObject(meta)) return resource
  // Avoids copying `meta`, because most resources have nothing else in it and records are large.
  for (const name in meta) {
    if (name === 'versionId' || name === 'lastUpdated') continue
    const { versionId: _, lastUpdated: __, ...kept } = meta
    return { ...content, meta: kept }
  }
  return content
}
