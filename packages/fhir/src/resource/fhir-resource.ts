import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'

/** The syntax of a FHIR id. */
export const idPattern = /^[A-Za-z0-9.-]{1,64}$/

/** A FHIR R4 resource as JSON. Never mutated once stored: each change is a new object. */
export interface FhirResource extends JsonObject {
  readonly resourceType: string
}

/** A resource in a store. The same object until the resource changes. */
export interface StoredResource {
  readonly resource: FhirResource
  /** The resource as JSON text; created on first use and cached. */
  readonly text: string
  /** Its position in the order of creation: 0, 1, 2, … Updates do not change it. */
  readonly created: number
}

/** Whether a JSON value can be a resource: an object with a string `resourceType`. */
export function isResource(value: unknown): value is FhirResource {
  return isJsonObject(value) && typeof value.resourceType === 'string'
}

/** The logical id of a resource, or undefined if it has none. */
export function idOf(resource: FhirResource): string | undefined {
  return typeof resource.id === 'string' ? resource.id : undefined
}

/** `Patient/123`: how another resource of the same record refers to this one. */
export function referenceTo(resourceType: string, id: string): string {
  return `${resourceType}/${id}`
}

/** A member of `meta` if it is a string. */
export function metaText(resource: FhirResource, member: string): string | undefined {
  const meta: JsonValue | undefined = resource.meta
  const value = isJsonObject(meta) ? meta[member] : undefined
  return typeof value === 'string' ? value : undefined
}

/** The version of a stored resource as an integer: `meta.versionId` if it is one, else 1. */
export function versionOf(resource: FhirResource): number {
  const text = metaText(resource, 'versionId')
  const version = text === undefined ? 1 : Number(text)
  return Number.isSafeInteger(version) && version > 0 ? version : 1
}
