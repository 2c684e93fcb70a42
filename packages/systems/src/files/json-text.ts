import type { JsonValue } from '@carebench/protocol'

/** The deepest nesting that bodies of requests may have, and so that of anything that is answered with. */
const deepest = 100

/**
 * The JSON of a text that somebody wrote; undefined where it is none, nests deeper than 100, or has a number that a
 * double cannot carry: what nobody could send cannot be shown as evidence either.
 */
export function readJsonText(text: string): JsonValue | undefined {
  let value: JsonValue
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
  return isCarried(value) ? value : undefined
}

/** With levels for a stack, so that no depth of nesting overflows the engine's. */
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
