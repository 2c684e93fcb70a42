import { FhirError } from '../../resource/fhir-error.js'

/** The media type that this engine reads and writes. */
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

/** Whether a media type, in lower case without parameters, is one of FHIR: JSON, or XML, which is not supported. */
export function isFhirType(type: string): boolean {
  return type === fhirJson || type === 'application/json+fhir' || type === 'application/fhir+xml'
}

/** Whether a media type, in lower case without parameters, is one of JSON. */
export function isJsonType(type: string): boolean {
  return jsonTypes.has(type)
}

/** Throws a FhirError (406) if an answer in JSON is not acceptable to the caller, by `Accept` or by `_format`. */
export function checkAccept(accept: string | undefined, format: string | undefined): void {
  if (format !== undefined) {
    if (jsonTypes.has(mediaTypeOf(format).replaceAll(' ', '+')) && isOurVersion(format)) return
    throw FhirError.of(
      406,
      'not-supported',
      `_format: expected json or ${fhirJson}, got "${format}". XML and versions of FHIR other than R4 (4.0) are ` +
        'not supported.',
    )
  }
  if (accept === undefined || accept.trim() === '') return
  const acceptable = accept.split(',').some((range) => {
    const type = mediaTypeOf(range)
    const refused = /;\s*q=0(\.0*)?\s*(;|$)/.test(range)
    return (jsonTypes.has(type) || anyTypes.has(type)) && !refused && isOurVersion(range)
  })
  if (acceptable) return
  throw FhirError.of(
    406,
    'not-supported',
    `Accept: expected ${fhirJson} among the types, got "${accept}". XML and versions of FHIR other than R4 (4.0) ` +
      'are not supported.',
  )
}

/** Throws a FhirError (415) if a body is not declared as JSON. */
export function checkJsonBody(contentType: string | undefined): void {
  if (contentType === undefined) return
  checkCharset(contentType)
  if (jsonTypes.has(mediaTypeOf(contentType)) && isOurVersion(contentType)) return
  throw FhirError.of(
    415,
    'not-supported',
    `Content-Type: expected ${fhirJson}, got "${contentType}". XML and versions of FHIR other than R4 (4.0) are ` +
      'not supported.',
  )
}

/** Throws a FhirError (415) if a body is not declared as a JSON Patch. */
export function checkPatchBody(contentType: string | undefined): void {
  if (contentType !== undefined) checkCharset(contentType)
  if (contentType !== undefined && mediaTypeOf(contentType) === jsonPatch) return
  throw FhirError.of(
    415,
    'not-supported',
    `Content-Type: expected ${jsonPatch} for PATCH, got ` +
      `${contentType === undefined ? 'none' : `"${contentType}"`}. FHIRPath Patch and XML Patch are not supported.`,
  )
}

/** A type may name the version of FHIR; R4 is 4.0. */
function isOurVersion(type: string): boolean {
  const version = parameterOf(type, 'fhirversion')
  return version === undefined || version === '4.0' || version === '4.0.1'
}

/** Throws a FhirError (415) if a body is declared in anything but UTF-8, in which FHIR is written. */
function checkCharset(contentType: string): void {
  const charset = parameterOf(contentType, 'charset')
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return
  throw FhirError.of(415, 'not-supported', `Content-Type: expected charset=utf-8, got "${contentType}".`)
}

/** A parameter of a media type in lower case, without quotes. */
function parameterOf(type: string, name: string): string | undefined {
  for (const part of type.toLowerCase().split(';').slice(1)) {
    const [key = '', value = ''] = part.split('=', 2)
    if (key.trim() === name) return value.trim().replace(/^"(.*)"$/, '$1')
  }
  return undefined
}

/** The media type of a header or a range without its parameters, in lower case. */
export function mediaTypeOf(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase()
}
