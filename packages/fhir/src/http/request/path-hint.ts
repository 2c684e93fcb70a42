import { findClosestName } from '../../resource/definitions/closest-name.js'
import { findStructure } from '../../resource/definitions/structure-table.js'
import { suggestType } from '../../resource/definitions/unknown-type.js'
import { FhirError } from '../../resource/fhir-error.js'
import { isResourceType } from '../../resource/resource-types.js'
import { listSearchParameters } from '../../search/parameters/search-parameters.js'
import { listOperations, operations } from './operations.js'

/** Replacements for operations of other servers. */
const otherOperations: Readonly<Record<string, string>> = {
  export: 'Search each type, as in GET Observation?_lastUpdated=ge2026-03-01, and follow the "next" links.',
  graphql: 'Search with _include, _revinclude and _elements.',
  match: 'Search by what is known, as in GET Patient?name=ann&birthdate=1980-03-31, or by identifier.',
  'member-match':
    'Search for the Coverage, as in GET Coverage?identifier=123, or for the Patient by name and birthdate.',
  meta: 'Read the resource with _elements=meta.',
  stats: 'Search Observation by code and date, and compute.',
  summary: 'GET Patient/[id]/$everything.',
  document: 'GET Patient/[id]/$everything, or read the Composition with _include=Composition:entry.',
  lookup: 'POST ValueSet/$validate-code says whether a code is in a value set of R4.',
  translate: 'ConceptMaps are not applied.',
  subsumes: 'Search by all codes that are meant, separated by commas.',
  'find-matches': 'Search for the code by its text, as in GET Observation?code:text=glucose.',
  convert: 'Everything is FHIR R4 JSON.',
  diff: 'Read both versions, as in GET Patient/[id]/_history/1.',
}

/** Returns the error for an operation that does not exist at the path, naming its replacement. */
export function unknownOperationError(path: readonly string[]): FhirError {
  const name = (path.find((step) => step.startsWith('$')) ?? '').slice(1)
  const known = operations.find((each) => each.name === name)
  const near =
    known ??
    operations.find(
      (each) =>
        each.name ===
        findClosestName(
          name,
          operations.map((one) => one.name),
        ),
    )
  const other = Object.hasOwn(otherOperations, name) ? ` ${otherOperations[name] ?? ''}` : undefined
  const hint = other ?? (near === undefined ? '' : ` Did you mean ${formatPath(near)}?`)
  return FhirError.of(
    501,
    'not-supported',
    `${path.join('/')} is not supported.${hint} Operations: ${listOperations()}. GET metadata lists everything else.`,
  )
}

function formatPath({ name, type, onType }: (typeof operations)[number]): string {
  return `${type ?? '[type]'}/${onType.length > 0 ? '' : '[id]/'}$${name}`
}

/** Returns the error for an unknown path, with the path that was probably intended. */
export function unknownPathError(path: readonly string[]): FhirError {
  const [type = '', id = '', third = ''] = path
  return FhirError.of(
    404,
    'not-found',
    `There is no ${path.join('/')}.${createPathHint(type, id, third)} Paths are [type], [type]/[id], ` +
      '[type]/[id]/_history and Patient/[id]/[type].',
  )
}

function createPathHint(type: string, id: string, third: string): string {
  if (id.startsWith('_')) {
    const near = findClosestName(id.toLowerCase(), ['_search', '_history'])
    return near === undefined ? ` Ids have no "_".` : ` Did you mean "${type}/${near}"?`
  }
  if (isResourceType(third)) return ` A resource is read by its own path: GET ${third}/[id].`
  if (/^(?:_?histor(?:y|ies)|_?versions?|vread)$/i.test(third)) return ` Did you mean "${type}/[id]/_history"?`
  const operation = operations.find(({ name }) => name === third.toLowerCase())
  if (operation !== undefined) return ` Did you mean ${formatPath(operation)}?`
  if (findStructure(type)?.elements.has(third) === true) {
    return ` An element is read with its resource: GET ${type}/[id]?_elements=${third}.`
  }
  if (/^_?search$/i.test(third)) return ` Did you mean GET ${type}?_id=[id]?`
  const suggestion = suggestType(third)
  if (suggestion === undefined) return ''
  return type === 'Patient' ? ` Did you mean "Patient/[id]/${suggestion}"?` : createRelatedHint(type, suggestion)
}

/**
 * Returns a hint, after a space, at the search for resources of `searchedType` that refer to a resource of `type`;
 * empty if there is none.
 */
export function createRelatedHint(type: string, searchedType: string): string {
  const parameter = listSearchParameters(searchedType).find(
    ({ kind, targets }) => kind === 'reference' && targets.includes(type),
  )
  return parameter === undefined ? '' : ` Did you mean "${searchedType}?${parameter.code}=${type}/[id]"?`
}
