import { FhirError } from '../../resource/fhir-error.js'

/** The media type of FHIR JSON. */
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

/** Whether a media type, in lower case without parameters, is FHIR JSON or FHIR XML, which is not supported. */
export function isFhirType(type: string): boolean {
  return type === fhirJson || type === 'application/json+fhir' || type === 'application/fhir+xml'
}

/** Whether a media type, in lower case without parameters, is JSON. */
export function isJsonType(type: string): boolean {
  return jsonTypes.has(type)
}

/** Throws a FhirError (406) if the caller does not accept JSON of R4, by `_format` or else by `Accept`. */
export function checkAccept(accept: string | undefined, format: string | undefined): void {
  if (format !== undefined) {
    if (jsonTypes.has(parseMediaType(format).replaceAll(' ', '+')) && isOurVersion(format)) return
    throw FhirError.of(
      406,
      'not-supported',
      `_format: expected json or ${fhirJson}, got "${format}". XML and versions of FHIR other than R4 (4.0) are ` +
        'not supported.',
    )
  }
  if (accept === undefined || accept.trim() === '') return
  const acceptable = accept.split(',').some((range) => {
    const type = parseMediaType(range)
    const isRejected = /;\s*q=0(\.0*)?\s*(;|$)/.test(range)
    return (jsonTypes.has(type) || anyTypes.has(type)) && !isRejected && isOurVersion(range)
  })
  if (acceptable) return
  throw FhirError.of(
    406,
    'not-supported',
    `Accept: expected ${fhirJson} among the types, got "${accept}". XML and versions of FHIR other than R4 (4.0) ` +
      'are not supported.',
  )
}

/** Throws a FhirError (415) if a body is declared as anything but JSON of R4 in UTF-8. */
export function checkJsonBody(contentType: string | undefined): void {
  if (contentType === undefined) return
  checkCharset(contentType)
  if (jsonTypes.has(parseMediaType(contentType)) && isOurVersion(contentType)) return
  throw FhirError.of(
    415,
    'not-supported',
    `Content-Type: expected ${fhirJson}, got "${contentType}". XML and versions of FHIR other than R4 (4.0) are ` +
      'not supported.',
  )
}

/** Throws a FhirError (415) if a body is not declared as a JSON Patch in UTF-8. */
export function checkPatchBody(contentType: string | undefined): void {
  if (contentType !== undefined) checkCharset(contentType)
  if (contentType !== undefined && parseMediaType(contentType) === jsonPatch) return
  throw FhirError.of(
    415,
    'not-supported',
    `Content-Type: expected ${jsonPatch} for PATCH, got ` +
      `${contentType === undefined ? 'none' : `"${contentType}"`}. FHIRPath Patch and XML Patch are not supported.`,
  )
}

/** Whether a media type names R4 (4.0) as its version of FHIR, or no version. */
function isOurVersion(type: string): boolean {
  const version = readParameter(type, 'fhirversion')
  return version === undefined || version === '4.0' || version === '4.0.1'
}

/** Throws a FhirError (415) if a body is declared in a charset other than UTF-8, which FHIR requires, or US-ASCII. */
function checkCharset(contentType: string): void {
  const charset = readParameter(contentType, 'charset')
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii') return
  throw FhirError.of(415, 'not-supported', `Content-Type: expected charset=utf-8, got "${contentType}".`)
}

/** Returns a parameter of a media type in lower case, without quotes. */
function readParameter(type: string, name: string): string | undefined {
  for (const part of type.toLowerCase().split(';').slice(1)) {
    const [key = '', value = ''] = part.split('=', 2)
    if (key.trim() === name) return value.trim().replace(/^"(.*)"$/, '$1')
  }
  return undefined
}

/** Returns the media type of a header or a range without its parameters, in lower case. */
export function parseMediaType(header: string): string {
  return (header.split(';')[0] ?? '').trim().toLowerCase()
}
