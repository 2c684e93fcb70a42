import { FhirError } from './fhir-error.js'

/** What this engine reads and writes. */
export const fhirJson = 'application/fhir+json'

/** A JSON Patch, RFC 6902. */
export const jsonPatch = 'application/json-patch+json'

const jsonTypes: ReadonlySet<string> = new Set([
  fhirJson,
  'application/json',
  'application/json+fhir',
  'text/json',
  'json',
])
const anyTypes: ReadonlySet<string> = new Set(['*/*', 'application/*', 'text/*'])

/** Throws a FhirError (406) if an answer in JSON is not acceptable to the caller, by `Accept` or by `_format`. */
export function checkAccept(accept: string | undefined, format: string | undefined): void {
  if (format !== undefined) {
    if (jsonTypes.has(mediaTypeOf(format).replaceAll(' ', '+'))) return
    throw FhirError.of(
      406,
      'not-supported',
      `_format: expected json or ${fhirJson}, got "${format}". XML is not supported.`,
    )
  }
  if (accept === undefined || accept.trim() === '') return
  const acceptable = accept.split(',').some((range) => {
    const type = mediaTypeOf(range)
    return (jsonTypes.has(type) || anyTypes.has(type)) && !/;\s*q=0(\.0*)?\s*(;|$)/.test(range)
  })
  if (acceptable) return
  throw FhirError.of(
    406,
    'not-supported',
    `Accept: expected ${fhirJson} among the types, got "${accept}". XML is not supported.`,
  )
}

/** Throws a FhirError (415) if a body is not declared as JSON. */
export function checkJsonBody(contentType: string | undefined): void {
  if (contentType === undefined || jsonTypes.has(mediaTypeOf(contentType))) return
  throw FhirError.of(
    415,
    'not-supported',
    `Content-Type: expected ${fhirJson}, got "${contentType}". XML is not supported.`,
  )
}

/** Throws a FhirError (415) if a body is not declared as a JSON Patch. */
export function checkPatchBody(contentType: string | undefined): void {
  if (contentType !== undefined && mediaTypeOf(contentType) === jsonPatch) return
  throw FhirError.of(
    415,
    'not-supported',
    `Content-Type: expected ${jsonPatch} for PATCH, got ${contentType === undefined ? 'none' : `"${contentType}"`}. FHIRPath Patch and XML Patch are not supported.`,
  )
}

/** The media type of a header or a range without its parameters, in lower case. */
export function mediaTypeOf(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase()
}
