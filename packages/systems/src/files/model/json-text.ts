import type { JsonValue } from '@carebench/protocol'
import { findJsonExcess } from '@carebench/protocol/wire'

/** The maximum nesting depth of request bodies, and so of anything in a response. */
const deepest = 100

/**
 * Parses JSON text, with or without a byte order mark; undefined if it is invalid, exceeds the limits of request bodies
 * (levels, values, members), or has a number outside the range of a double: evidence must be a possible body.
 */
export function readJsonText(text: string): JsonValue | undefined {
  if (findJsonExcess(text) !== undefined) return undefined
  let value: JsonValue
  try {
    value = JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  return isCarried(value) ? value : undefined
}

/**
 * Whether a value is within the limits of a body. Works level by level, so that deep nesting cannot overflow the stack.
 */
function isCarried(root: JsonValue): boolean {
  let level: JsonValue[] = [root]
  for (let depth = 0; level.length > 0; depth++) {
    const next: JsonValue[] = []
    for (const value of level) {
      if (typeof value === 'number' && !Number.isFinite(value)) return false
      if (typeof value !== 'object' || value === null) continue
      if (depth >= deepest) return false
      for (const member of Object.values(value)) next.push(member)
    }
    level = next
  }
  return true
}
