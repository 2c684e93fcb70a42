import type { JsonObject } from '@carebench/protocol'

/** Returns the id of a resource; undefined if it has none. */
export function readId(resource: JsonObject): string | undefined {
  return typeof resource.id === 'string' ? resource.id : undefined
}

/** Returns the reference to a resource, for sentences: `ServiceRequest/a`. */
export function writeReference(resource: JsonObject, type: string): string {
  return `${type}/${readId(resource) ?? '(no id)'}`
}
