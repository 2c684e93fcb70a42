import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { isDate } from '../../../calendar-date.js'
import { systems } from './urls.js'

/** The members of a Coding that the payer reads. */
export interface ReadCoding {
  readonly system: string | undefined
  readonly code: string
  readonly display: string | undefined
}

/** Returns a JSON array as it is, and an empty one for any other value. */
export function readList(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : none
}

const none: readonly never[] = []

/** Returns the objects in a list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  const list = readList(value)
  return list.every(isJsonObject) ? list : list.filter(isJsonObject)
}

/** Returns the value at a path of members; undefined if there is none. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let at = value
  // Paths are constants, so inherited members cannot be read.
  for (const member of path) at = isJsonObject(at) ? at[member] : undefined
  return at
}

/** Returns the text at a path of members; undefined if there is none. */
export function textAt(value: JsonValue | undefined, ...path: readonly string[]): string | undefined {
  return writtenText(valueAt(value, ...path))
}

function writtenText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** Returns the codings of a CodeableConcept that have a code. */
export function readCodings(concept: JsonValue | undefined): readonly ReadCoding[] {
  if (!isJsonObject(concept)) return none
  const found: ReadCoding[] = []
  for (const { system, code, display } of objectsIn(concept.coding)) {
    const known = writtenText(code)
    if (known !== undefined) found.push({ system: writtenText(system), code: known, display: writtenText(display) })
  }
  return found
}

/** Whether a code system is CPT or HCPCS. */
export function isBillingSystem(system: string): boolean {
  return system === systems.cpt || /ama-assn|cpt|hcpcs/i.test(system)
}

/** Returns the first CPT or HCPCS coding of a service, else the first of any system. */
export function findServiceCoding(codings: readonly ReadCoding[]): ReadCoding | undefined {
  return codings.find(({ system = '' }) => isBillingSystem(system)) ?? codings[0]
}

/** Returns the extensions of an element whose URL is `url`. */
export function listExtensions(element: JsonValue | undefined, url: string): readonly JsonObject[] {
  const extensions = isJsonObject(element) ? objectsIn(element.extension) : none
  return extensions.length === 0 ? none : extensions.filter((extension) => extension.url === url)
}

/** Returns the first code in the CodeableConcepts of the extensions whose URL is `url`; undefined if there is none. */
export function extensionCode(element: JsonValue | undefined, url: string): string | undefined {
  for (const one of listExtensions(element, url)) {
    const [coding] = readCodings(one.valueCodeableConcept)
    if (coding !== undefined) return coding.code
  }
  return undefined
}

/** Returns the value of the first identifier whose system is `system`; undefined if there is none. */
export function findIdentifier(resource: JsonValue | undefined, system: string): string | undefined {
  const found = objectsIn(valueAt(resource, 'identifier')).find((identifier) => identifier.system === system)
  return textAt(found, 'value')
}

/** Returns the day of a date or date-time; undefined if there is no valid one. */
export function dayIn(value: JsonValue | undefined): string | undefined {
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return isDate(day) ? day : undefined
}

/** Whether a value has the format of a day but is not in the calendar: `2026-02-30`. */
export function isNoDay(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && dayIn(value) === undefined && /^\d{4}-\d{2}-\d{2}/.test(value)
}

/** Returns the name of a patient as text: `Jordan Sample`. */
export function readName(patient: JsonValue | undefined): string | undefined {
  const [name] = objectsIn(valueAt(patient, 'name'))
  const given = readList(name?.given).filter((one) => typeof one === 'string')
  const parts = [...given, textAt(name, 'family')].filter((part) => part !== undefined)
  return textAt(name, 'text') ?? (parts.length > 0 ? parts.join(' ') : undefined)
}

/** Returns the member number in a Coverage or a Patient: `subscriberId`, the identifier of type MB, else the first. */
export function readMemberId(coverage: JsonValue | undefined): string | undefined {
  const identifiers = objectsIn(valueAt(coverage, 'identifier'))
  const values = identifiers.flatMap((one) => textAt(one, 'value') ?? [])
  const member = identifiers.find((one) => readCodings(one.type).some(({ code }) => code === 'MB'))
  return textAt(coverage, 'subscriberId') ?? textAt(member, 'value') ?? values[0]
}

/** Returns a CodeableConcept with one coding. */
export function createConcept(system: string, code: string, display?: string): JsonObject {
  return { coding: [display === undefined ? { system, code } : { system, code, display }] }
}
