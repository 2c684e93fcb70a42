import { FhirError } from '../fhir-error.js'

/** Parameters that shape the result and restrict nothing. `_after` is used by our paging links. */
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

/** The error for an invalid value of a search parameter. */
export function invalidValue(name: string, expected: string, value: string): FhirError {
  return FhirError.of(400, 'value', `Search parameter "${name}": expected ${expected}, got "${value}".`)
}
