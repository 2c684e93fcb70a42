import { fullName, type Person, type Resource, toSubject } from './people.js'

const relationships = { MTH: 'mother', FTH: 'father', STPFTH: 'stepfather' } as const

/** A parent or step-parent of a child. */
export interface Relative {
  readonly id: string
  readonly child: Person
  readonly relationship: keyof typeof relationships
  readonly person: Person
}

export function relativeResource({ id, child, relationship, person }: Relative): Resource {
  return {
    resourceType: 'RelatedPerson',
    id,
    identifier: [{ system: 'https://carebench.example.org/mrn', value: person.mrn }],
    active: true,
    patient: toSubject(child),
    relationship: [
      {
        coding: [
          {
            system: 'http://terminology.hl7.org/CodeSystem/v3-RoleCode',
            code: relationship,
            display: relationships[relationship],
          },
        ],
      },
    ],
    name: [{ text: fullName(person), family: person.family, given: [person.given] }],
    birthDate: person.birthDate,
  }
}
