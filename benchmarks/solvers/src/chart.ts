import type { FhirJson, JsonObject, SearchParameters, TaskSession } from '@carebench/client'
import { needed, objectsAt, textAt } from './json.js'

/**
 * Finds the patient of a task item by the record number among its inputs, or else by the name and date of birth in the
 * instruction. Throws if there is not exactly one.
 */
export async function findPatient(session: TaskSession): Promise<FhirJson> {
  const item = needed(session.taskItem ?? undefined, 'a task item')
  const number = textAt(item, 'inputs', 'patient', 'mrn')
  if (number !== undefined)
    return theOnly(await searchFor(session, 'Patient', { identifier: number }), `patient ${number}`)
  const instruction = textAt(item, 'instruction') ?? ''
  const named = /(\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)+)[^.]*?\b(\d{4}-\d{2}-\d{2})/u.exec(instruction)
  const [, name = '', birthdate = ''] = needed(named ?? undefined, 'a patient in the instruction')
  return findPatientNamed(session, name, birthdate)
}

/** Finds the patient with a name, written as {@link readName} does, and a date of birth. Throws unless there is one. */
export async function findPatientNamed(session: TaskSession, name: string, birthdate: string): Promise<FhirJson> {
  const found = await searchFor(session, 'Patient', { birthdate, name: name.split(' ') })
  return theOnly(
    found.filter((patient) => readName(patient) === name),
    `patient ${name}, born ${birthdate}`,
  )
}

/** Returns the first name of a patient: its text, or else given and family names. */
export function readName(patient: FhirJson): string {
  const name = objectsAt(patient, 'name')[0]
  const given = name?.given
  return textAt(name, 'text') ?? [...(Array.isArray(given) ? given : []), textAt(name, 'family')].join(' ')
}

/** Returns the id of a resource. Throws if it has none. */
export function readId(resource: FhirJson): string {
  return needed(textAt(resource, 'id'), `an id of a ${resource.resourceType}`)
}

/** Returns a reference to a resource, such as `Patient/1`. */
export function writeReference(resource: FhirJson): string {
  return `${resource.resourceType}/${readId(resource)}`
}

/**
 * Reads the resource of a reference such as `Practitioner/1`. `what` names it in the error if there is no reference.
 */
export function readReference(session: TaskSession, reference: string | undefined, what: string): Promise<FhirJson> {
  return session.fhir.request('GET', needed(reference, what))
}

/** Returns all resources of a search, from all pages. */
export async function searchFor(session: TaskSession, type: string, parameters: SearchParameters): Promise<FhirJson[]> {
  const found: FhirJson[] = []
  for await (const resource of session.fhir.searchAll(type, parameters)) found.push(resource)
  return found
}

/** Returns the only value of a list. Throws unless there is exactly one. */
export function theOnly<Value>(found: readonly Value[], what: string): Value {
  const [first] = found
  if (first === undefined || found.length > 1) throw new Error(`Expected one ${what}, found ${found.length}.`)
  return first
}

/** Returns the code of the first coding of a CodeableConcept whose system is wanted. */
export function codeIn(concept: JsonObject | undefined, isWanted: (system: string) => boolean): string | undefined {
  return textAt(
    objectsAt(concept, 'coding').find((coding) => isWanted(textAt(coding, 'system') ?? '')),
    'code',
  )
}

/** Returns the text of a DocumentReference, from its attachment or the Binary, exactly as it is in the chart. */
export async function readText(session: TaskSession, document: FhirJson): Promise<string> {
  const attachment = theOnly(objectsAt(document, 'content'), 'content of a document').attachment
  const data =
    textAt(attachment, 'data') ?? textAt(await readReference(session, textAt(attachment, 'url'), 'a text'), 'data')
  const bytes = Uint8Array.from(atob(data ?? ''), (character) => character.charCodeAt(0))
  return new TextDecoder().decode(bytes)
}

/** Returns the days from one day to another, both `YYYY-MM-DD`, with or without a time. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to.slice(0, 10)) - Date.parse(from.slice(0, 10))) / 86_400_000)
}

/** Returns the day that is `days` days after a day, both `YYYY-MM-DD`. */
export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Whether a FHIR Period includes a day, `YYYY-MM-DD`, both ends included. */
export function includesDay(period: JsonObject | undefined, day: string): boolean {
  const start = textAt(period, 'start')
  const end = textAt(period, 'end')
  return (start === undefined || start.slice(0, 10) <= day) && (end === undefined || day <= end.slice(0, 10))
}
