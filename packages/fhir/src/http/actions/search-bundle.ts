import type { Steps } from '@carebench/protocol/wire'
import { type FhirResource, formatReference, type StoredResource } from '../../resource/fhir-resource.js'
import { type OutcomeIssue, operationOutcome } from '../../resource/operation-outcome.js'
import { formatBundle, formatEntry, formatLink, searchModes } from '../../resource/record-url.js'
import { createValueWarnings } from '../../search/hints/value-warnings.js'
import type { FhirStore } from '../../store/store.js'
import { formatIncluded, formatMatch } from '../../store/stored.js'
import { type ExaminedRecords, listExaminedRecords } from '../examined-records.js'
import { appendItem, formatItem, formatQuery, type QueryParameters } from '../request/fhir-url.js'
import { pageSize } from '../request/result-parameters.js'
import { type ActionResult, createLinkedResult } from './record-actions.js'
import { readSubsets, type Subset, subsetText } from './subset.js'
import { checkSharedParameters, parseTypesSearch, searchTypes, type TypesSearch } from './system-search.js'

/** The elements of matches and included resources that a page has, by type. */
type Subsets = (resourceType: string) => ReturnType<typeof readSubsets>

/**
 * Searches and returns the page as a searchset Bundle. A `next` link has the position after the last match, so
 * resources created or deleted between requests neither repeat nor hide other matches. Included resources follow the
 * matches of their page. With `patientId`, the compartment of that patient is searched: `Patient/1/Observation`.
 * Included resources of a type that is not readable are left out.
 */
export function* searchBundle(
  store: FhirStore,
  resourceType: string,
  parameters: QueryParameters,
  patientId?: string,
  isReadable?: (resourceType: string) => boolean,
): Steps<ActionResult> {
  const page = readPage(parameters)
  const all = yield* store.searchInSteps(resourceType, page.search, patientId)
  const isAllowed = ({ resource }: StoredResource): boolean => isReadable?.(resource.resourceType) !== false
  const found = all.included.length === 0 ? all : { ...all, included: all.included.filter(isAllowed) }
  const subsets = readSubsets(resourceType, parameters)
  const isWhole = subsets.matches === undefined && subsets.included === undefined
  const path = patientId === undefined ? resourceType : `${formatReference('Patient', patientId)}/${resourceType}`
  const examined = listExaminedRecords(resourceType, parameters, patientId)
  const warnings = page.countOnly ? none : createValueWarnings(resourceType, parameters, found.matches.length === 0)
  return writeBundle(
    found,
    { path, resourceType, examined },
    parameters,
    page.size,
    isWhole ? undefined : () => subsets,
    warnings,
  )
}

const none: readonly string[] = []

/**
 * Runs {@link searchBundle} for the types that `_type` names, or for all; matches of all types are in one order. With
 * `patientId`, the compartment of that patient is searched: `Patient/1/*`.
 */
export function* systemSearchBundle(store: FhirStore, query: QueryParameters, patientId?: string): Steps<ActionResult> {
  const typesSearch = parseTypesSearch(query, patientId)
  checkSharedParameters(typesSearch)
  const page = readPage(typesSearch.parameters)
  const found = yield* searchTypes(
    store,
    { types: typesSearch.types, parameters: page.search },
    Number(page.size),
    patientId,
  )
  const shown = readTypeSubsets(typesSearch)
  const examined = typesSearch.types.flatMap((type) => listExaminedRecords(type, typesSearch.parameters, patientId))
  const path = patientId === undefined ? '' : `${formatReference('Patient', patientId)}/*`
  return writeBundle(found, { path, resourceType: null, examined }, query, page.size, shown)
}

interface Page {
  readonly size: string
  readonly search: QueryParameters
  /** Whether the page has no entries, by `_count=0` or `_summary=count`. */
  readonly countOnly: boolean
}

/** Reads the parameters of a page: `_count` has a default and a limit; 0 requests only the number of matches. */
function readPage(parameters: QueryParameters): Page {
  const kept: (readonly [string, string])[] = []
  let requestedCount: string | undefined
  let countOnly = false
  for (const parameter of parameters) {
    if (parameter[0] === '_count') requestedCount = parameter[1]
    else kept.push(parameter)
    if (parameter[0] === '_summary') countOnly = parameter[1] === 'count'
  }
  // The search itself rejects an invalid number.
  const size =
    requestedCount !== undefined && !/^\d+$/.test(requestedCount)
      ? requestedCount
      : String(Math.min(Number(requestedCount ?? pageSize.default), pageSize.max))
  kept.push(size === '0' ? ['_summary', 'count'] : ['_count', size])
  return { size, search: kept, countOnly: countOnly || size === '0' }
}

function readTypeSubsets({ types, parameters }: TypesSearch): Subsets {
  const subsets = new Map(types.map((type) => [type, readSubsets(type, parameters)]))
  return (type) => subsets.get(type) ?? { matches: undefined, included: undefined }
}

/**
 * The context of a search: its path in the record, its resource type (null for several), and the records about which
 * the response reveals something without returning them.
 */
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
  warnings: readonly string[] = none,
): ActionResult {
  const links = createLinks(path, parameters, count, found.next)
  const entries: string[] = []
  const returned: FhirResource[] = []
  for (const stored of found.matches) {
    const subset = subsets?.(stored.resource.resourceType).matches
    entries.push(subset === undefined ? formatMatch(stored) : subsetEntry(stored, subset, searchModes.match))
    returned.push(stored.resource)
  }
  for (const stored of found.included) {
    const subset = subsets?.(stored.resource.resourceType).included
    entries.push(subset === undefined ? formatIncluded(stored) : subsetEntry(stored, subset, searchModes.include))
    returned.push(stored.resource)
  }
  return createLinkedResult(
    formatBundle('searchset', found.total, links, entries, warnings.length === 0 ? undefined : outcomeEntry(warnings)),
    [{ type: 'search', resourceType, id: null }],
    returned,
    examined,
  )
}

/** Returns an entry with warnings about values, without a URL because it is not stored (R4 3.1.1.5.1). */
function outcomeEntry(warnings: readonly string[]): string {
  const issues = warnings.map((diagnostics): OutcomeIssue => ({ severity: 'warning', code: 'value', diagnostics }))
  return `{"resource":${JSON.stringify(operationOutcome(issues))},"search":{"mode":"outcome"}}`
}

/** Returns the links to a page and, if there are matches after the position `next`, to the next one. */
function createLinks(
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
    self = appendItem(self, item)
    if (parameter[0] !== '_after' && parameter[0] !== '_count') others = appendItem(others, item)
  }
  others = appendItem(appendItem(others, formatItem(['_count', count])), formatItem(['_after', next]))
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
