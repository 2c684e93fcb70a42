import type { JsonValue } from '@carebench/protocol'
import { isJsonObject } from '../values/json/is-json-object.js'
import { nameOfType, showJson } from '../values/json/show-json.js'
import { nearestMember } from '../values/text/nearest-text.js'
import type { VerifyOptions } from './verification.js'

const names = ['pass_threshold', 'axis_weights', 'items', 'ends_at'] as const satisfies readonly (keyof VerifyOptions)[]

/**
 * Checks all options of the scoring of a task; an absent or undefined one has its default. Other members are ignored,
 * such as those of the `overrides` of a benchmark, except near misses of these names.
 *
 * @throws {RangeError} naming the first wrong option
 */
export function checkOptions(options: unknown): asserts options is VerifyOptions {
  if (!isJsonObject(options)) throw expected('the options', 'an object such as {"pass_threshold": 0.9}', options)
  for (const name of Object.keys(options)) {
    if (names.some((known) => known === name)) continue
    const near = nearestMember(name, names)
    if (near === undefined) continue
    throw new RangeError(`There is no option ${JSON.stringify(name)}; did you mean ${JSON.stringify(near)}?`)
  }
  const { pass_threshold: threshold, axis_weights: weights, items, ends_at } = options
  if (threshold !== undefined && !(typeof threshold === 'number' && threshold > 0 && threshold <= 1)) {
    throw expected('pass_threshold', 'a number above 0 and at most 1, such as 0.9', threshold)
  }
  if (weights !== undefined) checkWeights(weights)
  if (items !== undefined) checkItems(items)
  checkTime('ends_at', ends_at)
}

function checkWeights(weights: unknown): void {
  if (!isJsonObject(weights)) throw expected('axis_weights', 'an object such as {"safety": 2}', weights)
  for (const [axis, weight] of Object.entries(weights)) {
    if (!(typeof weight === 'number' && weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw expected(`axis_weights.${axis}`, 'a finite number of at least 0', weight)
    }
  }
}

function checkItems(items: unknown): void {
  if (!Array.isArray(items)) throw expected('items', 'an array such as [{"key": "visit-1"}]', items)
  const keys = new Set<string>()
  for (const [index, item] of (items as readonly unknown[]).entries()) {
    if (!isJsonObject(item)) throw expected(`items[${index}]`, 'an object such as {"key": "visit-1"}', item)
    const { key, due } = item
    if (typeof key !== 'string') throw expected(`items[${index}].key`, 'a string', key)
    if (keys.has(key)) {
      throw new RangeError(`Expected the keys of items to be unique, got ${JSON.stringify(key)} twice.`)
    }
    keys.add(key)
    checkTime(`items[${index}].due`, due)
  }
}

function checkTime(name: string, time: unknown): void {
  if (time === undefined || time === null) return
  if (typeof time !== 'string' || Number.isNaN(Date.parse(time))) {
    throw expected(name, 'a time such as 2026-03-02T17:00:00Z', time)
  }
}

function expected(name: string, what: string, found: unknown): RangeError {
  const isScalar = ['string', 'number', 'boolean'].includes(typeof found)
  const shown = isScalar ? showJson(found as JsonValue) : nameOfType(found)
  return new RangeError(`Expected ${name} to be ${what}, got ${shown}.`)
}
