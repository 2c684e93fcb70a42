import type { JsonValue } from '@carebench/protocol'
import { pointerTo } from '../finding.js'
import { isJsonObject } from '../json/is-json-object.js'

/** The place of a value inside a JSON value: keys and indexes from the outside in. */
export type JsonPlace = readonly (string | number)[]

interface Pair {
  readonly place: JsonPlace
  readonly from: JsonValue | undefined
  readonly to: JsonValue | undefined
}

/**
 * Yields the innermost places at which two JSON values differ. For a part that only one of the values has, yields the
 * places of all scalars and of all empty arrays and objects in it. Array elements are compared by index. Works at any
 * depth.
 */
export function* changedPlaces(from: JsonValue, to: JsonValue): Iterable<JsonPlace> {
  const pending: Pair[] = [{ place: [], from, to }]
  for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
    if (pair.from === pair.to) continue
    const inner = pairMembers(pair)
    if (inner === undefined) yield pair.place
    else pending.push(...inner)
  }
}

/** Returns the members of two values, at most one of which is missing; undefined if they differ as a whole. */
function pairMembers({ place, from, to }: Pair): readonly Pair[] | undefined {
  const sides = [from, to].filter((side) => side !== undefined)
  if (sides.every(isArray)) return pairElements(place, from as Elements, to as Elements, sides.length)
  if (!sides.every(isJsonObject)) return undefined
  const keys = new Set(sides.flatMap((side) => Object.keys(side)))
  if (keys.size === 0 && sides.length === 1) return undefined
  return Array.from(keys, (key) => ({ place: [...place, key], from: findMember(from, key), to: findMember(to, key) }))
}

type Elements = readonly JsonValue[] | undefined

function pairElements(place: JsonPlace, from: Elements, to: Elements, sides: number): readonly Pair[] | undefined {
  const length = Math.max(from?.length ?? 0, to?.length ?? 0)
  if (length === 0 && sides === 1) return undefined
  return Array.from({ length }, (_, index) => ({ place: [...place, index], from: from?.[index], to: to?.[index] }))
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value)
}

function findMember(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** Returns the value at a place; undefined if there is none. */
export function valueAt(value: JsonValue, place: JsonPlace): JsonValue | undefined {
  let at: JsonValue | undefined = value
  for (const step of place)
    at = typeof step === 'number' ? (Array.isArray(at) ? at[step] : undefined) : findMember(at, step)
  return at
}

/** Returns a place as a dotted path, or as a JSON Pointer if a name is empty or has a character reserved in paths. */
export function showPlace(place: JsonPlace): string {
  if (place.some((step) => typeof step === 'string' && /^$|[.[\]/]/.test(step))) {
    return place.reduce<string>(pointerTo, '')
  }
  return place.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}
