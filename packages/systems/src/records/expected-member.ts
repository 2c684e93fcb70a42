import type { JsonObject } from '@carebench/protocol'
import { nameOfType, pointerTo } from '@carebench/verifier/kinds'

/**
 * Returns the member of an item of the evidence, which must be a string; `place` is the JSON Pointer of the item.
 * Evidence with anything else cannot be judged: a check that reads it ends `errored`.
 *
 * @throws {TypeError} naming the member in the whole evidence
 */
export function stringMember(item: JsonObject, name: string, place: () => string): string {
  const value = item[name]
  if (typeof value === 'string') return value
  throw new TypeError(`Expected ${pointerTo(place(), name)} to be a string, got ${nameOfType(value)}.`)
}
