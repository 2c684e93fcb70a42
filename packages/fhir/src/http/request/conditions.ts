import { FhirError } from '../../resource/fhir-error.js'
import { type FhirResource, readMeta, readVersionNumber } from '../../resource/fhir-resource.js'
import type { FhirStore } from '../../store/store.js'

/** The preconditions of a request: HTTP headers, or members of the request of a Bundle's entry. */
export interface Conditions {
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  /** An HTTP date or an instant; an invalid value is ignored, as HTTP requires. */
  readonly ifModifiedSince?: string | undefined
}

/** Returns the weak ETag of a version. */
export function formatEtag(version: number): string {
  return `W/"${version}"`
}

/** Throws a FhirError (412) if a resource is not at the version that a write requires. */
export function checkConditions(
  store: FhirStore,
  resourceType: string,
  id: string,
  { ifMatch, ifNoneMatch }: Conditions,
): void {
  if (ifMatch === undefined && ifNoneMatch === undefined) return
  const stored = store.read(resourceType, id)
  const version = stored === undefined ? undefined : readVersionNumber(stored.resource)
  if (ifMatch !== undefined && !namesVersion(ifMatch, version)) {
    throw preconditionError(
      version === undefined
        ? `If-Match: ${ifMatch}: there is no ${resourceType}/${id}.`
        : `If-Match: ${ifMatch}: ${resourceType}/${id} is at version ${formatEtag(version)}. Read it again.`,
    )
  }
  if (ifNoneMatch !== undefined && namesVersion(ifNoneMatch, version)) {
    throw preconditionError(
      ifNoneMatch.trim() === '*'
        ? `If-None-Match: * expects that ${resourceType}/${id} does not exist, but it does.`
        : `If-None-Match: ${ifNoneMatch}: ${resourceType}/${id} is at that version.`,
    )
  }
}

/** Whether a client already has a version: by `If-None-Match`, else by `If-Modified-Since` in whole seconds. */
export function isNotModified(resource: FhirResource, { ifNoneMatch, ifModifiedSince }: Conditions): boolean {
  if (ifNoneMatch !== undefined) return namesVersion(ifNoneMatch, readVersionNumber(resource))
  if (ifModifiedSince === undefined) return false
  const since = Date.parse(ifModifiedSince)
  const modified = Date.parse(readMeta(resource, 'lastUpdated') ?? '')
  return Math.floor(modified / 1000) <= Math.floor(since / 1000)
}

/** Whether a list of ETags names a version; `*` matches any. */
function namesVersion(header: string, version: number | undefined): boolean {
  if (version === undefined) return false
  if (header.trim() === '*') return true
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === `"${version}"`)
}

function preconditionError(diagnostics: string): FhirError {
  return FhirError.of(412, 'conflict', diagnostics)
}
