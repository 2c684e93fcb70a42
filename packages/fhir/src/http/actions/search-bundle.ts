import type { Steps } from '@carebench/protocol/wire'
import { type FhirResource, referenceTo, type StoredResource } from '../../resource/fhir-resource.js'
import { type OutcomeIssue, operationOutcome } from '../../resource/operation-outcome.js'
import { formatBundle, formatEntry, formatLink, searchModes } from '../../resource/record-url.js'
import { valueWarnings } from '../../search/hints/value-warnings.js'
import type { FhirStore } from '../../store/store.js'
import { entryOf, includedEntry } from '../../store/stored.js'
import { type ExaminedRecords, examinedRecords } from '../examined-records.js'
import { formatItem, formatQuery, type QueryParameters, withItem } from '../request/fhir-url.js'
import { pageSize } from '../request/result-parameters.js'
import { type ActionResult, observedLinked } from './record-actions.js'
import { type Subset, subsetsOf, subsetText } from './subset.js'
import { checkSharedParameters, parseTypesSearch, searchTypes, type TypesSearch } from './system-search.js'

/** The form in which the matches and included resources of a page are written. */
type Subsets = (resourceType: string) => ReturnType<typeof subsetsOf>

/**
 * Searches and writes the page as a searchset Bundle. A `next` link carries the position after the last match, so
 * that resources created or deleted between requests neither repeat nor hide other matches. Included resources follow
 * the matches of their page. With `patientId`, the compartment of that patient is searched: `Patient/1/Observation`.
 * Included resources of a type that is not readable are left out.
 */
export function* searchBundle(
  store: FhirStore,
  resourceType: string,
  parameters: QueryParameters,
  patientId?: string,
  isReadable?: (resourceType: string) => boolean,
): Steps<ActionResult> {
  const page = pageOf(parameters)
  const all = yield* store.searchInSteps(resourceType, page.search, patientId)
  const isWanted = ({ resource }: StoredResource): boolean => isReadable?.(resource.resourceType) !== false
  const found = all.included.length === 0 ? all : { ...all, included: all.included.filter(isWanted) }
  const subsets = subsetsOf(resourceType, parameters)
  const isWhole = subsets.matches === undefined && subsets.included === undefined
  const path = patientId === undefined ? resourceType : `${referenceTo('Patient', patientId)}/${resourceType}`
  const examined = examinedRecords(resourceType, parameters, patientId)
  const warnings = page.countOnly ? none : valueWarnings(resourceType, parameters, found.matches.length === 0)
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
 * Does the same as {@link searchBundle} for the types that `_type` names, or for all; matches of all types are in one
 * order. With `patientId`, the compartment of that patient is searched: `Patient/1/*`.
 */
export function* systemSearchBundle(store: FhirStore, query: QueryParameters, patientId?: string): Steps<ActionResult> {
  const asked = parseTypesSearch(query, patientId)
  checkSharedParameters(asked)
  const page = pageOf(asked.parameters)
  const found = yield* searchTypes(store, { types: asked.types, parameters: page.search }, Number(page.size), patientId)
  const shown = subsetsOfTypes(asked)
  const examined = asked.types.flatMap((type) => examinedRecords(type, asked.parameters, patientId))
  const path = patientId === undefined ? '' : `${referenceTo('Patient', patientId)}/*`
  return writeBundle(found, { path, resourceType: null, examined }, query, page.size, shown)
}

interface Page {
  readonly size: string
  readonly search: QueryParameters
  /** Whether it has no entries, by `_count=0` or `_summary=count`. */
  readonly countOnly: boolean
}

/** The parameters of one page: `_count` has a default and a limit, and 0 requests only the number of matches. */
function pageOf(parameters: QueryParameters): Page {
  const wanted: (readonly [string, string])[] = []
  let given: string | undefined
  let countOnly = false
  for (const parameter of parameters) {
    if (parameter[0] === '_count') given = parameter[1]
    else wanted.push(parameter)
    if (parameter[0] === '_summary') countOnly = parameter[1] === 'count'
  }
  // The search itself rejects an invalid number.
  const size =
    given !== undefined && !/^\d+$/.test(given)
      ? given
      : String(Math.min(Number(given ?? pageSize.default), pageSize.max))
  wanted.push(size === '0' ? ['_summary', 'count'] : ['_count', size])
  return { size, search: wanted, countOnly: countOnly || size === '0' }
}

function subsetsOfTypes({ types, parameters }: TypesSearch): Subsets {
  const subsets = new Map(types.map((type) => [type, subsetsOf(type, parameters)]))
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
    formatBundle('searchset', found.total, links, entries, warnings.length === 0 ? undefined : outcomeEntry(warnings)),
    [{ type: 'search', resourceType, id: null }],
    returned,
    examined,
  )
}

/** An entry that warns of values, without a URL: it is no resource of the chart (R4 3.1.1.5.1). */
function outcomeEntry(warnings: readonly string[]): string {
  const issues = warnings.map((diagnostics): OutcomeIssue => ({ severity: 'warning', code: 'value', diagnostics }))
  return `{"resource":${JSON.stringify(operationOutcome(issues))},"search":{"mode":"outcome"}}`
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
