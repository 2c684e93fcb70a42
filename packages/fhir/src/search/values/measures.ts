import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { parseUnit, toBaseUnits, type Unit } from '@carebench/text'
import type { Range } from './range-divisions.js'

/*
 * A number is compared under one key, a quantity under several:
 *   (empty)             its number, whatever its unit        s<system>|<code>  its number in that unit
 *   n<code or unit>     its number in a unit of any system   u<dimension>      its number in base units of UCUM
 */

/** A number that is compared under a key. If it is not known exactly, it is a range that includes its ends. */
export interface Measure {
  readonly key: string
  readonly range: Range
}

export const ucum = 'http://unitsofmeasure.org'
const currencies = 'urn:iso:std:iso:4217'

/**
 * The measures of an element: a number, a Quantity, Money or a Range. Other elements have none. Only those under one
 * key if one is given.
 */
export function measuresOf(value: JsonValue, only?: string): readonly Measure[] {
  if (typeof value === 'number') {
    return only === undefined || only === '' ? [{ key: '', range: { start: value, end: value } }] : []
  }
  if (!isJsonObject(value)) return []
  const { low, high } = value
  if (low === undefined && high === undefined) {
    const range = rangeOf(value)
    if (range === undefined) return []
    // Any quantity has its number under this key.
    if (only === '') return [{ key: '', range }]
    const keys = only === undefined ? keysOf(value) : keysOf(value).filter(([key]) => key === only)
    return keys.map(([key, unit]) => ({ key, range: inUnit(range, unit) }))
  }
  const measures = measuresOfRange(isJsonObject(low) ? low : undefined, isJsonObject(high) ? high : undefined)
  return only === undefined ? measures : measures.filter(({ key }) => key === only)
}

/** A Range is compared under the keys that both its sides share; a missing side is unbounded. */
function measuresOfRange(low: JsonObject | undefined, high: JsonObject | undefined): readonly Measure[] {
  const from = low && rangeOf(low)
  const to = high && rangeOf(high)
  const keys = low ?? high
  if (keys === undefined || (from === undefined && to === undefined)) return []
  const others = new Map(high === undefined || to === undefined ? undefined : keysOf(high))
  const measures: Measure[] = []
  for (const [key, unit] of keysOf(from === undefined ? (high ?? keys) : keys)) {
    if (to !== undefined && !others.has(key)) continue
    const start = from === undefined ? Number.NEGATIVE_INFINITY : inUnit(from, unit).start
    const end = to === undefined ? Number.POSITIVE_INFINITY : inUnit(to, others.get(key)).end
    measures.push({ key, range: { start, end } })
  }
  return measures
}

/** Returns the number of a Quantity as a range. "Less than 5" stands for all numbers below 5. */
function rangeOf({ value, comparator }: JsonObject): Range | undefined {
  if (typeof value !== 'number') return undefined
  switch (comparator) {
    case '<':
      return { start: Number.NEGATIVE_INFINITY, end: justBelow(value) }
    case '<=':
      return { start: Number.NEGATIVE_INFINITY, end: value }
    case '>':
      return { start: justAbove(value), end: Number.POSITIVE_INFINITY }
    case '>=':
      return { start: value, end: Number.POSITIVE_INFINITY }
    default:
      return { start: value, end: value }
  }
}

/** Returns the keys of a Quantity, with the unit that its number is converted from under each. */
function keysOf(quantity: JsonObject): readonly (readonly [string, Unit | undefined])[] {
  const { unit, currency } = quantity
  const code = typeof currency === 'string' ? currency : quantity.code
  const system = typeof currency === 'string' ? currencies : quantity.system
  const keys: (readonly [string, Unit | undefined])[] = [['', undefined]]
  if (typeof code === 'string') {
    keys.push([`n${code}`, undefined])
    if (typeof system === 'string') keys.push([`s${system}|${code}`, undefined])
    const converted = typeof system === 'string' ? convertibleUnit(system, code) : undefined
    if (converted !== undefined) keys.push([`u${converted.dimension}`, converted])
  }
  if (typeof unit === 'string' && unit !== code) keys.push([`n${unit}`, undefined])
  return keys
}

/**
 * The UCUM unit that a code names, if numbers in it may be converted. An annotation alone, such as `{score}`, says what
 * is counted: it means 1, but scores should not be mixed with percentages.
 */
export function convertibleUnit(system: string, code: string): Unit | undefined {
  if (system !== ucum) return undefined
  let unit = parsed.get(code)
  if (unit === undefined && !parsed.has(code)) {
    unit = code.startsWith('{') && code.indexOf('}') === code.length - 1 ? undefined : parseUnit(code)
    if (parsed.size >= parsedAtMost) parsed.clear()
    parsed.set(code, unit)
  }
  return unit
}

/** Units by their codes: a record has few, and reads them often. */
const parsed = new Map<string, Unit | undefined>()
const parsedAtMost = 1000

/**
 * The ends unchanged, or in UCUM base units rounded to twelve digits, to hide the rounding errors of the conversion.
 */
export function inUnit({ start, end }: Range, unit: Unit | undefined): Range {
  return unit === undefined ? { start, end } : { start: converted(start, unit), end: converted(end, unit) }
}

function converted(value: number, unit: Unit): number {
  return Number(toBaseUnits(value, unit).toPrecision(12))
}

/** Returns the number just before another, at the precision to which searches distinguish numbers. */
export function justBelow(value: number): number {
  return value - margin(value)
}

/** Returns the number just after another, at the precision to which searches distinguish numbers. */
export function justAbove(value: number): number {
  return value + margin(value)
}

function margin(value: number): number {
  return Math.max(Math.abs(value) * 1e-11, Number.MIN_VALUE)
}
