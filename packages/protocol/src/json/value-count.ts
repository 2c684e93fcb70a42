/**
 * Whether a JSON value consists of more than `most` values: itself and the values inside, at any depth. Examines at
 * most that many, so it is a cheap check before work on all of them.
 */
export function hasMoreValues(value: unknown, most: number): boolean {
  return countUpTo(value, most, Number.POSITIVE_INFINITY) > most
}

/** The number of characters that take as long to write as one more value. */
const charactersOfValue = 64

/**
 * Whether writing a JSON value takes more work than writing `most` values without texts: every 64 characters of a text
 * or a member name count as one more value.
 */
export function hasMoreToWrite(value: unknown, most: number): boolean {
  return countUpTo(value, most, charactersOfValue) > most
}

function isSmall(value: unknown): boolean {
  return typeof value === 'number' || typeof value === 'boolean' || value === null
}

/** The number of values, or any number greater than `most`; this many characters of a text count as one more. */
function countUpTo(value: unknown, most: number, characters: number): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / characters)
  if (typeof value !== 'object' || value === null) return 1
  let count = 1
  if (count > most) return count
  if (Array.isArray(value)) {
    for (const element of value) {
      // Most values are numbers and the like: a call for each of them would take longer than the rest.
      count += isSmall(element) ? 1 : countUpTo(element, most - count, characters)
      if (count > most) break
    }
    return count
  }
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name]
    if (name.length >= characters) count += Math.floor(name.length / characters)
    count += isSmall(member) ? 1 : countUpTo(member, most - count, characters)
    if (count > most) break
  }
  return count
}
