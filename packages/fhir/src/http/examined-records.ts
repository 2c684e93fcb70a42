import { splitModifier } from '../search/parameters/search-names.js'
import {
  findSearchParameter,
  listSearchParameters,
  type SearchParameter,
} from '../search/parameters/search-parameters.js'
import { splitEscaped, unescapeValue } from '../search/parameters/search-value.js'
import type { QueryParameters } from './request/fhir-url.js'

/** Records that the conditions of a search examine: any response to it reveals something about them. */
export interface ExaminedRecords {
  readonly resourceType: string
  /**
   * The records that conditions name, by reference (`Patient/1`, `Encounter/7`) or by an identifier, for people as its
   * value and for others as a search (`ServiceRequest?identifier=urn:x|7`): these records and the resources that refer
   * to them were examined. Empty if no condition names any.
   */
  readonly named: readonly string[]
  /**
   * Whether the response reveals something about records of the type that it does not contain: about all of them,
   * unless `named` names a person.
   */
  readonly beyondReturned: boolean
}

/** People, and the types of records about them. */
const personTypes: readonly string[] = ['Patient', 'RelatedPerson', 'Person']

/**
 * Returns the records that a search examines beyond those that it returns: the records of people whom conditions name
 * or, if none are named, all records of the types to which `_has` and chains lead, and with `_summary=count` those of
 * the type itself. Types whose records are not about people are left out. With `patientId`, the search is limited to
 * that patient's compartment.
 */
export function listExaminedRecords(
  resourceType: string,
  parameters: QueryParameters,
  patientId?: string,
): readonly ExaminedRecords[] {
  const named: string[] = patientId === undefined ? [] : [`Patient/${patientId}`]
  const reached = new Set<string>()
  let conditions = 0
  let countOnly = false
  for (const [name, value] of parameters) {
    if (name === '_summary') countOnly = value === 'count'
    else if (name === '_count') countOnly ||= value === '0'
    if (name.startsWith('_') && !/^_(?:id|has|lastUpdated|tag|profile|security|source)\b/.test(name)) continue
    conditions++
    for (const one of readNamed(resourceType, name, value, reached)) named.push(one)
  }
  if (countOnly && conditions > 0) reached.add(resourceType)
  const examined: ExaminedRecords[] = []
  const types = reached.size === 0 ? [resourceType] : new Set([resourceType, ...reached])
  for (const type of types) {
    const beyondReturned = reached.has(type)
    if ((named.length > 0 || beyondReturned) && isAboutPeople(type)) {
      examined.push({ resourceType: type, named, beyondReturned })
    }
  }
  return examined
}

/** Returns the types to which the conditions of a search lead by chains and `_has`. */
export function listReachedTypes(resourceType: string, parameters: QueryParameters): ReadonlySet<string> {
  const reached = new Set<string>()
  for (const [name, value] of parameters) readNamed(resourceType, name, value, reached)
  return reached
}

const known = new Map<string, boolean>()

function isAboutPeople(type: string): boolean {
  let isAbout = known.get(type)
  if (isAbout === undefined) {
    isAbout =
      personTypes.includes(type) || listSearchParameters(type).some(({ targets }) => targets.includes('Patient'))
    known.set(type, isAbout)
  }
  return isAbout
}

/** Returns the records that one supported condition names, and adds the types to which it leads to `reached`. */
function readNamed(type: string, name: string, value: string, reached: Set<string>): readonly string[] {
  if (name.startsWith('_has:')) {
    const [, source = '', , ...rest] = name.split(':')
    reached.add(source)
    return readNamed(source, rest.join(':'), value, reached)
  }
  const dot = name.indexOf('.')
  const { code, modifier } = splitModifier(dot < 0 ? name : name.slice(0, dot))
  const parameter = findSearchParameter(type, code)
  if (dot >= 0) {
    const targets = modifier === undefined ? (parameter?.targets ?? []) : [modifier]
    return targets.flatMap((target) => {
      reached.add(target)
      return readNamed(target, name.slice(dot + 1), value, reached)
    })
  }
  if (code === '_id') return modifier === undefined ? splitEscaped(value, ',').map((id) => `${type}/${id}`) : none
  if (parameter?.kind === 'reference') return readReferences(parameter, modifier, splitEscaped(value, ','))
  if (code !== 'identifier' || modifier !== undefined) return none
  const tokens = splitEscaped(value, ',')
  // `urn:x|` matches every identifier of the system, so it names no record.
  if (tokens.some((token) => readIdentifier(token) === '')) return none
  return tokens.map(personTypes.includes(type) ? readIdentifier : (token) => `${type}?identifier=${token}`)
}

function readReferences(
  { targets }: SearchParameter,
  modifier: string | undefined,
  values: readonly string[],
): readonly string[] {
  if (modifier === 'missing') return none
  if (modifier === 'identifier') return values.map(readIdentifier)
  const types = modifier === undefined ? targets : [modifier]
  const named: string[] = []
  for (const value of values) {
    const reference = value.includes('/') ? namedReference.exec(value)?.[1] : undefined
    if (reference !== undefined) named.push(reference)
    else for (const type of types) named.push(`${type}/${value}`)
  }
  return named
}

const namedReference = /([A-Z][A-Za-z]{1,63}\/[A-Za-z0-9.-]{1,64})(?:\/_history\/[^/]+)?$/
const none: readonly string[] = []

/** Returns the value of a token: `M-1` of `urn:members|M-1`. */
function readIdentifier(token: string): string {
  return unescapeValue(splitEscaped(token, '|').at(-1) ?? '')
}
