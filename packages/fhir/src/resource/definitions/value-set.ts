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

/** A value set has at most so many codes. */
const expandedCodes = 10_000

/** How many value sets are read for one, which they may all include many times. */
const includedSets = 100

/** How many more value sets may be read. */
interface Budget {
  left: number
}

/**
 * The codes of a value set: one that R4 requires elements to be of, or a stored one that lists its codes. Throws a
 * FhirError: 404 if there is no such value set, 422 if its codes are not known here.
 */
export function codingsOfUrl(
  url: string,
  find: FindValueSet,
  budget: Budget = { left: includedSets },
): readonly SetCoding[] {
  const stored = find(url)
  if (stored !== undefined) return codingsOfSet(stored, find, budget)
  const list = valueSetList(url)
  if (list !== undefined) return codingsOfList(list)
  throw FhirError.of(
    404,
    'not-found',
    `There is no value set ${url}: expected one of the record, or one that R4 requires elements to be of, such as http://hl7.org/fhir/ValueSet/administrative-gender.`,
  )
}

function codingsOfList({ systems }: CodeList): readonly SetCoding[] {
  return [...systems].flatMap(([system, codes]) => [...codes].map((code) => ({ system, code })))
}

/** The codes of a ValueSet resource, from its definition, or else from its expansion. Throws a FhirError (404, 422). */
export function codingsOfSet(
  valueSet: JsonObject,
  find: FindValueSet,
  budget: Budget = { left: includedSets },
): readonly SetCoding[] {
  if (budget.left-- === 0) throw unknownCodes(`it includes more than ${includedSets} value sets`)
  const { compose, expansion } = valueSet
  if (!isJsonObject(compose)) {
    const contained = isJsonObject(expansion) ? containedIn(expansion.contains) : []
    if (contained.length === 0) throw unknownCodes('it has neither compose nor expansion')
    return limited(contained)
  }
  const found = new Map<string, SetCoding>()
  for (const part of objectsIn(compose.include)) {
    for (const coding of codingsOfPart(part, find, budget)) found.set(keyOf(coding), coding)
    limited([...found.values()])
  }
  for (const part of objectsIn(compose.exclude)) {
    for (const coding of codingsOfPart(part, find, budget)) found.delete(keyOf(coding))
  }
  return [...found.values()]
}

/** The codes that one part of a definition names: those of a system that are also in all of its value sets. */
function codingsOfPart(part: JsonObject, find: FindValueSet, budget: Budget): readonly SetCoding[] {
  const { system, concept, filter, valueSet } = part
  if (filter !== undefined) throw unknownCodes('it selects codes by a filter')
  const listed = typeof system === 'string' && concept !== undefined ? conceptsOf(system, concept) : undefined
  const sets = Array.isArray(valueSet) ? valueSet.filter((url) => typeof url === 'string') : []
  if (listed === undefined && sets.length === 0) throw unknownCodes('it includes all codes of a system')
  let codings = listed
  for (const url of sets) {
    const others = codingsOfUrl(url, find, budget)
    const keys = new Set(others.map(keyOf))
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

function limited(codings: readonly SetCoding[]): readonly SetCoding[] {
  if (codings.length > expandedCodes)
    throw FhirError.of(422, 'too-costly', `Expected at most ${expandedCodes} codes in a value set, got more.`)
  return codings
}

function unknownCodes(why: string): FhirError {
  return FhirError.of(
    422,
    'not-supported',
    `The codes of this value set are not known here, because ${why}: a value set must list its codes, in compose.include.concept or in its expansion.`,
  )
}
