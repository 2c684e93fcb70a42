import { isJsonObject, type JsonValue } from '@carebench/protocol'

/** The size of a member on a page apart from its value: its label, and the roles of both. */
const memberSize = 40
/**
 * The maximum size that a text counts: long texts are cut where they are shown, and must not hide the members after
 * them.
 */
const maxTextSize = 300

/**
 * Returns the beginning of a value: members and elements in order, as long as they fit. The first one of each list is
 * kept as far as it fits; a text is kept whole.
 */
export function cutValue(whole: JsonValue, maxSize: number): { readonly value: JsonValue; readonly isCut: boolean } {
  let left = maxSize
  let isCut = false
  const cut = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return takeWhile(value, cut)
    if (isJsonObject(value)) {
      return Object.fromEntries(
        takeWhile(Object.entries(value), ([name, member]) => [name, cut(member ?? null)] as const),
      )
    }
    left -= Math.min(String(value).length, maxTextSize) + memberSize
    return value
  }
  function takeWhile<Item, Kept>(items: readonly Item[], keep: (item: Item) => Kept): Kept[] {
    const kept: Kept[] = []
    for (const item of items) {
      if (left <= 0) {
        isCut = true
        break
      }
      kept.push(keep(item))
    }
    return kept
  }
  const value = cut(whole)
  return { value, isCut }
}
