/**
 * Whether the JSON text of a value has more than `most` characters. Stops as soon as that is certain, and never builds
 * the text, which may exceed the maximum length of a string.
 */
export function isLongerThan(value: unknown, most: number): boolean {
  return lengthUpTo(value, most) > most
}

/**
 * The length of the JSON text of a value, or any number greater than `most`. Members that are `undefined` are omitted.
 */
function lengthUpTo(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 'null'.length
  const isList = Array.isArray(value)
  // One bracket: the other one balances the comma that the first member lacks.
  let length = 1
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue
    length += 1 + (isList ? 0 : JSON.stringify(key).length + 1) + lengthUpTo(member, most - length)
    if (length > most) return length
  }
  return Math.max(2, length)
}
