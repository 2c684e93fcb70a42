import { FhirError } from './fhir-error.js'
import type { JsonValue } from './json.js'

/** The deepest nesting allowed. */
export const depthLimit = 100

/**
 * Parses a body received as text. Throws a FhirError (400) if it is not JSON, is nested deeper than 100 levels, or has
 * a number that is too large or a key that reaches into prototypes. Bodies received as parsed JSON have already passed
 * the same checks.
 */
export function parseJsonText(text: string): JsonValue {
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it does not parse'
    throw FhirError.of(400, 'structure', `Expected JSON as the body: ${why}.`)
  }
  checkValue(value, 0)
  return value
}

function checkValue(value: JsonValue, depth: number): void {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw FhirError.of(400, 'value', 'Expected numbers up to about 1.8e308, got a larger one.')
  }
  if (typeof value !== 'object' || value === null) return
  if (depth === depthLimit) {
    throw FhirError.of(400, 'structure', `Expected a body of at most ${depthLimit} levels, got deeper nesting.`)
  }
  if (Array.isArray(value)) {
    for (const item of value) checkValue(item, depth + 1)
    return
  }
  for (const [key, member] of Object.entries(value)) {
    if (key === '__proto__' || key === 'constructor' || key === 'prototype') {
      throw FhirError.of(400, 'structure', `Expected the names of elements as keys, got "${key}".`)
    }
    checkValue(member, depth + 1)
  }
}
