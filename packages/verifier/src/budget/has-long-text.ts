import type { JsonValue } from '@carebench/protocol'

/** Whether a value is, or contains, a text of at least `length` characters. */
export function hasLongText(value: JsonValue | undefined, length: number): boolean {
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next === 'string' && next.length >= length) return true
    if (typeof next === 'object' && next !== null) for (const member of Object.values(next)) left.push(member)
  }
  return false
}
