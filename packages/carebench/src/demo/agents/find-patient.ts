import type { JsonObject } from '@carebench/protocol'
import type { Chart } from './chart.js'
import { textAt } from './json-member.js'

/** The patient of a task, from its inputs; missing parts are empty. */
export interface Wanted {
  readonly mrn: string
  readonly name: string
  readonly birthDate: string
}

/** Reads `{mrn}` or `{name, birth_date}`. */
export function readWanted(patient: JsonObject): Wanted {
  return { mrn: textAt(patient, 'mrn'), name: textAt(patient, 'name'), birthDate: textAt(patient, 'birth_date') }
}

/** The only matching patient in the chart. Throws if there is none, or more than one. */
export async function findPatient(chart: Chart, { mrn, name, birthDate }: Wanted): Promise<JsonObject> {
  const { given, family } = splitName(name)
  const birth = birthDate === '' ? {} : { birthdate: birthDate }
  const parameters = mrn === '' ? { family, given, ...birth } : { identifier: mrn }
  const found = await chart.search('Patient', parameters)
  const [patient] = found
  if (patient === undefined || found.length > 1) throw new Error(`Expected one patient, found ${found.length}.`)
  return patient
}

/** The first and the last word of a name. */
export function splitName(name: string): { readonly given: string; readonly family: string } {
  const words = name.split(' ')
  return { given: words[0] ?? '', family: words.at(-1) ?? '' }
}
