import { hasMoreValues, type JsonValue } from '@carebench/protocol'

/** The most values of a request, and elements of one of its lists: its parts are read in one piece. */
const maxValues = 20_000
const maxListed = 200

/** Says what a body has too much of; undefined if it can be read. */
export function findExcess(body: JsonValue): string | undefined {
  if (hasMoreValues(body, maxValues)) return `The body may have at most ${maxValues} values.`
  const waiting: JsonValue[] = [body]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null) continue
    const parts: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value)
    if (Array.isArray(value) && parts.length > maxListed) {
      return `A list of the body may have at most ${maxListed} elements, got ${parts.length}.`
    }
    for (const part of parts) if (typeof part === 'object' && part !== null) waiting.push(part)
  }
  return undefined
}
