import { type OrderCase, searchFor, writeReference } from '@carebench/benchmark-solvers/readers'
import type { FhirJson } from '@carebench/client'
import { type PaperType, paperTypes } from '../clinic/payer-rules.js'
import { type Desk, personIn } from './desk.js'

/** Returns the first patient with the record number in the task item, or with the name, ignoring the date of birth. */
export async function firstPatient(desk: Desk): Promise<FhirJson | undefined> {
  const { mrn, given, family } = personIn(desk.taskItem)
  return mrn === ''
    ? firstNamed(desk, `${given} ${family}`)
    : (await searchFor(desk.session, 'Patient', { identifier: mrn }))[0]
}

/** Returns the first patient with a name. */
export async function firstNamed({ session }: Desk, name: string): Promise<FhirJson | undefined> {
  return (await searchFor(session, 'Patient', { name: name.split(' ') }))[0]
}

/** Returns the documents of one of the payers' document types, newest first, whatever they are about. */
export function newestDocuments({ session, patient }: OrderCase, type: string): Promise<readonly FhirJson[]> {
  const code = Object.hasOwn(paperTypes, type) ? paperTypes[type as PaperType].loinc : type
  return searchFor(session, 'DocumentReference', { patient: writeReference(patient), type: code, _sort: '-date' })
}
