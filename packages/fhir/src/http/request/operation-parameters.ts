import { isJsonObject, type JsonValue } from '@carebench/protocol/wire'
import { describe } from '../../resource/describe.js'
import { FhirError } from '../../resource/fhir-error.js'
import type { QueryParameters } from './fhir-url.js'

/**
 * Reads a Parameters resource as names and values of a query. Its parameters are primitives, as in
 * `{"name":"_count","valueInteger":10}`, or codes: a Coding or a CodeableConcept becomes tokens, `system|code`. Without
 * a body, returns no parameters. Throws a FhirError (400) on anything else.
 */
export function readParameters(body: JsonValue | undefined): QueryParameters {
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
    const text = value === undefined || value === null ? undefined : formatValue(value)
    if (typeof name === 'string' && values.length === 1 && text !== undefined) return [name, text]
    throw FhirError.of(
      400,
      'structure',
      `${place}: expected a name and one value such as {"name":"_count","valueInteger":10}, got ${describe(part)}.`,
      place,
    )
  })
}

/** Writes a primitive, a Coding or a CodeableConcept as the value of a search parameter. */
function formatValue(value: JsonValue): string | undefined {
  if (typeof value !== 'object') return String(value)
  const tokens = (isJsonObject(value) && Array.isArray(value.coding) ? value.coding : [value]).map(formatToken)
  return tokens.length > 0 && tokens.every((token) => token !== undefined) ? tokens.join(',') : undefined
}

function formatToken(coding: JsonValue): string | undefined {
  const { system, code } = isJsonObject(coding) ? coding : {}
  if (typeof code !== 'string' || (system !== undefined && typeof system !== 'string')) return undefined
  const escaped = [...(system === undefined ? [] : [system]), code].map((text) => text.replace(/[\\,|$]/g, '\\$&'))
  return escaped.join('|')
}
