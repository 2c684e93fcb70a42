import type { JsonObject } from '@carebench/protocol'

export type Resource = JsonObject & { readonly resourceType: string; readonly id: string }

/** A patient of the clinic. */
export interface Person {
  readonly id: string
  readonly given: string
  readonly family: string
  readonly sex: 'female' | 'male'
  readonly birthDate: string
  readonly mrn: string
}

/** A practitioner, who orders, signs documents and takes calls. */
export interface Clinician {
  /** `prac-04`. */
  readonly id: string
  readonly name: string
  readonly npi: string
}

export function fullName({ given, family }: Pick<Person, 'given' | 'family'>): string {
  return `${given} ${family}`
}

/** Returns a FHIR reference to a patient. */
export function toSubject(person: Pick<Person, 'id' | 'given' | 'family'>) {
  return { reference: `Patient/${person.id}`, display: fullName(person) }
}

export function patientResource(person: Person): Resource {
  return {
    resourceType: 'Patient',
    id: person.id,
    identifier: [
      {
        use: 'usual',
        type: {
          coding: [
            { system: 'http://terminology.hl7.org/CodeSystem/v2-0203', code: 'MR', display: 'Medical record number' },
          ],
        },
        system: 'https://carebench.example.org/mrn',
        value: person.mrn,
      },
    ],
    active: true,
    name: [{ use: 'official', text: fullName(person), family: person.family, given: [person.given] }],
    gender: person.sex,
    birthDate: person.birthDate,
  }
}
