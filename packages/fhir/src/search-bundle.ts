import { referenceTo, type StoredResource } from './fhir-resource.js'
import { formatQuery, type QueryParameters } from './fhir-url.js'
import type { ActionResult, FhirContext } from './record-actions.js'
import { pageSize } from './result-parameters.js'
import type { FhirStore } from './store.js'
import { type Subset, subsetsOf, subsetText } from './subset.js'

/**
 * Searches and writes the page as a searchset Bundle. A `next` link carries the position after the last match, so that
 * what is created or deleted meanwhile neither repeats nor hides other matches. What the matches of a page bring along comes
 * after them.
 */
export function searchBundle(
  store: FhirStore,
  resourceType: string,
  parameters: QueryParameters,
  context: FhirContext,
): ActionResult {
  const base = context.baseUrl ?? ''
  const wanted = parameters.filter(([name]) => name !== '_count')
  const given = parameters.findLast(([name]) => name === '_count')?.[1]
  // What is no number is left for the search to refuse.
  const count =
    given !== undefined && !/^\d+$/.test(given)
      ? given
      : String(Math.min(Number(given ?? pageSize.default), pageSize.max))
  const found = store.search(resourceType, [...wanted, count === '0' ? ['_summary', 'count'] : ['_count', count]])
  const link = (relation: string, query: QueryParameters): string =>
    JSON.stringify({ relation, url: `${base}${resourceType}${query.length === 0 ? '' : `?${formatQuery(query)}`}` })
  const links = [link('self', parameters)]
  if (found.next !== undefined) {
    const others = wanted.filter(([name]) => name !== '_after')
    links.push(link('next', [...others, ['_count', count], ['_after', found.next]]))
  }
  const subsets = subsetsOf(resourceType, parameters)
  const entries = found.matches.map((stored) => formatEntry(stored, subsets.matches, base, 'match'))
  for (const stored of found.included) entries.push(formatEntry(stored, subsets.included, base, 'include'))
  const total = found.total === undefined ? '' : `"total":${found.total},`
  const entry = entries.length === 0 ? '' : `,"entry":[${entries.join(',')}]`
  return {
    status: 200,
    version: null,
    text: `{"resourceType":"Bundle","type":"searchset",${total}"link":[${links.join(',')}]${entry}}`,
    effects: [],
    events: [{ type: 'search', resourceType, id: null }],
  }
}

function formatEntry(
  { resource, text }: StoredResource,
  subset: Subset | undefined,
  base: string,
  mode: 'match' | 'include',
): string {
  const fullUrl = JSON.stringify(base + referenceTo(resource.resourceType, String(resource.id)))
  const shown = subset === undefined ? text : subsetText(resource, subset)
  return `{"fullUrl":${fullUrl},"resource":${shown},"search":{"mode":"${mode}"}}`
}
