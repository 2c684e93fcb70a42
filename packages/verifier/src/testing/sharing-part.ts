import type { JsonObject } from '@carebench/protocol'
import type { EvidencePart } from '../evidence/evidence-part.js'

/** Returns a part whose states share a list, and a function that returns how often the list was read. */
export function sharingPart(
  alone: EvidencePart<readonly JsonObject[]>,
  shared: readonly JsonObject[],
): { readonly part: EvidencePart; readonly reads: () => number } {
  let reads = 0
  const items = (whole: readonly JsonObject[]) => [...alone.items(whole)]
  const part: EvidencePart<readonly JsonObject[]> = {
    ...alone,
    items: (whole) => {
      if (whole === shared) reads++
      return items(whole)
    },
    shared: () => shared,
    differing: (before, after) => ({
      before: items(before).filter(({ value }) => !after.includes(value as JsonObject)),
      after: items(after).filter(({ value }) => !before.includes(value as JsonObject)),
      lists: [],
    }),
  }
  return { part: part as EvidencePart, reads: () => reads }
}
