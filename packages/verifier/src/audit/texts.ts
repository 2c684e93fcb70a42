import type { JsonValue } from '@carebench/protocol'

/** All strings and numbers in a JSON value. */
export function textsOf(value: JsonValue): readonly string[] {
  const texts: string[] = []
  const pending: JsonValue[] = [value]
  while (pending.length > 0) {
    const next = pending.pop() as JsonValue
    if (typeof next === 'string' || typeof next === 'number') texts.push(String(next))
    else if (typeof next === 'object' && next !== null) pending.push(...Object.values(next))
  }
  return texts
}
