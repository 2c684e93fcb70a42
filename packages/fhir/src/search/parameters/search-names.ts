import { FhirError } from '../../resource/fhir-error.js'

/** Parameters that shape the result and are not conditions. `_after` is used by our paging links. */
export const resultParameters: readonly string[] = [
  '_count',
  '_sort',
  '_include',
  '_revinclude',
  '_elements',
  '_summary',
  '_total',
  '_after',
  '_format',
  '_pretty',
]

/** Returns the error for an invalid value of a search parameter. */
export function invalidValueError(name: string, expected: string, value: string): FhirError {
  return FhirError.of(400, 'value', `Search parameter "${name}": expected ${expected}, got "${value}".`)
}

/** Returns the code and the modifier of a name: `code` and `not` of `code:not`. */
export function splitModifier(name: string): { readonly code: string; readonly modifier: string | undefined } {
  const colon = name.indexOf(':')
  return colon < 0
    ? { code: name, modifier: undefined }
    : { code: name.slice(0, colon), modifier: name.slice(colon + 1) }
}
