/**
 * Whether a JSON value consists of more than `maxCount` values: itself and the values inside, at any depth. Stops
 * counting there, so it is a cheap check before work on all of them.
 */
export function hasMoreValues(value: unknown, maxCount: number): boolean {
  return countUpTo(value, maxCount, Number.POSITIVE_INFINITY) > maxCount
}

/** The number of characters that take as long to write as one more value. */
const charactersPerValue = 64

/**
 * Whether writing a JSON value takes more work than writing `maxCount` values without texts: every 64 characters of a
 * text or a member name count as one more value.
 */
export function hasMoreToWrite(value: unknown, maxCount: number): boolean {
  return countUpTo(value, maxCount, charactersPerValue) > maxCount
}

function isSmall(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null
}

/** Returns the number of values, or any number above `maxCount`; `characters` characters of text count as one more. */
function countUpTo(value: unknown, maxCount: number, characters: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / characters)
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  if (count > maxCount) return count
  if (Array.isArray(value)) {
    for (const element of value) {
      // A call for each small value, as most are, would take longer than the rest.
      count += isSmall(element) ? 1 : countUpTo(element, maxCount - count, characters)
      if (count > maxCount) break
    }
    return count
  }
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (name.length >= characters) count += Math.floor(name.length / characters)
    count += isSmall(member) ? 1 : countUpTo(member, maxCount - count, characters)
    if (count > maxCount) break
  }
  return count
}
