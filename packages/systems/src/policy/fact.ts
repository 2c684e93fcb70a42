import { compileSearch, type FhirResource, searchedValues } from '@carebench/fhir'
import type { JsonValue, Steps } from '@carebench/protocol'
import { isJsonObject } from '@carebench/protocol/wire'
import { foldText, parseUnit, toBaseUnits } from '@carebench/text'
import { daysBetween, readDay, yearsBetween } from './calendar.js'
import type { Chart } from './chart.js'
import type { PolicyRequest } from './policy-request.js'
import type { PolicyStatement, StatementFact } from './policy-schema.js'

/** The fact that a payer finds for a statement. */
export type FactValue = {
  /** Null if neither the chart nor the request has the fact. */
  readonly value: boolean | number | string | null
  /** Where the fact was found: `Observation/1`, `G47.33`. */
  readonly found: string[]
}

/** Reads a fact; in steps if it searches the chart. */
export type ReadFact = (chart: Chart, request: FactRequest) => FactValue | Steps<FactValue>

/** The members of a request that facts read. */
export type FactRequest = Pick<
  PolicyRequest,
  'diagnosis_codes' | 'patient_dob' | 'service_date' | 'place_of_service' | 'in_network'
>

/**
 * Compiles a statement's fact. Reading it takes one pass over the resources of a type.
 *
 * @throws {FhirError} if the search is invalid
 */
export function compileFact(fact: StatementFact, statement: PolicyStatement): ReadFact {
  const { diagnosis, age, search, place_of_service: places, in_network: inNetwork } = fact
  if (diagnosis !== undefined) {
    return (_, { diagnosis_codes }) => {
      const found = diagnosis_codes.filter((code) => diagnosis.some((wanted) => isCode(code, wanted)))
      return { value: found.length > 0, found }
    }
  }
  if (age !== undefined) return readAge
  if (places !== undefined) {
    return (_, { place_of_service: place }) =>
      typeof place === 'string' ? { value: places.includes(place), found: [`place of service ${place}`] } : nothing
  }
  if (inNetwork !== undefined) return (_, { in_network: isIn = null }) => ({ value: isIn, found: [] })
  return search === undefined ? () => nothing : compileSearchFact(search, fact, statement)
}

const nothing: FactValue = { value: null, found: [] }

function isCode(code: string, wanted: string): boolean {
  return wanted.endsWith('*') ? code.startsWith(wanted.slice(0, -1).replace(/\.$/, '')) : code === wanted
}

function readAge(chart: Chart, { patient_dob, service_date }: FactRequest): FactValue {
  const born = patient_dob ?? chart.resourcesOf('Patient')[0]?.birthDate
  const day = typeof born === 'string' ? readDay(born) : undefined
  if (day === undefined || service_date === null) return { value: null, found: [] }
  return { value: yearsBetween(day, service_date), found: [`born ${day}`] }
}

/** Returns the type and the parameters of a search such as `Condition?code=M17.11`. */
export function splitSearch(search: string): readonly [type: string, parameters: (readonly [string, string])[]] {
  const mark = search.indexOf('?')
  if (mark === -1) return [search, []]
  return [search.slice(0, mark), [...new URLSearchParams(search.slice(mark + 1).replaceAll('+', '%2B'))]]
}

/** Number of a chart's resources read per step. */
const readInStep = 500

/** A resource that counts for a fact, with its day and value. */
export interface DatedValue {
  readonly resource: FhirResource
  readonly day: string
  readonly value: boolean | number | string
}

/** Maximum number of resources named in a fact, because a chart may have thousands. */
const maxNamed = 50

function listNames(values: readonly DatedValue[]): string[] {
  return values.slice(0, maxNamed).map(readName)
}

function compileSearchFact(search: string, fact: StatementFact, statement: PolicyStatement): ReadFact {
  const [type, parameters] = splitSearch(search)
  const { test } = compileSearch(type, parameters)
  const codes = codesWanted(parameters)
  const { value: parameter, pick = 'latest', count = 1 } = fact
  const sift = compileSieve(fact, statement)
  return function* (chart, { service_date: day }) {
    const values: DatedValue[] = []
    // Resources with a value of another kind or unit are named too, although they do not count.
    const unread: DatedValue[] = []
    const resources = codes === undefined ? chart.resourcesOf(type) : chart.codedResourcesOf(type, codes)
    for (const [place, resource] of resources.entries()) {
      if (place % readInStep === readInStep - 1) yield
      if (!test(resource)) continue
      const sifted = sift(resource, day)
      if (sifted === 'unread') unread.push({ resource, day: '', value: '' })
      else if (typeof sifted === 'object') values.push(sifted)
    }
    if (pick === 'count') return { value: values.length, found: listNames(values) }
    if (values.length < count) return { value: null, found: listNames(values.length === 0 ? unread : values) }
    const [first, ...rest] = values
    if (first === undefined || parameter === undefined) return { value: values.length > 0, found: listNames(values) }
    const picked = rest.reduce((best, one) => (isBefore(one, best, pick) ? one : best), first)
    return { value: picked.value, found: [readName(picked)] }
  }
}

/** Why a resource found by a search does not count: its date, or a value of another kind or unit. */
export type Sifted = 'after' | 'early' | 'undated' | 'unread'

/**
 * Compiles the conditions of a fact on a resource besides its search: returns the value if the resource counts, or why
 * it does not.
 */
export function compileSieve(fact: StatementFact, statement: PolicyStatement) {
  const { value: parameter, date = 'date', within_days: days } = fact
  const read = valueReader(statement)
  return (resource: FhirResource, day: string | null): DatedValue | Sifted => {
    const dated = searchedValues(resource, date).flatMap((one) => readDay(one) ?? [])[0]
    if (day !== null && dated !== undefined && dated > day) return 'after'
    if (days !== undefined) {
      if (day === null || dated === undefined) return 'undated'
      if (daysBetween(dated, day) > days) return 'early'
    }
    const value = parameter === undefined ? true : findFirst(searchedValues(resource, parameter), read)
    return value === undefined ? 'unread' : { resource, day: dated ?? '', value }
  }
}

/**
 * Returns the codes one of which a search requires, so that resources can be looked up by code instead of tested one by
 * one; undefined if the search may find resources without these codes.
 */
function codesWanted(parameters: readonly (readonly [string, string])[]): readonly string[] | undefined {
  const values = parameters.find(([name]) => name === 'code')?.[1]
  if (values === undefined || values.includes('\\')) return undefined
  const codes = values.split(',').map((value) => value.slice(value.indexOf('|') + 1))
  return codes.includes('') ? undefined : codes
}

/** Returns the reference of a resource: `Observation/1`. */
export function readName({ resource }: Pick<DatedValue, 'resource'>): string {
  return `${resource.resourceType}/${resource.id ?? '?'}`
}

function findFirst<Value>(values: readonly JsonValue[], read: (value: JsonValue) => Value | undefined) {
  for (const value of values) {
    const found = read(value)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Whether a value is preferred to another. Equal values are ordered by id, so the order in the chart does not matter.
 */
function isBefore(one: DatedValue, other: DatedValue, pick: StatementFact['pick']): boolean {
  const isDated = pick === 'latest' || pick === 'earliest'
  const [a, b] = isDated ? [one.day, other.day] : [one.value, other.value]
  if (a !== b) return pick === 'latest' || pick === 'highest' ? a > b : a < b
  if (one.value !== other.value) return one.value < other.value
  return String(one.resource.id) < String(other.resource.id)
}

/**
 * Returns a reader that converts a chart value to the answer type of a statement; undefined for values of another kind.
 */
function valueReader(statement: PolicyStatement): (value: JsonValue) => boolean | number | string | undefined {
  const { answer_type: type = 'boolean', unit = '1', options = [] } = statement
  if (type === 'number') return (value) => numberIn(value, unit)
  if (type === 'date') return readDay
  if (type === 'choice') {
    const folded = new Map(options.map((option) => [foldText(option), option]))
    return (value) => findFirst(listWords(value), (word) => folded.get(foldText(String(word))))
  }
  return (value) => (typeof value === 'boolean' ? value : undefined)
}

/**
 * Returns the number of a Quantity, converted to a unit; undefined if that is impossible, or if it has a comparator.
 */
function numberIn(value: JsonValue, unit: string): number | undefined {
  if (typeof value === 'number') return value
  if (!isJsonObject(value) || typeof value.value !== 'number' || value.comparator !== undefined) return undefined
  const written = value.code ?? value.unit
  if (written === unit || (written === undefined && unit === '1')) return value.value
  const from = typeof written === 'string' ? parseUnit(written) : undefined
  const to = parseUnit(unit)
  if (from === undefined || to === undefined || from.dimension !== to.dimension) return undefined
  // Rounds to twelve digits, to hide the rounding errors of the conversion.
  return Number((toBaseUnits(value.value, from) / to.factor - to.offset).toPrecision(12))
}

/** Returns the codes, names and texts of a coded value. */
function listWords(value: JsonValue): readonly JsonValue[] {
  if (!isJsonObject(value)) return [value]
  const codings: readonly JsonValue[] = Array.isArray(value.coding) ? value.coding : [value]
  const words = codings.flatMap((one) => (isJsonObject(one) ? [one.code ?? '', one.display ?? ''] : []))
  return [...words, value.text ?? '']
}
