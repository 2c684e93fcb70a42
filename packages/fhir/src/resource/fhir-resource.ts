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
  /** Its position in the order of creation, from 0. Updates do not change it. */
  readonly created: number
}

/** Whether a JSON value can be a resource: an object with a string `resourceType`. */
export function isResource(value: unknown): value is FhirResource {
  return isJsonObject(value) && typeof value.resourceType === 'string'
}

/** Returns the logical id of a resource, or undefined if it has none. */
export function readId(resource: FhirResource): string | undefined {
  return typeof resource.id === 'string' ? resource.id : undefined
}

/** Returns a reference to a resource of the same record: `Patient/123`. */
export function formatReference(resourceType: string, id: string): string {
  return `${resourceType}/${id}`
}

/** Returns a member of `meta`; undefined if it is not a string. */
export function readMeta(resource: FhirResource, member: string): string | undefined {
  const meta: JsonValue | undefined = resource.meta
  const value = isJsonObject(meta) ? meta[member] : undefined
  return typeof value === 'string' ? value : undefined
}

/** Returns the version of a stored resource as an integer: `meta.versionId` if it is one, else 1. */
export function readVersionNumber(resource: FhirResource): number {
  const text = readMeta(resource, 'versionId')
  const version = text === undefined ? 1 : Number(text)
  return Number.isSafeInteger(version) && version > 0 ? version : 1
}
