import type { JsonObject } from '@carebench/protocol'
import { nameOfType, pointerTo } from '@carebench/verifier/kinds'

/**
 * Returns a string member of an item of the evidence; `place` is the JSON Pointer of the item. For any other value it
 * throws, so that the check ends `errored`.
 *
 * @throws {TypeError} with the JSON Pointer of the member
 */
export function stringMember(item: JsonObject, name: string, place: () => string): string {
  const value = item[name]
  if (typeof value === 'string') return value
  throw new TypeError(`Expected ${pointerTo(place(), name)} to be a string, got ${nameOfType(value)}.`)
}
