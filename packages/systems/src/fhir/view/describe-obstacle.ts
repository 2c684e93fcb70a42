import { compileSearch, type FhirResource, searchedValues } from '@carebench/fhir'
import type { JsonObject, JsonValue } from '@carebench/protocol'
import { isJsonObject, listedValues, listValues, ownMember, shorten, showJson } from '@carebench/verifier/kinds'
import type { FhirView } from './fhir-view.js'
import { isPersonType, refersToPerson } from './identity.js'
import { writeReference } from './write-reference.js'

export type SearchParameters = readonly (readonly [name: string, value: string])[]

/** What a condition is about: 0 the state of a record, 1 which record it is, 2 whose it is. */
type Rank = 0 | 1 | 2

const ofRecord: ReadonlySet<string> = new Set(['_id', 'identifier'])
const ofPerson: ReadonlySet<string> = new Set([
  'subject',
  'patient',
  'beneficiary',
  'subscriber',
  'member',
  'individual',
])
const namesOfPeople: ReadonlySet<string> = new Set(['_id', 'identifier', 'name', 'family', 'given', 'birthdate'])

function computeRank(type: string, [name, value]: SearchParameters[number]): Rank {
  const [code = ''] = name.split(/[:.]/, 1)
  if (ofPerson.has(code) || refersToPerson(value) || (isPersonType(type) && namesOfPeople.has(code))) return 2
  return ofRecord.has(code) ? 1 : 0
}

/**
 * Returns a sentence, with a leading space, on why a search has no matches: what it finds without some conditions, and
 * the values there. Conditions on the state of a record are dropped first, those on the person last, so that a record
 * of the right person is preferred. "" if nothing is found or there is only one condition.
 */
export function describeObstacle(fhir: FhirView, type: string, parameters: SearchParameters): string {
  for (const omitted of omissions(parameters.map((parameter) => computeRank(type, parameter)))) {
    const rest = parameters.filter((_, index) => !omitted.includes(index))
    const matches = fhir.find(compileSearch(type, rest))
    if (matches.length === 0) continue
    const without = parameters.filter((_, index) => omitted.includes(index))
    const query = without.map(([name, value]) => `${name}=${shorten(value, 80)}`).join('&')
    const first = matches.slice(0, listedValues).map(({ resource }) => describeFound(resource, type, without))
    return ` The nearest is found without ${query}: ${listValues(first, listedValues, matches.length)}.`
  }
  return ''
}

/**
 * Yields the sets of conditions to drop, by position: for each rank from the lowest, each condition alone, then all up
 * to that rank together.
 */
function* omissions(ranks: readonly Rank[]): Iterable<readonly number[]> {
  if (ranks.length < 2) return
  for (const rank of [0, 1, 2] as const) {
    for (const [index, own] of ranks.entries()) if (own === rank) yield [index]
    const upTo = [...ranks.keys()].filter((index) => (ranks[index] ?? 0) <= rank)
    if (upTo.length > 1 && upTo.length < ranks.length) yield upTo
  }
}

function describeFound(resource: JsonObject, type: string, without: SearchParameters): string {
  const values = [...new Set(without.map(([name]) => name))].map((name) => describeValue(resource, type, name))
  return `${writeReference(resource, type)} (${values.join(', ')})`
}

function describeValue(resource: JsonObject, type: string, name: string): string {
  const values = searchedValues({ ...resource, resourceType: type } as FhirResource, name).map(shownValue)
  return values.length === 0 ? `no ${name}` : `${name} ${listValues(values.map(showJson), 3)}`
}

/** Returns the reference, code or value inside an element; the element itself if it has none. */
function shownValue(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value
  const coding = ownMember(value, 'coding')
  const inner =
    ownMember(value, 'reference') ??
    ownMember(value, 'code') ??
    ownMember(Array.isArray(coding) ? coding[0] : undefined, 'code') ??
    ownMember(value, 'value') ??
    ownMember(value, 'text')
  return inner ?? value
}
