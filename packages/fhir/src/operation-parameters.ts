import { describe } from './describe.js'
import { FhirError } from './fhir-error.js'
import type { QueryParameters } from './fhir-url.js'
import { isJsonObject, type JsonValue } from './json.js'

/**
 * Reads a Parameters resource whose parameters are primitives, `{"name":"_count","valueInteger":10}`, as names and values of
 * a query. No body has none. Throws a FhirError (400) on anything else.
 */
export function parametersOf(body: JsonValue | undefined): QueryParameters {
  if (body === undefined || body === null) return []
  if (!isJsonObject(body) || body.resourceType !== 'Parameters') {
    throw FhirError.of(400, 'structure', `Expected a Parameters resource as the body, got ${describe(body)}.`)
  }
  const { parameter = [] } = body
  if (!Array.isArray(parameter)) {
    throw FhirError.of(400, 'structure', `Expected an array, got ${describe(parameter)}.`, 'Parameters.parameter')
  }
  return parameter.map((part: JsonValue, index) => {
    const place = `Parameters.parameter[${index}]`
    const name = isJsonObject(part) ? part.name : undefined
    const values = isJsonObject(part) ? Object.entries(part).filter(([key]) => key.startsWith('value')) : []
    const value = values[0]?.[1]
    if (typeof name === 'string' && values.length === 1 && value !== null && typeof value !== 'object') {
      return [name, String(value)]
    }
    throw FhirError.of(
      400,
      'structure',
      `${place}: expected a name and one value such as {"name":"_count","valueInteger":10}, got ${describe(part)}.`,
      place,
    )
  })
}
