import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { FhirError } from '../fhir-error.js'
import { type CodeList, valueSetList } from './code-list.js'

/** A code of a value set. */
export interface SetCoding {
  readonly system: string
  readonly code: string
  readonly display?: string
}

/** Finds a stored ValueSet by its canonical URL. */
export type FindValueSet = (url: string) => JsonObject | undefined

/** Maximum number of codes in a value set. */
const expandedCodes = 10_000

/** Maximum number of value sets that are read for one: each may be included many times. */
const includedSets = 100

/**
 * Maximum number of codes that are read for one value set; codes of an included value set count each time it is
 * included.
 */
const readCodes = 50_000

/** The number of further value sets and codes that may be read. */
export interface ValueSetBudget {
  sets: number
  codes: number
}

/** The limits for reading one value set, or all value sets that a search names. */
export function valueSetBudget(): ValueSetBudget {
  return { sets: includedSets, codes: readCodes }
}

function spend(budget: ValueSetBudget, codes: number): void {
  budget.codes -= codes
  if (budget.codes >= 0) return
  throw FhirError.of(422, 'too-costly', `Expected at most ${readCodes} codes in the parts of a value set, got more.`)
}

/**
 * The codes of a value set: one that R4 requires elements to be of, or a stored one that lists its codes. Throws a
 * FhirError: 404 if there is no such value set, 422 if its codes are not known here.
 */
export function codingsOfUrl(url: string, find: FindValueSet, budget = valueSetBudget()): readonly SetCoding[] {
  const stored = find(url)
  if (stored !== undefined) return codingsOfSet(stored, find, budget)
  const list = valueSetList(url)
  if (list !== undefined) return codingsOfList(list, budget)
  throw FhirError.of(
    404,
    'not-found',
    `There is no value set ${url}: expected one of the record, or one that R4 requires elements to be of, such as ` +
      'http://hl7.org/fhir/ValueSet/administrative-gender.',
  )
}

function codingsOfList({ systems }: CodeList, budget: ValueSetBudget): readonly SetCoding[] {
  for (const codes of systems.values()) spend(budget, codes.size)
  return [...systems].flatMap(([system, codes]) => [...codes].map((code) => ({ system, code })))
}

/** The codes of a ValueSet resource, from its definition, or else from its expansion. Throws a FhirError (404, 422). */
export function codingsOfSet(
  valueSet: JsonObject,
  find: FindValueSet,
  budget = valueSetBudget(),
): readonly SetCoding[] {
  if (budget.sets-- === 0) throw unknownCodes(`it includes more than ${includedSets} value sets`)
  const { compose, expansion } = valueSet
  if (!isJsonObject(compose)) {
    const contained = isJsonObject(expansion) ? containedIn(expansion.contains) : []
    spend(budget, contained.length)
    if (contained.length === 0) throw unknownCodes('it has neither compose nor expansion')
    limit(contained.length)
    return contained
  }
  const found = new Map<string, SetCoding>()
  for (const part of objectsIn(compose.include)) {
    for (const coding of codingsOfPart(part, find, budget)) found.set(keyOf(coding), coding)
    limit(found.size)
  }
  for (const part of objectsIn(compose.exclude)) {
    for (const coding of codingsOfPart(part, find, budget)) found.delete(keyOf(coding))
  }
  return [...found.values()]
}

/** The codes that one part of a definition names: those of a system that are also in all of its value sets. */
function codingsOfPart(part: JsonObject, find: FindValueSet, budget: ValueSetBudget): readonly SetCoding[] {
  const { system, concept, filter, valueSet } = part
  if (filter !== undefined) throw unknownCodes('it selects codes by a filter')
  const listed = typeof system === 'string' && concept !== undefined ? conceptsOf(system, concept) : undefined
  const sets = Array.isArray(valueSet) ? valueSet.filter((url) => typeof url === 'string') : []
  if (listed === undefined && sets.length === 0) throw unknownCodes('it includes all codes of a system')
  let codings = listed
  spend(budget, listed?.length ?? 0)
  for (const url of sets) {
    const others = codingsOfUrl(url, find, budget)
    spend(budget, others.length)
    const keys = new Set(codings === undefined ? [] : others.map(keyOf))
    const ofSystem = typeof system === 'string' ? others.filter((one) => one.system === system) : others
    codings = codings === undefined ? ofSystem : codings.filter((coding) => keys.has(keyOf(coding)))
  }
  return codings ?? []
}

function conceptsOf(system: string, concepts: JsonValue): readonly SetCoding[] {
  return objectsIn(concepts).flatMap(({ code, display }) =>
    typeof code === 'string' ? coding(system, code, display) : [],
  )
}

function containedIn(contains: JsonValue | undefined): readonly SetCoding[] {
  return objectsIn(contains).flatMap((one) => {
    const { system, code, display, abstract } = one
    const isCode = typeof system === 'string' && typeof code === 'string' && abstract !== true
    return [...(isCode ? [coding(system, code, display)] : []), ...containedIn(one.contains)]
  })
}

function coding(system: string, code: string, display: JsonValue | undefined): SetCoding {
  return { system, code, ...(typeof display === 'string' && { display }) }
}

function objectsIn(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function keyOf({ system, code }: SetCoding): string {
  return `${system}|${code}`
}

function limit(codes: number): void {
  if (codes > expandedCodes)
    throw FhirError.of(422, 'too-costly', `Expected at most ${expandedCodes} codes in a value set, got more.`)
}

function unknownCodes(why: string): FhirError {
  return FhirError.of(
    422,
    'not-supported',
    `The codes of this value set are not known here, because ${why}: a value set must list its codes, in ` +
      'compose.include.concept or in its expansion.',
  )
}
