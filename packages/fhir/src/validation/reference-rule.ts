import { idPattern } from '../resource/fhir-resource.js'
import { isResourceType } from '../resource/resource-types.js'

/** The target of a literal reference. */
export interface ReferenceTarget {
  /** Undefined if the reference does not name a type: a URN, or another kind of URL. */
  readonly type: string | undefined
  /** A resource of the same record; undefined if the reference is absolute. */
  readonly local?: LocalTarget | undefined
}

/** The target of a relative reference. */
export interface LocalTarget {
  /** `Patient/1`. */
  readonly name: string
  readonly type: string
  readonly id: string
  /** In `Patient/1/_history/2`. */
  readonly version: string | undefined
}

/**
 * Parses `Patient/1`, `Patient/1/_history/2`, an absolute URL or a URN; returns undefined on any other text. A relative
 * reference must have a resource type and an id.
 */
export function parseReference(reference: string): ReferenceTarget | undefined {
  const absolute = /^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference)
  const [place = '', version] = splitOnce(reference, '/_history/')
  const idAt = place.lastIndexOf('/')
  const typeAt = place.lastIndexOf('/', idAt - 1)
  const type = place.slice(typeAt + 1, idAt)
  const id = place.slice(idAt + 1)
  const named = isResourceType(type) && idPattern.test(id) && isVersion(version)
  if (absolute) return { type: named && /^https?:/i.test(reference) ? type : undefined }
  return named && typeAt === -1 ? { type, local: { name: place, type, id, version } } : undefined
}

function isVersion(version: string | undefined): boolean {
  return version === undefined || idPattern.test(version)
}

function splitOnce(text: string, separator: string): readonly (string | undefined)[] {
  const place = text.indexOf(separator)
  return place === -1 ? [text] : [text.slice(0, place), text.slice(place + separator.length)]
}

/** Whether a URI is a `urn:uuid` without a UUID. */
export function isMalformedUuid(uri: string): boolean {
  return /^urn:uuid:/i.test(uri) && !/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:#.*)?$/i.test(uri)
}
