import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { parseUnit, toBaseUnits, type Unit } from '@carebench/text'
import type { Range } from './range-divisions.js'

/*
 * A number is compared under one key, a quantity under several:
 *   (empty)             its number, whatever its unit        s<system>|<code>  its number in that unit
 *   n<code or unit>     its number in a unit of any system   u<dimension>      its number in base units of UCUM
 */

/** A number that is compared under a key, as a range that includes its ends. */
export interface Measure {
  readonly key: string
  readonly range: Range
}

export const ucum = 'http://unitsofmeasure.org'
const currencies = 'urn:iso:std:iso:4217'

/**
 * Returns the measures of an element: a number, a Quantity, Money or a Range. Other elements have none. With `only`,
 * returns only the measures under that key.
 */
export function readMeasures(value: JsonValue, only?: string): readonly Measure[] {
  if (typeof value === 'number') {
    return only === undefined || only === '' ? [{ key: '', range: { start: value, end: value } }] : []
  }
  if (!isJsonObject(value)) return []
  const { low, high } = value
  if (low === undefined && high === undefined) {
    const range = readRange(value)
    if (range === undefined) return []
    // Any quantity has its number under this key.
    if (only === '') return [{ key: '', range }]
    const keys = only === undefined ? listKeys(value) : listKeys(value).filter(([key]) => key === only)
    return keys.map(([key, unit]) => ({ key, range: convertRange(range, unit) }))
  }
  const measures = readRangeMeasures(isJsonObject(low) ? low : undefined, isJsonObject(high) ? high : undefined)
  return only === undefined ? measures : measures.filter(({ key }) => key === only)
}

/** Returns the measures of a Range under the keys that both sides share; a missing side is unbounded. */
function readRangeMeasures(low: JsonObject | undefined, high: JsonObject | undefined): readonly Measure[] {
  const from = low && readRange(low)
  const to = high && readRange(high)
  const keys = low ?? high
  if (keys === undefined || (from === undefined && to === undefined)) return []
  const others = new Map(high === undefined || to === undefined ? undefined : listKeys(high))
  const measures: Measure[] = []
  for (const [key, unit] of listKeys(from === undefined ? (high ?? keys) : keys)) {
    if (to !== undefined && !others.has(key)) continue
    const start = from === undefined ? Number.NEGATIVE_INFINITY : convertRange(from, unit).start
    const end = to === undefined ? Number.POSITIVE_INFINITY : convertRange(to, others.get(key)).end
    measures.push({ key, range: { start, end } })
  }
  return measures
}

/** Returns the number of a Quantity as a range. "Less than 5" stands for all numbers below 5. */
function readRange({ value, comparator }: JsonObject): Range | undefined {
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

/** Returns the keys of a Quantity, each with the unit from which its number is converted. */
function listKeys(quantity: JsonObject): readonly (readonly [string, Unit | undefined])[] {
  const { unit, currency } = quantity
  const code = typeof currency === 'string' ? currency : quantity.code
  const system = typeof currency === 'string' ? currencies : quantity.system
  const keys: (readonly [string, Unit | undefined])[] = [['', undefined]]
  if (typeof code === 'string') {
    keys.push([`n${code}`, undefined])
    if (typeof system === 'string') keys.push([`s${system}|${code}`, undefined])
    const converted = typeof system === 'string' ? findConvertibleUnit(system, code) : undefined
    if (converted !== undefined) keys.push([`u${converted.dimension}`, converted])
  }
  if (typeof unit === 'string' && unit !== code) keys.push([`n${unit}`, undefined])
  return keys
}

/**
 * Returns the UCUM unit of a code if numbers in it may be converted. A bare annotation such as `{score}` means 1 in
 * UCUM, but is not converted: scores should not be compared with percentages.
 */
export function findConvertibleUnit(system: string, code: string): Unit | undefined {
  if (system !== ucum) return undefined
  let unit = parsed.get(code)
  if (unit === undefined && !parsed.has(code)) {
    unit = code.startsWith('{') && code.indexOf('}') === code.length - 1 ? undefined : parseUnit(code)
    if (parsed.size >= maxParsed) parsed.clear()
    parsed.set(code, unit)
  }
  return unit
}

/** Units by their codes, cached because a record has few and reads them often. */
const parsed = new Map<string, Unit | undefined>()
const maxParsed = 1000

/** Converts a range to UCUM base units, rounded to twelve digits to hide rounding errors; copies it without a unit. */
export function convertRange({ start, end }: Range, unit: Unit | undefined): Range {
  return unit === undefined ? { start, end } : { start: convert(start, unit), end: convert(end, unit) }
}

function convert(value: number, unit: Unit): number {
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
