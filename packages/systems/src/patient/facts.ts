import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { fhirGroup, fhirHeaders, fhirType } from '../fhir/group.js'
import { readJson } from '../noise.js'
import { type FactsConfig, listSpellings } from '../persona/config.js'
import type { Ask } from '../simulator.js'

/** Returns a fact by name; undefined if it is unknown. */
export type Facts = (name: string) => string | undefined

/** Returns a lookup of the patient's facts: the configured ones, else those of the record, which is read on demand. */
export function openFacts(configured: FactsConfig, patient: string | undefined, ask: Ask | undefined): Facts {
  const known = new Map<string, string | undefined>()
  let record: JsonObject | undefined | null = null
  const read = (name: string): string | undefined => {
    if (patient === undefined || ask === undefined) return undefined
    if (record === null) record = readResource(ask, patient)
    if (record === undefined) return undefined
    const own = Object.hasOwn(ofPatient, name) ? ofPatient[name] : undefined
    if (own !== undefined) return own(record)
    const other = Object.hasOwn(ofRecord, name) ? ofRecord[name] : undefined
    if (other === undefined) return undefined
    const found = search(ask, other.type, `${other.query(patient)}`).flatMap((resource) => other.say(resource) ?? [])
    return found.length === 0 ? undefined : [...new Set(found)].join(', ')
  }
  return (name) => {
    if (Object.hasOwn(configured, name)) return listSpellings(configured[name])[0]
    if (!known.has(name)) known.set(name, read(name))
    return known.get(name)
  }
}

/** Returns the telecoms with a `system` in the patient's record, in its order. */
export function recordedTelecoms(patient: string, ask: Ask, system: string): readonly string[] {
  return telecoms(readResource(ask, patient) ?? {}, system)
}

/** Facts of the Patient resource. */
const ofPatient: Readonly<Record<string, (patient: JsonObject) => string | undefined>> = {
  name: (patient) => {
    const name = officialName(patient)
    return textAt(name, 'text') ?? join([...givenNames(name), textAt(name, 'family')], ' ')
  },
  given_name: (patient) => givenNames(officialName(patient))[0],
  family_name: (patient) => textAt(officialName(patient), 'family'),
  birth_date: (patient) => textAt(patient, 'birthDate'),
  gender: (patient) => textAt(patient, 'gender'),
  phone: (patient) => telecoms(patient, 'phone')[0],
  email: (patient) => telecoms(patient, 'email')[0],
  address: (patient) => {
    const [address] = list(patient.address)
    const lines = list(isJsonObject(address) ? address.line : undefined).filter((line) => typeof line === 'string')
    const region = join([textAt(address, 'state'), textAt(address, 'postalCode')], ' ')
    return textAt(address, 'text') ?? join([...lines, textAt(address, 'city'), region], ', ')
  },
  city: (patient) => textAt(list(patient.address)[0], 'city'),
  postal_code: (patient) => textAt(list(patient.address)[0], 'postalCode'),
  language: (patient) => {
    const [first] = list(patient.communication)
    return isJsonObject(first) ? conceptText(first.language) : undefined
  },
}

interface RecordFact {
  readonly type: string
  readonly query: (patient: string) => string
  readonly say: (resource: JsonObject) => string | undefined
}

/** Facts of other resources about the patient. */
const ofRecord: Readonly<Record<string, RecordFact>> = {
  allergies: {
    type: 'AllergyIntolerance',
    query: (patient) => `patient=${patient}`,
    say: (resource) => conceptText(resource.code),
  },
  medications: {
    type: 'MedicationRequest',
    query: (patient) => `patient=${patient}&status=active`,
    say: (resource) => conceptText(resource.medicationCodeableConcept),
  },
  conditions: {
    type: 'Condition',
    query: (patient) => `patient=${patient}`,
    say: (resource) => conceptText(resource.code),
  },
  member_id: {
    type: 'Coverage',
    query: (patient) => `beneficiary=${patient}&status=active`,
    say: (resource) => textAt(resource, 'subscriberId'),
  },
  insurance: {
    type: 'Coverage',
    query: (patient) => `beneficiary=${patient}&status=active`,
    say: (resource) => textAt(list(resource.payor)[0], 'display'),
  },
}

function readResource(ask: Ask, reference: string): JsonObject | undefined {
  return call(ask, reference, '')
}

function search(ask: Ask, type: string, query: string): JsonObject[] {
  const bundle = call(ask, type, `${query}&_count=100`)
  return list(bundle?.entry).flatMap((entry) =>
    isJsonObject(entry) && isJsonObject(entry.resource) ? [entry.resource] : [],
  )
}

function call(ask: Ask, path: string, query: string): JsonObject | undefined {
  const answer = ask(fhirType, fhirGroup.name, { method: 'GET', path, query, headers: fhirHeaders, body: null })
  const json = answer?.status === 200 ? readJson(answer) : undefined
  return isJsonObject(json) ? json : undefined
}

function telecoms(patient: JsonObject, system: string): readonly string[] {
  return list(patient.telecom).flatMap((item) =>
    textAt(item, 'system') === system ? (textAt(item, 'value') ?? []) : [],
  )
}

function officialName(patient: JsonObject): JsonValue | undefined {
  const names = list(patient.name)
  return names.find((name) => textAt(name, 'use') === 'official') ?? names[0]
}

function givenNames(name: JsonValue | undefined): readonly string[] {
  return list(isJsonObject(name) ? name.given : undefined).filter((part) => typeof part === 'string')
}

function conceptText(concept: JsonValue | undefined): string | undefined {
  if (!isJsonObject(concept)) return undefined
  return textAt(concept, 'text') ?? list(concept.coding).flatMap((coding) => textAt(coding, 'display') ?? [])[0]
}

function join(parts: readonly (string | undefined)[], separator: string): string | undefined {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? undefined : said.join(separator)
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : []
}

function textAt(value: JsonValue | undefined, member: string): string | undefined {
  const found = isJsonObject(value) && Object.hasOwn(value, member) ? value[member] : undefined
  return typeof found === 'string' && found.trim() !== '' ? found : undefined
}
