import type { JsonObject, JsonValue } from '@carebench/protocol'

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

/**
 * Whether two JSON values are equal by type and value: arrays in order, objects by the same own keys in any order,
 * numbers as numbers (1 equals 1.0). Nothing is coerced. Works at any depth.
 *
 * @throws TypeError for a value that is not JSON and has no keys, such as a Date of a database driver: all of them
 *   would be equal
 */
export function jsonEqual(left: JsonValue, right: JsonValue): boolean {
  if (left === right) return true
  if (left === null || right === null || typeof left !== 'object' || typeof right !== 'object') return false
  // An explicit stack, so that deep nesting cannot overflow the call stack.
  const pending: JsonValue[] = [left, right]
  while (pending.length > 0) {
    const b = pending.pop() as JsonValue
    const a = pending.pop() as JsonValue
    if (a === b) continue
    if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false
    if (isArray(a) || isArray(b)) {
      if (!isArray(a) || !isArray(b) || a.length !== b.length) return false
      for (let i = 0; i < a.length; i++) pending.push(a[i] as JsonValue, b[i] as JsonValue)
    } else if (!pushMembers(pending, a, b)) return false
  }
  return true
}

function pushMembers(pending: JsonValue[], a: JsonObject, b: JsonObject): boolean {
  const keys = Object.keys(a)
  if (keys.length !== Object.keys(b).length) return false
  if (keys.length === 0) {
    demandPlain(a)
    demandPlain(b)
  }
  for (const key of keys) {
    if (!Object.hasOwn(b, key)) return false
    pending.push(a[key] as JsonValue, b[key] as JsonValue)
  }
  return true
}

function demandPlain(value: JsonObject): void {
  const [, name] = /^\[object (\w+)\]$/.exec(Object.prototype.toString.call(value)) ?? []
  if (name === 'Object') return
  throw new TypeError(`Expected JSON in the evidence, got a ${name}; dates are texts such as "2026-03-02T09:00:00Z".`)
}
