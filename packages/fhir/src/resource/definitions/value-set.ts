import { isJsonObject, type JsonObject, type JsonValue } from '@carebench/protocol/wire'
import { FhirError } from '../fhir-error.js'
import { type CodeList, findValueSetList } from './code-list.js'

/** A code of a value set. */
export interface SetCoding {
  readonly system: string
  readonly code: string
  readonly display?: string
}

/** Finds a stored ValueSet by its canonical URL. */
export type FindValueSet = (url: string) => JsonObject | undefined

/** Maximum number of codes in a value set. */
const maxExpandedCodes = 10_000

/** Maximum number of value sets read for one value set: each may be included many times. */
const maxIncludedSets = 100

/** Maximum number of codes read for one value set; those of an included value set count each time it is included. */
const maxReadCodes = 50_000

/** The numbers of value sets and codes that may still be read. */
export interface ValueSetBudget {
  sets: number
  codes: number
}

/** Returns the budget for reading one value set, or all value sets that a search names. */
export function createBudget(): ValueSetBudget {
  return { sets: maxIncludedSets, codes: maxReadCodes }
}

function spend(budget: ValueSetBudget, codes: number): void {
  budget.codes -= codes
  if (budget.codes >= 0) return
  throw FhirError.of(422, 'too-costly', `Expected at most ${maxReadCodes} codes in the parts of a value set, got more.`)
}

/**
 * Returns the codes of a value set: one of a required binding in R4, or a stored one that lists its codes. Throws a
 * FhirError: 404 if there is no such value set, 422 if it does not list its codes.
 */
export function listCodingsByUrl(url: string, find: FindValueSet, budget = createBudget()): readonly SetCoding[] {
  const stored = find(url)
  if (stored !== undefined) return listCodings(stored, find, budget)
  const list = findValueSetList(url)
  if (list !== undefined) return listCodesOfList(list, budget)
  throw FhirError.of(
    404,
    'not-found',
    `There is no value set ${url}: expected one of the record, or one of a required binding in R4, such as ` +
      'http://hl7.org/fhir/ValueSet/administrative-gender.',
  )
}

function listCodesOfList({ systems }: CodeList, budget: ValueSetBudget): readonly SetCoding[] {
  for (const codes of systems.values()) spend(budget, codes.size)
  return [...systems].flatMap(([system, codes]) => [...codes].map((code) => ({ system, code })))
}

/** Returns the codes of a ValueSet, from its definition or else from its expansion. Throws a FhirError (404, 422). */
export function listCodings(valueSet: JsonObject, find: FindValueSet, budget = createBudget()): readonly SetCoding[] {
  if (budget.sets-- === 0) throw unknownCodesError(`it includes more than ${maxIncludedSets} value sets`)
  const { compose, expansion } = valueSet
  if (!isJsonObject(compose)) {
    const contained = isJsonObject(expansion) ? readContained(expansion.contains) : []
    spend(budget, contained.length)
    if (contained.length === 0) throw unknownCodesError('it has neither compose nor expansion')
    checkCount(contained.length)
    return contained
  }
  const found = new Map<string, SetCoding>()
  for (const part of listObjects(compose.include)) {
    for (const coding of listPartCodings(part, find, budget)) found.set(createKey(coding), coding)
    checkCount(found.size)
  }
  for (const part of listObjects(compose.exclude)) {
    for (const coding of listPartCodings(part, find, budget)) found.delete(createKey(coding))
  }
  return [...found.values()]
}

/** Returns the codes of one part of a definition: those of its system that are in all of its value sets. */
function listPartCodings(part: JsonObject, find: FindValueSet, budget: ValueSetBudget): readonly SetCoding[] {
  const { system, concept, filter, valueSet } = part
  if (filter !== undefined) throw unknownCodesError('it selects codes by a filter')
  const listed = typeof system === 'string' && concept !== undefined ? readConcepts(system, concept) : undefined
  const sets = Array.isArray(valueSet) ? valueSet.filter((url) => typeof url === 'string') : []
  if (listed === undefined && sets.length === 0) throw unknownCodesError('it includes all codes of a system')
  let codings = listed
  spend(budget, listed?.length ?? 0)
  for (const url of sets) {
    const others = listCodingsByUrl(url, find, budget)
    spend(budget, others.length)
    const keys = new Set(codings === undefined ? [] : others.map(createKey))
    const ofSystem = typeof system === 'string' ? others.filter((one) => one.system === system) : others
    codings = codings === undefined ? ofSystem : codings.filter((coding) => keys.has(createKey(coding)))
  }
  return codings ?? []
}

function readConcepts(system: string, concepts: JsonValue): readonly SetCoding[] {
  return listObjects(concepts).flatMap(({ code, display }) =>
    typeof code === 'string' ? createCoding(system, code, display) : [],
  )
}

function readContained(contains: JsonValue | undefined): readonly SetCoding[] {
  return listObjects(contains).flatMap((one) => {
    const { system, code, display, abstract } = one
    const isCode = typeof system === 'string' && typeof code === 'string' && abstract !== true
    return [...(isCode ? [createCoding(system, code, display)] : []), ...readContained(one.contains)]
  })
}

function createCoding(system: string, code: string, display: JsonValue | undefined): SetCoding {
  return { system, code, ...(typeof display === 'string' && { display }) }
}

function listObjects(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function createKey({ system, code }: SetCoding): string {
  return `${system}|${code}`
}

function checkCount(codes: number): void {
  if (codes > maxExpandedCodes)
    throw FhirError.of(422, 'too-costly', `Expected at most ${maxExpandedCodes} codes in a value set, got more.`)
}

function unknownCodesError(why: string): FhirError {
  return FhirError.of(
    422,
    'not-supported',
    `The codes of this value set are unknown, because ${why}: a value set must list its codes, in ` +
      'compose.include.concept or in its expansion.',
  )
}
