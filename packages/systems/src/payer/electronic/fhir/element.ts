import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { isDate } from '../../../calendar-date.js'
import { systems } from './urls.js'

/** A coding, as far as it is read. */
export interface ReadCoding {
  readonly system: string | undefined
  readonly code: string
  readonly display: string | undefined
}

/** Returns the items of a list; none of another value. */
export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : none
}

const none: readonly never[] = []

/** Returns the objects in a list. */
export function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  const list = listOf(value)
  return list.every(isJsonObject) ? list : list.filter(isJsonObject)
}

/** Returns the value at a path of members; undefined if there is none. */
export function valueAt(value: JsonValue | undefined, ...path: readonly string[]): JsonValue | undefined {
  let at = value
  // No element of FHIR has a name that every object has.
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

/** Returns the codings of a CodeableConcept. */
export function codingsOf(concept: JsonValue | undefined): readonly ReadCoding[] {
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

/** Returns the coding by which a payer knows a service: of several, the one of CPT or HCPCS counts, else the first. */
export function findServiceCoding(codings: readonly ReadCoding[]): ReadCoding | undefined {
  return codings.find(({ system = '' }) => isBillingSystem(system)) ?? codings[0]
}

/** Returns the extensions of an element with a URL. */
export function extensionsOf(element: JsonValue | undefined, url: string): readonly JsonObject[] {
  const extensions = isJsonObject(element) ? objectsIn(element.extension) : none
  return extensions.length === 0 ? none : extensions.filter((extension) => extension.url === url)
}

/** Returns the code of the first coding in an extension's CodeableConcept. */
export function extensionCode(element: JsonValue | undefined, url: string): string | undefined {
  for (const one of extensionsOf(element, url)) {
    const [coding] = codingsOf(one.valueCodeableConcept)
    if (coding !== undefined) return coding.code
  }
  return undefined
}

/** Returns the value of the first identifier with a system. */
export function identifierOf(resource: JsonValue | undefined, system: string): string | undefined {
  const found = objectsIn(valueAt(resource, 'identifier')).find((identifier) => identifier.system === system)
  return textAt(found, 'value')
}

/** The day of a date or date-time; undefined if it has none, or one that no calendar has. */
export function dayIn(value: JsonValue | undefined): string | undefined {
  const day = typeof value === 'string' ? value.slice(0, 10) : ''
  return isDate(day) ? day : undefined
}

/** Whether a value is written as a day, and is none: `2026-02-30`. */
export function isNoDay(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && dayIn(value) === undefined && /^\d{4}-\d{2}-\d{2}/.test(value)
}

/** Returns the name of a patient as it is written: `Jordan Sample`. */
export function nameOf(patient: JsonValue | undefined): string | undefined {
  const [name] = objectsIn(valueAt(patient, 'name'))
  const given = listOf(name?.given).filter((one) => typeof one === 'string')
  const parts = [...given, textAt(name, 'family')].filter((part) => part !== undefined)
  return textAt(name, 'text') ?? (parts.length > 0 ? parts.join(' ') : undefined)
}

/** Returns the member number of a Coverage, or that of a Patient: the one that the payer knows the subscriber by. */
export function memberIdOf(coverage: JsonValue | undefined): string | undefined {
  const identifiers = objectsIn(valueAt(coverage, 'identifier'))
  const values = identifiers.flatMap((one) => textAt(one, 'value') ?? [])
  const member = identifiers.find((one) => codingsOf(one.type).some(({ code }) => code === 'MB'))
  return textAt(coverage, 'subscriberId') ?? textAt(member, 'value') ?? values[0]
}

/** Returns a CodeableConcept with one coding. */
export function conceptOf(system: string, code: string, display?: string): JsonObject {
  return { coding: [display === undefined ? { system, code } : { system, code, display }] }
}
