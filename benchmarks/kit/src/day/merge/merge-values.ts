import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'

/** Thrown if pieces of work need different things of one world, so that one of them must be drawn again. */
export class IncompatibleError extends Error {
  override readonly name = 'IncompatibleError'
}

/**
 * Merges configurations: objects by member, and lists of objects with an `id` by id. Any other list gets first the new
 * values of each, then the values of `base` that all of them keep, because its order may matter.
 *
 * @throws IncompatibleError if a member has different values in two of them
 */
export function mergeObjects(objects: readonly JsonObject[], base: JsonObject = {}, at = ''): JsonObject {
  const names = new Set(objects.flatMap((one) => Object.keys(one)))
  const merged = [...names].map((name) => {
    const values = objects.flatMap((one) => (one[name] === undefined ? [] : [one[name]]))
    return [name, mergeValues(values, base[name], `${at}/${name}`)]
  })
  return Object.fromEntries(merged)
}

function mergeValues(values: readonly JsonValue[], base: JsonValue | undefined, at: string): JsonValue {
  if (values.every(Array.isArray)) return mergeLists(values as JsonValue[][], Array.isArray(base) ? base : [], at)
  if (values.every(isJsonObject)) return mergeObjects(values, isJsonObject(base) ? base : {}, at)
  const [first = null, other] = distinct(values)
  if (other === undefined) return first
  throw new IncompatibleError(`expected one value of ${at}, got ${JSON.stringify(first)} and ${JSON.stringify(other)}`)
}

function mergeLists(lists: readonly (readonly JsonValue[])[], base: readonly JsonValue[], at: string): JsonValue {
  const all = lists.flat()
  if (all.every(hasId)) return mergeById(all, base.filter(hasId), at)
  refuseTwoMembers(all, at)
  const known = new Set(base.map((value) => JSON.stringify(value)))
  const own = distinct(all).filter((value) => !known.has(JSON.stringify(value)))
  const sets = lists.map((list) => new Set(list.map((value) => JSON.stringify(value))))
  return [...own, ...base.filter((value) => sets.every((set) => set.has(JSON.stringify(value))))]
}

/**
 * Rejects two members of a payer with the same number.
 *
 * @throws IncompatibleError
 */
function refuseTwoMembers(values: readonly JsonValue[], at: string): void {
  const numbers = distinct(values).flatMap((value) => (isJsonObject(value) ? (value.member_id ?? []) : []))
  const twice = numbers.find((number, index) => numbers.indexOf(number) !== index)
  if (twice !== undefined) throw new IncompatibleError(`expected one member ${String(twice)} in ${at}, got two`)
}

interface Identified extends JsonObject {
  readonly id: string
}

function mergeById(all: readonly Identified[], base: readonly Identified[], at: string): JsonValue {
  const groups = groupBy(all, ({ id }) => id)
  return [...groups].map(([id, group]) =>
    mergeObjects(
      group,
      base.find((one) => one.id === id),
      `${at}/${id}`,
    ),
  )
}

function hasId(value: JsonValue): value is Identified {
  return isJsonObject(value) && typeof value.id === 'string'
}

/** Returns the values without duplicates. */
export function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
}

/**
 * Removes duplicate records.
 *
 * @throws IncompatibleError if two records have the same key and differ
 */
export function joinRecords<Record>(records: readonly Record[], keyOf: (record: Record) => string): readonly Record[] {
  const groups = groupBy(records, keyOf)
  return [...groups].flatMap(([key, group]) => {
    const [first, other] = distinct(group)
    if (other !== undefined) throw new IncompatibleError(`expected one record ${key}, got two that differ`)
    return first === undefined ? [] : [first]
  })
}

/** Groups values by key, in the order of each key's first value. */
export function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [value])
    else group.push(value)
  }
  return groups
}
