import type { JsonValue } from '@carebench/protocol'
import { sortedJson } from '../../values/json/sorted-json.js'

/**
 * Returns the positions of the present contents that existed before; of equal contents, the first ones, as many as
 * existed. A repeated message is new the second time.
 */
export function unchangedPositions(
  earlier: readonly { readonly content: JsonValue }[],
  present: readonly { readonly content: JsonValue }[],
): ReadonlySet<number> {
  const left = new Map<string, number>()
  for (const { content } of earlier) {
    const text = sortedJson(content)
    left.set(text, (left.get(text) ?? 0) + 1)
  }
  const unchanged = new Set<number>()
  for (const [position, { content }] of present.entries()) {
    const text = sortedJson(content)
    const count = left.get(text) ?? 0
    if (count === 0) continue
    left.set(text, count - 1)
    unchanged.add(position)
  }
  return unchanged
}
