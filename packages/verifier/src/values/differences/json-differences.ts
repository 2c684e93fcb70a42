import type { JsonValue } from '@carebench/protocol'
import { pointerTo } from '../finding.js'
import { isJsonObject } from '../json/is-json-object.js'
import { jsonEqual } from '../json/json-equal.js'

/** A place, as a JSON Pointer, where two JSON values differ; undefined stands for a missing value. */
export interface JsonDifference {
  readonly path: string
  readonly from: JsonValue | undefined
  readonly to: JsonValue | undefined
}

/**
 * Returns the places where two values differ, descending while both have the same kind of value; at most `limit`
 * places.
 */
export function jsonDifferences(
  from: JsonValue | undefined,
  to: JsonValue | undefined,
  limit = 5,
): readonly JsonDifference[] {
  const found: JsonDifference[] = []
  compare('', from, to, found, limit)
  return found
}

function compare(
  path: string,
  from: JsonValue | undefined,
  to: JsonValue | undefined,
  found: JsonDifference[],
  limit: number,
): void {
  if (found.length >= limit || (from !== undefined && to !== undefined && jsonEqual(from, to))) return
  if (isJsonObject(from) && isJsonObject(to)) {
    for (const key of new Set([...Object.keys(from), ...Object.keys(to)])) {
      const own = (value: typeof from) => (Object.hasOwn(value, key) ? value[key] : undefined)
      compare(pointerTo(path, key), own(from), own(to), found, limit)
    }
  } else if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from as readonly JsonValue[], to as readonly JsonValue[]]
    for (let i = 0; i < Math.max(before.length, after.length); i++) {
      compare(pointerTo(path, i), before[i], after[i], found, limit)
    }
  } else if (from !== undefined || to !== undefined) found.push({ path, from, to })
}
