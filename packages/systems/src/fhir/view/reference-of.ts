import type { JsonObject } from '@carebench/protocol'

/** The id of a resource; undefined if it has none. */
export function idOf(resource: JsonObject): string | undefined {
  return typeof resource.id === 'string' ? resource.id : undefined
}

/** The reference to a resource, for sentences: `ServiceRequest/a`. */
export function referenceOf(resource: JsonObject, type: string): string {
  return `${type}/${idOf(resource) ?? '(no id)'}`
}
