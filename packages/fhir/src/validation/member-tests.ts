import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { parseDateRange } from '../resource/date-range.js'

/** Whether an element is present, possibly with only extensions. */
export function has(value: JsonObject, name: string): boolean {
  return value[name] !== undefined || value[`_${name}`] !== undefined
}

/** Whether at least one of the elements is present. */
export function hasAny(value: JsonObject, ...names: readonly string[]): boolean {
  return names.some((name) => has(value, name))
}

/** Whether a choice element is present in any of its types: `value` for `valueQuantity`. */
export function hasChoice(value: JsonObject, name: string): boolean {
  for (const member in value) {
    const start = member.startsWith('_') ? 1 : 0
    if (!member.startsWith(name, start)) continue
    const next = member.charAt(start + name.length)
    if (next >= 'A' && next <= 'Z') return true
  }
  return false
}

/** Returns the items of an array; none for any other value. */
export function listItems(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** Returns the objects among the items of an array. */
export function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return listItems(value).filter(isJsonObject)
}

/** Returns the codings of a CodeableConcept. */
export function listCodings(concept: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(concept) ? listObjects(concept.coding) : []
}

/** Whether a CodeableConcept has one of some codes of a system. */
export function isCoded(concept: JsonValue | undefined, system: string, ...codes: readonly string[]): boolean {
  return listCodings(concept).some((coding) => coding.system === system && codes.includes(String(coding.code)))
}

/**
 * Whether one time is not after another, at their common precision: a date has no time zone, so it is compared with the
 * date in the other text. All digits of fractions of a second count.
 */
export function isInOrder(start: JsonValue | undefined, end: JsonValue | undefined): boolean {
  if (typeof start !== 'string' || typeof end !== 'string') return true
  const [from, to] = [parseDateRange(start), parseDateRange(end)]
  if (from === undefined || to === undefined) return true
  const [fromDay = '', toDay = ''] = [start.split('T')[0], end.split('T')[0]]
  const precision = Math.min(fromDay.length, toDay.length)
  if (!start.includes('T') || !end.includes('T')) return fromDay.slice(0, precision) <= toDay.slice(0, precision)
  const [fromSecond, toSecond] = [Math.floor(from.start / 1000), Math.floor(to.start / 1000)]
  return fromSecond === toSecond ? isFractionInOrder(start, end) : fromSecond < toSecond
}

function isFractionInOrder(start: string, end: string): boolean {
  const [from = '', to = ''] = [start, end].map((time) => /\.(\d+)/.exec(time)?.[1] ?? '')
  const length = Math.max(from.length, to.length)
  return from.padEnd(length, '0') <= to.padEnd(length, '0')
}

/** Whether no two of the values are equal. */
export function areDistinct(values: readonly JsonValue[]): boolean {
  return new Set(values).size === values.length
}
