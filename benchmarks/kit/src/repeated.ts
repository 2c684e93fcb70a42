/** Returns the first text that occurs a second time; undefined if all differ. */
export function repeatedIn(texts: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return texts.find((text) => seen.size === seen.add(text).size)
}
