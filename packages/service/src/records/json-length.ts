/**
 * Whether the JSON text of a value has more than `most` characters. Stops as soon as that is certain, and never makes the
 * text, which may be longer than a string can be.
 */
export function isLongerThan(value: unknown, most: number): boolean {
  return lengthUpTo(value, most) > most
}

/** The length of the JSON text of a value, or any number above `most`. Members that are `undefined` are left out. */
function lengthUpTo(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)?.length ?? 'null'.length
  const isList = Array.isArray(value)
  // One bracket: the other one stands for the comma that the first member lacks.
  let length = 1
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined && !isList) continue
    length += 1 + (isList ? 0 : JSON.stringify(key).length + 1) + lengthUpTo(member, most - length)
    if (length > most) return length
  }
  return Math.max(2, length)
}
