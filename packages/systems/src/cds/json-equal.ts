import type { JsonValue } from '@carebench/protocol'
import { isObject } from '../json-shape.js'

/** Whether two values are the same JSON: the order of members does not count, that of elements does. */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (isArray(left) || isArray(right)) {
    if (!isArray(left) || !isArray(right) || left.length !== right.length) return false
    return left.every((item, index) => jsonEqual(item, right[index] ?? null))
  }
  if (!isObject(left) || !isObject(right)) return left === right
  const keys = Object.keys(left)
  if (keys.length !== Object.keys(right).length) return false
  return keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key] ?? null, right[key] ?? null))
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}
