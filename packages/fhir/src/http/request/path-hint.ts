import { closestName } from '../../resource/definitions/closest-name.js'
import { structureOf } from '../../resource/definitions/structure-table.js'
import { typeHint } from '../../resource/definitions/unknown-type.js'
import { FhirError } from '../../resource/fhir-error.js'
import { isResourceType } from '../../resource/resource-types.js'
import { searchParametersOf } from '../../search/parameters/search-parameters.js'
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

/** Makes the error for an operation that does not exist where it was called, naming its replacement. */
export function unknownOperation(path: readonly string[]): FhirError {
  const name = (path.find((step) => step.startsWith('$')) ?? '').slice(1)
  const known = operations.find((each) => each.name === name)
  const near =
    known ??
    operations.find(
      (each) =>
        each.name ===
        closestName(
          name,
          operations.map((one) => one.name),
        ),
    )
  const other = Object.hasOwn(otherOperations, name) ? ` ${otherOperations[name] ?? ''}` : undefined
  const hint = other ?? (near === undefined ? '' : ` Did you mean ${placeOf(near)}?`)
  return FhirError.of(
    501,
    'not-supported',
    `${path.join('/')} is not supported.${hint} Operations: ${listOperations()}. GET metadata tells what else ` +
      'there is.',
  )
}

function placeOf({ name, type, onType }: (typeof operations)[number]): string {
  return `${type ?? '[type]'}/${onType.length > 0 ? '' : '[id]/'}$${name}`
}

/** Makes the error for an unknown path, with the path that may have been meant. */
export function unknownPath(path: readonly string[]): FhirError {
  const [type = '', id = '', third = ''] = path
  return FhirError.of(
    404,
    'not-found',
    `There is no ${path.join('/')}.${pathHint(type, id, third)} Paths are [type], [type]/[id], ` +
      '[type]/[id]/_history and Patient/[id]/[type].',
  )
}

function pathHint(type: string, id: string, third: string): string {
  if (id.startsWith('_')) {
    const near = closestName(id.toLowerCase(), ['_search', '_history'])
    return near === undefined ? ` Ids have no "_".` : ` Did you mean "${type}/${near}"?`
  }
  if (isResourceType(third)) return ` A resource is read by its own path: GET ${third}/[id].`
  if (/^(?:_?histor(?:y|ies)|_?versions?|vread)$/i.test(third)) return ` Did you mean "${type}/[id]/_history"?`
  const operation = operations.find(({ name }) => name === third.toLowerCase())
  if (operation !== undefined) return ` Did you mean ${placeOf(operation)}?`
  if (structureOf(type)?.elements.has(third) === true) {
    return ` An element is read with its resource: GET ${type}/[id]?_elements=${third}.`
  }
  if (/^_?search$/i.test(third)) return ` Did you mean GET ${type}?_id=[id]?`
  const meant = typeHint(third)
  if (meant === undefined) return ''
  return type === 'Patient' ? ` Did you mean "Patient/[id]/${meant}"?` : relatedHint(type, meant)
}

/** Returns the search for resources of a type that refer to a resource of another type. */
export function relatedHint(type: string, wanted: string): string {
  const parameter = searchParametersOf(wanted).find(
    ({ kind, targets }) => kind === 'reference' && targets.includes(type),
  )
  return parameter === undefined ? '' : ` Did you mean "${wanted}?${parameter.code}=${type}/[id]"?`
}
