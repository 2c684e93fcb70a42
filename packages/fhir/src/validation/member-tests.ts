import { parseDateRange } from '../date-range.js'
import { isJsonObject, type JsonObject, type JsonValue } from '../json.js'

/** Whether an element is present, even with only extensions. */
export function has(value: JsonObject, name: string): boolean {
  return value[name] !== undefined || value[`_${name}`] !== undefined
}

/** Tells whether one of the elements is there. */
export function hasAny(value: JsonObject, ...names: readonly string[]): boolean {
  return names.some((name) => has(value, name))
}

/** Tells whether an element of several types is there: `value` for `valueQuantity`. */
export function hasChoice(value: JsonObject, name: string): boolean {
  for (const member in value) {
    const start = member.startsWith('_') ? 1 : 0
    if (!member.startsWith(name, start)) continue
    const next = member.charAt(start + name.length)
    if (next >= 'A' && next <= 'Z') return true
  }
  return false
}

/** The items of an array; none for any other value. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

/** The objects among the items of an array. */
export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return itemsOf(value).filter(isJsonObject)
}

/** The codings of a CodeableConcept. */
export function codingsOf(concept: JsonValue | undefined): readonly JsonObject[] {
  return isJsonObject(concept) ? objectsOf(concept.coding) : []
}

/** Tells whether a CodeableConcept has one of the codes of a system. */
export function isCoded(concept: JsonValue | undefined, system: string, ...codes: readonly string[]): boolean {
  return codingsOf(concept).some((coding) => coding.system === system && codes.includes(String(coding.code)))
}

/** Whether one moment is not after another, as far as their precision allows. */
export function isInOrder(start: JsonValue | undefined, end: JsonValue | undefined): boolean {
  const from = typeof start === 'string' ? parseDateRange(start) : undefined
  const to = typeof end === 'string' ? parseDateRange(end) : undefined
  return from === undefined || to === undefined || from.start < to.end
}

/** Tells whether no value of an element is there twice among objects. */
export function areDistinct(values: readonly JsonValue[]): boolean {
  return new Set(values).size === values.length
}
