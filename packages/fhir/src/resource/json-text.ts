import type { JsonValue } from '@carebench/protocol/wire'
import { FhirError } from './fhir-error.js'

/** Maximum nesting depth. */
export const depthLimit = 100

/**
 * Parses a body received as text. Throws a FhirError (400) if it is not JSON, is nested deeper than 100 levels, has
 * more than about a million values, a number that is too large, or a key such as `__proto__`. Bodies that arrive as
 * parsed JSON come from a host with its own limits: a service counts values exactly, allows fewer in short texts, and
 * also limits the members of one object.
 */
export function parseJsonText(text: string): JsonValue {
  if (hasMoreValues(text, valueLimit)) {
    throw FhirError.of(400, 'too-long', `Expected a body of at most ${valueLimit} JSON values, got more.`)
  }
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

const valueLimit = 1_000_000

/**
 * Whether a text that may be JSON has more than about `maxCount` values. Counts commas and opening brackets outside of
 * strings: one less than there are values, and one more for each empty array or object.
 */
function hasMoreValues(text: string, maxCount: number): boolean {
  if (text.length <= maxCount) return false
  let count = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code === 0x22) {
      for (index++; index < text.length && text.charCodeAt(index) !== 0x22; index++) {
        if (text.charCodeAt(index) === 0x5c) index++
      }
    } else if ((code === 0x2c || code === 0x5b || code === 0x7b) && ++count > maxCount) return true
  }
  return false
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
