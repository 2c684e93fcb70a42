import type { Steps } from '@carebench/protocol/wire'
import { type FhirResource, referenceTo, type StoredResource } from '../../resource/fhir-resource.js'
import { formatBundle, formatEntry, formatLink, searchModes } from '../../resource/record-url.js'
import type { FhirStore } from '../../store/store.js'
import { entryOf, includedEntry } from '../../store/stored.js'
import { type ExaminedRecords, examinedRecords } from '../examined-records.js'
import { formatItem, formatQuery, type QueryParameters, withItem } from '../request/fhir-url.js'
import { pageSize } from '../request/result-parameters.js'
import { type ActionResult, observedLinked } from './record-actions.js'
import { type Subset, subsetsOf, subsetText } from './subset.js'
import { checkSharedParameters, parseTypesSearch, searchTypes, type TypesSearch } from './system-search.js'

/** How the matches and included resources of a page are written. */
type Subsets = (resourceType: string) => ReturnType<typeof subsetsOf>

/**
 * Searches and writes the page as a searchset Bundle. A `next` link carries the position after the last match, so that
 * resources created or deleted between requests neither repeat nor hide other matches. Included resources follow the
 * matches of their page. With `patientId`, the compartment of that patient is searched: `Patient/1/Observation`.
 */
export function* searchBundle(
  store: FhirStore,
  resourceType: string,
  parameters: QueryParameters,
  patientId?: string,
): Steps<ActionResult> {
  const page = pageOf(parameters)
  const found = yield* store.searchInSteps(resourceType, page.search, patientId)
  const subsets = subsetsOf(resourceType, parameters)
  const isWhole = subsets.matches === undefined && subsets.included === undefined
  const path = patientId === undefined ? resourceType : `${referenceTo('Patient', patientId)}/${resourceType}`
  const examined = examinedRecords(resourceType, parameters, patientId)
  return writeBundle(
    found,
    { path, resourceType, examined },
    parameters,
    page.size,
    isWhole ? undefined : () => subsets,
  )
}

/** As {@link searchBundle}, of the types that `_type` names, or of all; matches of all types are in one order. */
export function* systemSearchBundle(store: FhirStore, query: QueryParameters): Steps<ActionResult> {
  const asked = parseTypesSearch(query)
  checkSharedParameters(asked)
  const page = pageOf(asked.parameters)
  const found = yield* searchTypes(store, { types: asked.types, parameters: page.search }, Number(page.size))
  const shown = subsetsOfTypes(asked)
  const examined = asked.types.flatMap((type) => examinedRecords(type, asked.parameters))
  return writeBundle(found, { path: '', resourceType: null, examined }, query, page.size, shown)
}

/** The parameters of one page: `_count` has a default and a limit, and 0 requests only the number of matches. */
function pageOf(parameters: QueryParameters): { readonly size: string; readonly search: QueryParameters } {
  const wanted: (readonly [string, string])[] = []
  let given: string | undefined
  for (const parameter of parameters) {
    if (parameter[0] === '_count') given = parameter[1]
    else wanted.push(parameter)
  }
  // An invalid number is left for the search to refuse.
  const size =
    given !== undefined && !/^\d+$/.test(given)
      ? given
      : String(Math.min(Number(given ?? pageSize.default), pageSize.max))
  wanted.push(size === '0' ? ['_summary', 'count'] : ['_count', size])
  return { size, search: wanted }
}

function subsetsOfTypes({ types, parameters }: TypesSearch): Subsets {
  const subsets = new Map(types.map((type) => [type, subsetsOf(type, parameters)]))
  return (type) => subsets.get(type) ?? { matches: undefined, included: undefined }
}

/** Where a search was made: its path in the record, its resource type (null for several), and what the answer reveals of resources that it does not return. */
interface SearchedPlace {
  readonly path: string
  readonly resourceType: string | null
  readonly examined: readonly ExaminedRecords[]
}

function writeBundle(
  found: ReturnType<FhirStore['search']>,
  { path, resourceType, examined }: SearchedPlace,
  parameters: QueryParameters,
  count: string,
  subsets: Subsets | undefined,
): ActionResult {
  const links = linksOf(path, parameters, count, found.next)
  const entries: string[] = []
  const returned: FhirResource[] = []
  for (const stored of found.matches) {
    const subset = subsets?.(stored.resource.resourceType).matches
    entries.push(subset === undefined ? entryOf(stored) : subsetEntry(stored, subset, searchModes.match))
    returned.push(stored.resource)
  }
  for (const stored of found.included) {
    const subset = subsets?.(stored.resource.resourceType).included
    entries.push(subset === undefined ? includedEntry(stored) : subsetEntry(stored, subset, searchModes.include))
    returned.push(stored.resource)
  }
  return observedLinked(
    formatBundle('searchset', found.total, links, entries),
    [{ type: 'search', resourceType, id: null }],
    returned,
    examined,
  )
}

/** The links to a page and, if there are matches after the position `next`, to the next one. */
function linksOf(
  path: string,
  parameters: QueryParameters,
  count: string,
  next: string | undefined,
): readonly string[] {
  if (next === undefined) return [linkTo('self', path, parameters)]
  let self = ''
  let others = ''
  for (const parameter of parameters) {
    const item = formatItem(parameter)
    self = withItem(self, item)
    if (parameter[0] !== '_after' && parameter[0] !== '_count') others = withItem(others, item)
  }
  others = withItem(withItem(others, formatItem(['_count', count])), formatItem(['_after', next]))
  return [formatLink('self', path, self), formatLink('next', path, others)]
}

/** Writes a Bundle link to a URL below the record. */
export function linkTo(relation: 'self' | 'next', path: string, query: QueryParameters): string {
  return formatLink(relation, path, formatQuery(query))
}

function subsetEntry({ resource }: StoredResource, subset: Subset, rest: string): string {
  const { resourceType, id } = resource
  return formatEntry({ resourceType, id: String(id), resource: subsetText(resource, subset), rest })
}
