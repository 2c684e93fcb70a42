import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../../values/json/is-json-object.js'

/** A string, number or boolean inside a record. */
export interface Leaf {
  /** The member names and indexes leading to it. */
  readonly steps: readonly (string | number)[]
  /** The nearest member name: that of the array for an array element; "" if the record is not an object. */
  readonly key: string
  /** The object that has the nearest member. */
  readonly parent: JsonObject | undefined
  readonly value: string | number | boolean
}

/** Maximum nesting depth; deeper values are ignored. */
const deepest = 60

/** Returns the leaves of a record, in the order of its members. */
export function listLeaves(record: JsonValue): readonly Leaf[] {
  const leaves: Leaf[] = []
  const visit = (value: JsonValue, steps: readonly (string | number)[], key: string, parent?: JsonObject): void => {
    if (value === null || steps.length > deepest) return
    if (typeof value !== 'object') leaves.push({ steps, key, parent, value })
    else if (isJsonObject(value)) {
      for (const [name, member] of Object.entries(value)) visit(member, [...steps, name], name, value)
    } else {
      for (const [index, element] of value.entries()) visit(element, [...steps, index], key, parent)
    }
  }
  visit(record, [], '')
  return leaves
}

/** Returns the value at the steps; undefined if they end early. */
export function readSteps(record: JsonValue, steps: readonly (string | number)[]): JsonValue | undefined {
  let value: JsonValue | undefined = record
  for (const step of steps) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as { readonly [step: string | number]: JsonValue })[step]
  }
  return value
}

/** Returns the record with the value at the steps replaced; everything else is shared. */
export function withValue(record: JsonValue, steps: readonly (string | number)[], value: JsonValue): JsonValue {
  const [step, ...rest] = steps
  if (step === undefined) return value
  if (Array.isArray(record)) {
    return record.map((element: JsonValue, index) => (index === step ? withValue(element, rest, value) : element))
  }
  if (!isJsonObject(record)) return record
  return { ...record, [step]: withValue(record[step] ?? null, rest, value) }
}

/** Returns the steps as a path: `participant[0].actor.reference`. */
export function showSteps(steps: readonly (string | number)[]): string {
  return steps.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('')
}

/** Returns the value with every leaf that equals another value replaced. */
export function replaceLeaves(value: JsonValue, before: JsonValue, after: JsonValue): JsonValue {
  return changeLeaves(value, (leaf) => (leaf.value === before ? after : leaf.value))
}

/**
 * Returns the record with each leaf replaced by the result of `change`; unchanged values are shared. Takes linear time.
 */
export function changeLeaves(record: JsonValue, change: (leaf: Leaf) => JsonValue): JsonValue {
  const visit = (
    value: JsonValue,
    steps: readonly (string | number)[],
    key: string,
    parent?: JsonObject,
  ): JsonValue => {
    if (value === null || steps.length > deepest) return value
    if (typeof value !== 'object') return change({ steps, key, parent, value })
    if (!isJsonObject(value)) {
      const elements = value.map((element, index) => visit(element, [...steps, index], key, parent))
      return elements.some((element, index) => element !== value[index]) ? elements : value
    }
    const members = Object.entries(value).map(([name, member]): [string, JsonValue] => [
      name,
      visit(member, [...steps, name], name, value),
    ])
    return members.some(([name, member]) => member !== value[name]) ? Object.fromEntries(members) : value
  }
  return visit(record, [], '')
}
