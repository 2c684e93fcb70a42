import type { JsonObject, JsonValue } from '@carebench/protocol'
import type { IdentifyingMembers, SelectedMembers } from '@carebench/verifier'
import { isJsonObject, ownMember } from '@carebench/verifier/kinds'
import { everyText } from '../../records/every-text.js'

const people = '(?:Patient|RelatedPerson|Person)'
const personType = new RegExp(`^${people}$`)
const personReference = new RegExp(`(?:^|/)${people}/`)

/** Whether a type is Patient, RelatedPerson or Person. */
export function isPersonType(type: string): boolean {
  return personType.test(type)
}

/** Whether a text is a reference to a Patient, RelatedPerson or Person. */
export function refersToPerson(reference: string): boolean {
  return personReference.test(reference)
}

/**
 * Returns the members that identify a person in resources of one type: every reference to a patient, a related person
 * or a person, with its display and its identifier, and what these types and Coverage say about people themselves.
 * Practitioners are not included, because records are not about them.
 */
export function resourceIdentity(type: string): IdentifyingMembers<JsonValue> {
  const referred = { id: [referredIds], reference: [references], name: [displays], text: [everyText] }
  if (type === 'Coverage') return { ...referred, id: ['subscriberId', 'identifier[*].value', referredIds] }
  if (!isPersonType(type)) return referred
  return {
    id: ['id', 'identifier[*].value', referredIds],
    reference: [ownReference, references],
    name: ['name[*].text', 'contact[*].name.text', displays],
    familyName: ['name[*].family', 'contact[*].name.family'],
    givenName: ['name[*].given[*]', 'contact[*].name.given[*]'],
    birthDate: ['birthDate'],
    contact: ['telecom[*].value', 'address[*].text', 'address[*].line[*]', 'contact[*].telecom[*].value'],
    text: [everyText],
  }
}

const ownReference: SelectedMembers<JsonValue> = {
  path: 'its own reference',
  readAll: (resource) => [`${String(ownMember(resource, 'resourceType'))}/${String(ownMember(resource, 'id'))}`],
}

const references: SelectedMembers<JsonValue> = {
  path: 'reference to a person',
  readAll: (resource) => referencesToPeople(resource).map(({ reference }) => reference),
}

const displays: SelectedMembers<JsonValue> = {
  path: 'display of a reference to a person',
  readAll: (resource) => referencesToPeople(resource).map(({ display }) => display),
}

const referredIds: SelectedMembers<JsonValue> = {
  path: 'identifier of a reference to a person',
  readAll: (resource) => referencesToPeople(resource).map(({ identifier }) => ownMember(identifier, 'value')),
}

const foundReferences = new WeakMap<object, readonly JsonObject[]>()

/**
 * Returns the references to people at any depth, also in contained resources. Cached, because several members read
 * them.
 */
function referencesToPeople(resource: JsonValue): readonly JsonObject[] {
  if (typeof resource !== 'object' || resource === null) return []
  let found = foundReferences.get(resource)
  if (found === undefined) {
    const references: JsonObject[] = []
    collectReferences(resource, references)
    found = references.length === 0 ? none : references
    foundReferences.set(resource, found)
  }
  return found
}

const none: readonly JsonObject[] = []

function collectReferences(value: JsonObject | readonly JsonValue[], found: JsonObject[]): void {
  if (isJsonObject(value) && isReferenceToPerson(value)) found.push(value)
  for (const member of Object.values(value)) {
    if (typeof member === 'object' && member !== null) collectReferences(member, found)
  }
}

function isReferenceToPerson({ reference, type, identifier }: JsonObject): boolean {
  if (typeof reference === 'string') return refersToPerson(reference)
  return typeof type === 'string' && isPersonType(type) && isJsonObject(identifier)
}

const personOf = /(?:^|\/)((?:Patient|RelatedPerson|Person)\/[A-Za-z0-9.-]{1,64})/
const known = new WeakMap<JsonObject, readonly string[]>()

/**
 * Returns the people whom a resource is about: the patients that it is or refers to, else the related persons and
 * persons. A person is named by a reference, `Patient/p1`, or by the identifier in a logical reference.
 */
export function peopleOfResource(resource: JsonObject): readonly string[] {
  let people = known.get(resource)
  if (people === undefined) {
    const own = `${String(resource.resourceType)}/${String(resource.id)}`
    const referred = referencesToPeople(resource).flatMap(({ reference, identifier }) => {
      if (typeof reference === 'string') return personOf.exec(reference)?.[1] ?? []
      const value = ownMember(identifier, 'value')
      return typeof value === 'string' ? [value] : []
    })
    const all = [...new Set(refersToPerson(own) ? [own, ...referred] : referred)]
    const patients = all.filter((person) => !/^(?:RelatedPerson|Person)\//.test(person))
    people = patients.length > 0 ? patients : all
    known.set(resource, people)
  }
  return people
}
